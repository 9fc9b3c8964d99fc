import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { zoneName } from '#site/articles/writing/publish/when.ts'

/** Publishes later, at a time of the viewer's own clock. */
export function AtATime({ label, onChoose }: { label: string; onChoose(at: string): Promise<string | null> }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={label}
      description="It goes out by itself at that time."
      trigger={<Button tone="quiet">{label}…</Button>}
    >
      <Form
        submit="Schedule"
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
        onSubmit={async ({ at = '' }) => {
          const moment = new Date(at)
          if (Number.isNaN(moment.getTime())) return { fields: { at: 'Choose a day and a time.' } }
          if (moment.getTime() <= Date.now()) return { fields: { at: 'Choose a time that lies ahead.' } }
          const message = await onChoose(moment.toISOString())
          if (message) return { message }
          setOpen(false)
        }}
      >
        <TextField
          name="at"
          label="Day and time"
          type="datetime-local"
          required
          hint={`By your clock (${zoneName()}).`}
        />
      </Form>
    </Dialog>
  )
}
