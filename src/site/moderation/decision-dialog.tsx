import { useState } from 'react'
import {
  type ModerationAction,
  type ModerationReason,
  moderationReasons,
  reasonNames,
} from '#contract/moderation/names.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { actions, explanations, plural } from './labels.ts'

export type Answers = { reason: ModerationReason | null; note: string; days: number | null }

type Props = { action: ModerationAction; count: number; onDecide(answers: Answers): void; onClose(): void }

const lengths = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'Permanently' },
]

/** Asks for the reason of a decision, and for the length of a ban. */
export function DecisionDialog({ action, count, onDecide, onClose }: Props) {
  const { name, danger } = actions[action]
  const [reason, setReason] = useState<ModerationReason | null>(null)
  const [days, setDays] = useState('7')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={count === 1 ? name : `${name} ${plural(count, 'case')}`}
      description={explanations[action] ?? ''}
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
          if (reason === null) return { message: 'Choose a reason.' }
          onDecide({ reason, note, days: action === 'ban' && days !== '' ? Number(days) : null })
          return undefined
        }}
      >
        {action === 'ban' && <RadioGroup legend="How long?" options={lengths} value={days} onChange={setDays} />}
        <RadioGroup<ModerationReason>
          legend="Reason"
          options={moderationReasons.map((one) => ({ value: one, label: reasonNames[one] }))}
          value={reason}
          onChange={setReason}
        />
        <TextArea
          name="note"
          label="Note"
          hint={action === 'shadow-hold' ? 'Only editors see it.' : 'The author sees it with the reason.'}
          maxLength={1000}
          rows={3}
          dir="auto"
        />
      </Form>
    </Dialog>
  )
}
