import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'

type Props = { label: string; consequence: string; danger?: boolean; onSend(note: string): Promise<string | null> }

/** Confirms a decision that needs a message. */
export function NoteDialog({ label, consequence, danger = false, onSend }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={label}
      description={consequence}
      trigger={
        <Button tone="quiet" className={danger ? 'text-danger-700!' : ''}>
          {label}…
        </Button>
      }
    >
      <Form
        submit={label}
        tone={danger ? 'danger' : 'primary'}
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
        onSubmit={async ({ note = '' }) => {
          if (note.trim() === '') return { fields: { note: 'Enter a message.' } }
          const message = await onSend(note)
          if (message) return { message }
          setOpen(false)
        }}
      >
        <TextArea name="note" label="Message to the author" required maxLength={5000} dir="auto" />
      </Form>
    </Dialog>
  )
}
