import { useState } from 'react'
import type { ResponseReportReason } from '#contract/conversation/conversation.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'

const reasons: readonly { value: ResponseReportReason; label: string }[] = [
  { value: 'spam', label: 'Spam or advertising' },
  { value: 'abuse', label: 'Harassment or abuse' },
  { value: 'harmful', label: 'Dangerous or illegal content' },
  { value: 'other', label: 'Something else' },
]

type Props = {
  title: string
  /** What is reported: `response` or `story`. */
  what: string
  open: boolean
  onClose(): void
  onReport(report: { reason: ResponseReportReason; note: string }): Promise<unknown>
}

/** Only editors see who reported. */
export function ReportDialog({ title, what, open, onClose, onReport }: Props) {
  const [reason, setReason] = useState<ResponseReportReason>('spam')
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => !now && onClose()}
      title={title}
      description="An editor will review it. We won’t tell the author who reported it."
    >
      <Form
        submit="Report"
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
        onSubmit={async ({ note = '' }) => {
          try {
            await onReport({ reason, note })
          } catch (error) {
            return { message: errorMessage(error) }
          }
          onClose()
          await toast({ tone: 'success', title: `Thanks. An editor will review this ${what}.` })
          return undefined
        }}
      >
        <RadioGroup<ResponseReportReason>
          legend={`Why are you reporting this ${what}?`}
          options={reasons}
          value={reason}
          onChange={setReason}
        />
        <TextArea name="note" label="Details" maxLength={1000} rows={3} dir="auto" />
      </Form>
    </Dialog>
  )
}
