import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Refusal } from '#contract/errors.ts'
import type { AdminTag } from '#contract/taxonomy/taxonomy.ts'
import { MAX_TOPIC_NAME, tagSlug } from '#contract/taxonomy/topic-rules.ts'
import { isRecord } from '#site/infinite-list/fetch-page.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'
import { MergeSummary, useMergePreview } from './merge-summary.tsx'

export function RenameTag({ tag }: { tag: AdminTag }) {
  const [open, setOpen] = useState(false)
  if (tag.progress?.action === 'merge') return null
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button tone="quiet" size="sm" aria-label={`Rename ${tag.name}`}>
          Rename
        </Button>
      }
      title={`Rename “${tag.name}”`}
    >
      <RenameForm tag={tag} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

type Existing = { id: string; name: string }

/** A name that another tag has offers to merge the two. */
function RenameForm({ tag, onClose }: { tag: AdminTag; onClose(): void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [name, setName] = useState(tag.name)
  const [version, setVersion] = useState(tag.version)
  const [existing, setExisting] = useState<Existing | null>(null)

  async function finish(title: string) {
    onClose()
    void toast({ tone: 'success', title })
    await revalidate()
  }

  async function rename(): Promise<FormProblem | undefined> {
    setExisting(null)
    try {
      await api('PATCH /api/admin/tags/{id}', { params: { id: tag.id }, body: { name, version } })
      await finish(`Renamed to “${name.trim()}”`)
      return undefined
    } catch (error) {
      const details = error instanceof Refusal ? error.details : {}
      const current = isSavedTag(details['current']) ? details['current'] : null
      if (current) {
        setVersion(current.version)
        return { message: `This tag was renamed to “${current.name}” meanwhile. Save again to use your name.` }
      }
      const other = isNamed(details['topic']) ? details['topic'] : null
      if (other) setExisting(other)
      return other
        ? { fields: { name: errorMessage(error) } }
        : toFormProblem(error, { name: 'Use 1 to 60 characters, with at least one letter or digit.' })
    }
  }

  return (
    <>
      <Form submit="Rename" onSubmit={rename}>
        <TextField
          name="name"
          label="Name"
          required
          maxLength={MAX_TOPIC_NAME}
          dir="auto"
          autoComplete="off"
          value={name}
          onValueChange={setName}
          hint={
            <>
              <span dir="ltr" className="wrap-anywhere">
                /tag/{tagSlug(name) || '…'}
              </span>
              {tagSlug(name) !== tag.slug && <span className="block">The old address will redirect here.</span>}
            </>
          }
        />
      </Form>
      {existing && <OfferMerge tag={tag} into={existing} onMerged={finish} />}
    </>
  )
}

type OfferProps = { tag: AdminTag; into: Existing; onMerged(title: string): Promise<void> }

function OfferMerge({ tag, into, onMerged }: OfferProps) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const result = useMergePreview(into.id, () =>
    api('POST /api/admin/tags/merge/preview', { body: { ids: [tag.id], into: into.id } }),
  )

  async function merge() {
    setBusy(true)
    try {
      const { results } = await api('POST /api/admin/tags/merge', { body: { ids: [tag.id], into: into.id } })
      const refused = results.find((one) => one.refused)?.refused
      if (!refused) return await onMerged(`“${tag.name}” merged into “${into.name}”`)
      setProblem(refused.message)
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }

  return (
    <section aria-label="Merge instead" className="mt-6 grid justify-items-start gap-3 border-t border-gray-200 pt-4">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <div className="w-full">
        <MergeSummary into={into.name} result={result} />
      </div>
      <Button tone="danger" busy={busy} onClick={() => void merge()}>
        Merge into “{into.name}”
      </Button>
    </section>
  )
}

function isNamed(value: unknown): value is Existing {
  return isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string'
}

function isSavedTag(value: unknown): value is Pick<AdminTag, 'name' | 'version'> {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['version'] === 'number'
}
