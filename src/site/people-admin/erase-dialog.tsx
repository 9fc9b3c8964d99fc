import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminPersonDetails, ErasurePreview } from '#contract/people-admin/people-admin.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Spinner } from '#site/ui/spinner.tsx'
import { toast } from '#site/ui/toast.tsx'
import { ReasonField } from './access-section.tsx'

type Props = { person: AdminPersonDetails }

export function EraseDialog({ person: { id, name, handle } }: Props) {
  const api = useApi()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)

  async function erase({ handle: typed = '', reason = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (typed.trim().toLowerCase().replace(/^@/, '') !== handle)
      return { fields: { handle: `Type “${handle}” to continue.` } }
    try {
      await api('POST /api/admin/people/{id}/erasure', { params: { id }, body: { handle: typed, reason } })
    } catch (error) {
      return { message: errorMessage(error) }
    }
    setOpen(false)
    await toast({ title: 'Person erased' })
    await navigate('/admin/users')
    return undefined
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button tone="quiet" size="sm" className="text-danger-700!">
          Erase…
        </Button>
      }
      title={`Erase ${name}?`}
      description="This can’t be undone. Export the data first if it may be needed."
    >
      <div className="grid grid-cols-1 gap-5">
        {open && <Preview id={id} />}
        <Form submit="Erase permanently" tone="danger" onSubmit={erase}>
          <TextField
            name="handle"
            label={`Type “${handle}” to confirm`}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
          <ReasonField />
        </Form>
      </div>
    </Dialog>
  )
}

function Preview({ id }: { id: string }) {
  const api = useApi()
  const [preview, setPreview] = useState<ErasurePreview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    api('GET /api/admin/people/{id}/erasure', { params: { id } }).then(
      (found) => {
        if (!left) setPreview(found)
      },
      (error: unknown) => {
        if (!left) setProblem(errorMessage(error))
      },
    )
    return () => {
      left = true
    }
  }, [api, id])

  if (problem) return <Banner tone="danger">{problem}</Banner>
  if (!preview)
    return (
      <p className="flex items-center gap-2 text-sm text-gray-600" aria-live="polite">
        <Spinner /> Counting what will be erased…
      </p>
    )
  return (
    <div className="grid grid-cols-1 gap-4 text-sm">
      <Lines title="Deleted" lines={preview.deleted} />
      <Lines title="Moved to the trash, then deleted" lines={preview.trashed} />
      <Lines title="Kept as “Deleted user”" lines={preview.anonymized} />
      <Lines title="Kept" lines={preview.kept} />
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: ErasurePreview['deleted'] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="font-medium text-gray-900">{title}</h3>
      <ul className="mt-1">
        {lines.map(({ what, count }) => (
          <li key={what} className="flex justify-between gap-4 text-gray-700">
            <span>{what}</span>
            <span className="tabular-nums">{count.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
