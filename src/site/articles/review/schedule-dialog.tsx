import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { getTimeZoneName } from '#site/articles/writing/publish/schedule-time.ts'

/** Asks for a time in the viewer's time zone. */
export function ScheduleDialog({ label, onChoose }: { label: string; onChoose(at: string): Promise<string | null> }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={label}
      description="The story is published automatically at this time."
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
          if (Number.isNaN(moment.getTime())) return { fields: { at: 'Choose a date and time.' } }
          if (moment.getTime() <= Date.now()) return { fields: { at: 'Choose a time in the future.' } }
          const message = await onChoose(moment.toISOString())
          if (message) return { message }
          setOpen(false)
        }}
      >
        <TextField
          name="at"
          label="Date and time"
          type="datetime-local"
          required
          hint={`Your time zone: ${getTimeZoneName()}.`}
        />
      </Form>
    </Dialog>
  )
}
