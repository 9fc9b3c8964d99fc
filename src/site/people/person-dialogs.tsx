import { useState } from 'react'
import type { PersonReportReason } from '#contract/people.ts'
import { toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'

type BlockProps = { name: string; onBlock(): void; onClose(): void }

const cancel = (
  <DialogClose>
    <Button tone="quiet">Cancel</Button>
  </DialogClose>
)

/** Confirms first, because unblocking does not restore follows. */
export function BlockPerson({ name, onBlock, onClose }: BlockProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Block ${name}?`}
      description="You will stop following each other and won’t see each other’s responses. You can unblock them here or in your account settings."
      actions={
        <>
          {cancel}
          <Button tone="danger" onClick={onBlock}>
            Block
          </Button>
        </>
      }
    />
  )
}

const reasons: readonly { reason: PersonReportReason; label: string }[] = [
  { reason: 'spam', label: 'Spam or advertising' },
  { reason: 'abuse', label: 'Abuse or harassment' },
  { reason: 'impersonation', label: 'Impersonation' },
  { reason: 'other', label: 'Something else' },
]

type ReportProps = { id: string; name: string; onClose(): void }

export function ReportPerson({ id, name, onClose }: ReportProps) {
  const api = useApi()
  const [reason, setReason] = useState<PersonReportReason | null>(null)

  async function send({ note = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (!reason) return { message: 'Choose a reason.' }
    try {
      await api('POST /api/people/{ref}/report', { params: { ref: id }, body: { reason, note } })
    } catch (error) {
      return toFormProblem(error, { note: 'Use 1,000 characters or fewer.' })
    }
    onClose()
    await toast({ tone: 'success', title: 'Report sent', description: 'The editors will review it.' })
    return undefined
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Report ${name}`}
      description={`The editors will review your report. ${name} won’t know who sent it.`}
    >
      <Form submit="Send" onSubmit={send} beside={cancel}>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium text-gray-800">Reason</legend>
          {reasons.map(({ reason: one, label }) => (
            <label key={one} className="flex min-h-11 items-center gap-3 pointer-fine:min-h-8">
              <input
                type="radio"
                name="reason"
                required
                checked={reason === one}
                onChange={() => setReason(one)}
                className="size-5 shrink-0 accent-primary-700"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <TextArea name="note" label="Details" maxLength={1000} dir="auto" />
      </Form>
    </Dialog>
  )
}
