import { useId, useState } from 'react'
import type { ResponseReportReason } from '#contract/conversation/conversation.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'
import { errorMessage } from './error-message.ts'

const reasons: readonly { reason: ResponseReportReason; words: string }[] = [
  { reason: 'spam', words: 'Spam or advertising' },
  { reason: 'abuse', words: 'Harassment or abuse' },
  { reason: 'harmful', words: 'Dangerous or illegal content' },
  { reason: 'other', words: 'Something else' },
]

type Props = { id: string; name: string; open: boolean; onClose(): void }

/** Only editors see who reported. */
export function ReportDialog({ id, name, open, onClose }: Props) {
  const api = useApi()
  const group = useId()
  const [reason, setReason] = useState<ResponseReportReason>('spam')
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => !now && onClose()}
      title={`Report the response by ${name}`}
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
            await api('POST /api/responses/{id}/report', { params: { id }, body: { reason, note } })
          } catch (error) {
            return { message: errorMessage(error) }
          }
          onClose()
          await toast({ tone: 'success', title: 'Thanks. An editor will review this response.' })
          return undefined
        }}
      >
        <fieldset>
          <legend className="text-sm font-medium text-gray-800">Why are you reporting this response?</legend>
          {reasons.map(({ reason: one, words }) => (
            <label key={one} className="flex min-h-11 items-center gap-3 pointer-fine:min-h-9">
              <input
                type="radio"
                name={group}
                value={one}
                checked={reason === one}
                onChange={() => setReason(one)}
                className="size-5 accent-primary-700"
              />
              {words}
            </label>
          ))}
        </fieldset>
        <TextArea name="note" label="Details (optional)" maxLength={1000} rows={3} dir="auto" />
      </Form>
    </Dialog>
  )
}
