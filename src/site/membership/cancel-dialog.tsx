import { useState } from 'react'
import { findLaterEnd } from '#contract/membership/describe-membership.ts'
import type { OwnMembership } from '#contract/membership/membership.ts'
import type { ExitReason } from '#contract/membership/states.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { formatDate } from './format-membership.ts'

const reasons: readonly { value: ExitReason; label: string }[] = [
  { value: 'too-expensive', label: 'It costs too much' },
  { value: 'not-enough-time', label: 'I don’t have enough time to read' },
  { value: 'not-enough-to-read', label: 'There is not enough that I want to read' },
  { value: 'technical', label: 'Something doesn’t work' },
  { value: 'other', label: 'Another reason' },
]

type Props = { own: OwnMembership; onChange(own: OwnMembership): void }

/** Asks one question, which can be skipped. */
export function CancelDialog({ own, onChange }: Props) {
  const api = useApi()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState<ExitReason | null>(null)

  async function cancel({ comment = '' }: Record<string, string>) {
    try {
      const ended = await api('POST /api/membership/cancel', { body: { ...(reason && { reason }), comment } })
      setOpen(false)
      onChange(ended)
      return undefined
    } catch (error) {
      return { message: errorMessage(error) }
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button tone="quiet" size="sm">
          Cancel membership
        </Button>
      }
      title="Cancel your membership?"
      description={describeEnd(own)}
    >
      <Form
        submit="Cancel membership"
        tone="danger"
        onSubmit={cancel}
        beside={
          <Button tone="plain" onClick={() => setOpen(false)}>
            Keep it
          </Button>
        }
      >
        <RadioGroup
          legend="Why are you leaving? You can skip this question."
          options={reasons}
          value={reason}
          onChange={(value) => setReason(value)}
        />
        {reason && <TextArea name="comment" label="What could we do better?" maxLength={1000} rows={3} dir="auto" />}
      </Form>
    </Dialog>
  )
}

function describeEnd(own: OwnMembership) {
  const { state, periodEnd, seats } = own
  const later = findLaterEnd(own)
  const rest =
    (later ? ` Your gift or free months last until ${formatDate(later)}.` : '') +
    (seats > 1 ? ' The people in your group lose their seats then.' : '')
  if (state === 'past-due') return `Your last payment failed, so your membership ends at once.${rest}`
  const end = periodEnd ? formatDate(periodEnd) : 'the end of the period'
  return state === 'trialing'
    ? `You can read members’ stories until your trial ends on ${end}. Nothing is charged.${rest}`
    : `You can read members’ stories until ${end}. You won’t be charged again.${rest}`
}
