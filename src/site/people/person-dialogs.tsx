import { useState } from 'react'
import type { PersonReportReason } from '#contract/people.ts'
import { problemOf } from '#site/identity/sign-in/form-problem.ts'
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

/** Asks before a block, which ends following that does not come back by itself. */
export function BlockPerson({ name, onBlock, onClose }: BlockProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Block ${name}?`}
      description="You will not follow each other any more, and neither of you sees the other’s responses. You can take it back, here or in your account."
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

const reasons: readonly { reason: PersonReportReason; words: string }[] = [
  { reason: 'spam', words: 'Spam or advertising' },
  { reason: 'abuse', words: 'Abuse or harassment' },
  { reason: 'impersonation', words: 'Pretends to be somebody else' },
  { reason: 'other', words: 'Something else' },
]

type ReportProps = { id: string; name: string; onClose(): void }

/** Tells the editors about somebody. They are not told by whom. */
export function ReportPerson({ id, name, onClose }: ReportProps) {
  const api = useApi()
  const [reason, setReason] = useState<PersonReportReason | null>(null)

  async function send({ note = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (!reason) return { message: 'Choose what it is about.' }
    try {
      await api('POST /api/people/{ref}/report', { params: { ref: id }, body: { reason, note } })
    } catch (error) {
      return problemOf(error, { note: 'At most a thousand letters.' })
    }
    onClose()
    await toast({ tone: 'success', title: 'Thank you', description: 'The editors will look at it.' })
    return undefined
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Report ${name}`}
      description={`The editors read it; ${name} does not learn who sent it.`}
    >
      <Form submit="Send" onSubmit={send} beside={cancel}>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium text-gray-800">What is it about?</legend>
          {reasons.map(({ reason: one, words }) => (
            <label key={one} className="flex min-h-11 items-center gap-3 pointer-fine:min-h-8">
              <input
                type="radio"
                name="reason"
                required
                checked={reason === one}
                onChange={() => setReason(one)}
                className="size-5 shrink-0 accent-primary-700"
              />
              {words}
            </label>
          ))}
        </fieldset>
        <TextArea name="note" label="In your words" maxLength={1000} dir="auto" />
      </Form>
    </Dialog>
  )
}
