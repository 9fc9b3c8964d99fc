import type { FailedRow, RunOnRows } from '#site/admin/list/list-types.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { describeShortage } from './describe-shortage.ts'

type Props = {
  title: string
  description: string
  label: string
  hint?: string
  required?: boolean
  maxLength: number
  submit: string
  tone?: 'danger'
  onNote(note: string): void
  onClose(): void
}

/** Asks for the note or the reason of an action. */
export function NoteDialog({ title, description, label, hint, submit, tone, onNote, onClose, ...field }: Props) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <Form
        submit={submit}
        {...(tone && { tone })}
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
        onSubmit={async ({ note = '' }) => {
          if (field.required && note.trim() === '') return { fields: { note: 'Enter a reason.' } }
          onNote(note)
          return undefined
        }}
      >
        <TextArea name="note" label={label} hint={hint} rows={3} dir="auto" {...field} />
      </Form>
    </Dialog>
  )
}

/** Runs a call for each row, one after the other. Failures stop nothing. */
export function runOnEach<Row>(
  call: (row: Row) => Promise<unknown>,
  idOf: (row: Row) => string,
  after: () => Promise<void>,
): RunOnRows<Row> {
  return async (rows) => {
    const failed: FailedRow[] = []
    for (const row of rows) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the ledger keeps their order
        await call(row)
      } catch (error) {
        failed.push({ id: idOf(row), message: describeShortage(error, 'The person') ?? errorMessage(error) })
      }
    }
    await after()
    return failed
  }
}
