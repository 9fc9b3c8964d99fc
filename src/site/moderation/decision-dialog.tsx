import { useState } from 'react'
import { type ModerationReason, moderationReasons, reasonNames } from '#contract/moderation/names.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { actions, explanations, plural } from './labels.ts'
import type { Answers, Wish } from './use-decisions.ts'

type Props = { wish: Wish; onDecide(wish: Wish, answers: Answers): Promise<void>; onClose(): void }

const lengths = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'Permanently' },
]

/** Asks for the reason of a decision, and for the length of a ban. */
export function DecisionDialog({ wish, onDecide, onClose }: Props) {
  const { name, danger } = actions[wish.action]
  const [reason, setReason] = useState<ModerationReason>('spam')
  const [days, setDays] = useState('7')
  const count = wish.targets.length
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={count === 1 ? name : `${name} ${plural(count, 'case')}`}
      description={explanations[wish.action] ?? ''}
    >
      <Form
        submit={name}
        {...(danger && { tone: 'danger' as const })}
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
        onSubmit={async ({ note = '' }) => {
          try {
            await onDecide(wish, { reason, note, days: wish.action === 'ban' && days !== '' ? Number(days) : null })
            return undefined
          } catch (error) {
            return { message: errorMessage(error) }
          }
        }}
      >
        {wish.action === 'ban' && <RadioGroup legend="How long?" options={lengths} value={days} onChange={setDays} />}
        <RadioGroup<ModerationReason>
          legend="Reason"
          options={moderationReasons.map((one) => ({ value: one, label: reasonNames[one] }))}
          value={reason}
          onChange={setReason}
        />
        <TextArea
          name="note"
          label="Note"
          hint={wish.action === 'shadow-hold' ? 'Only editors see it.' : 'The author sees it with the reason.'}
          maxLength={1000}
          rows={3}
          dir="auto"
        />
      </Form>
    </Dialog>
  )
}
