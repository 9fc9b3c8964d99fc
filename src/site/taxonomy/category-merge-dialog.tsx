import { useRef, useState } from 'react'
import type { AdminCategory } from '#contract/taxonomy/taxonomy.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Combobox } from '#site/ui/combobox.tsx'
import { toast } from '#site/ui/toast.tsx'
import { MergeSummary, useMergePreview } from './merge-summary.tsx'

type Props = { category: AdminCategory; others: readonly AdminCategory[]; onMerged(): void; onClose(): void }

export function CategoryMergeDialog({ category, others, onMerged, onClose }: Props) {
  const api = useApi()
  const { id, name } = category
  const [into, setInto] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const target = others.find((other) => other.id === into)
  const result = useMergePreview(into, () =>
    api('GET /api/admin/categories/{id}/merge', { params: { id }, query: { into: into ?? '' } }),
  )

  async function merge() {
    if (!target || running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      const { done } = await api('POST /api/admin/categories/{id}/merge', { params: { id }, body: { into: target.id } })
      onClose()
      onMerged()
      await toast({
        tone: 'success',
        title: done ? `“${name}” merged into “${target.name}”` : `Merging “${name}” into “${target.name}”`,
      })
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
    running.current = false
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Merge “${name}”`}
      description="Its stories, drafts and followers move to another category. Then it is deleted."
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
          <Button
            tone="danger"
            busy={busy}
            disabled={!target || !result || 'problem' in result}
            onClick={() => void merge()}
          >
            Merge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <Combobox
          name="into"
          label="Merge into"
          required
          placeholder="Search categories"
          options={others.map((other) => ({ value: other.id, label: other.name }))}
          onChange={(option) => setInto(option?.value ?? null)}
        />
        {target && <MergeSummary into={target.name} result={result} />}
      </div>
    </Dialog>
  )
}
