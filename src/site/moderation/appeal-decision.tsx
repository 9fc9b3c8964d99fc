import { useState } from 'react'
import type { Appeal } from '#contract/moderation/moderation.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { Button } from '#site/ui/button.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Time } from '#site/ui/time.tsx'

type Props = {
  appeal: Appeal
  /** The viewer hid it, and another editor could decide. */
  ownDecision: boolean
  onDecide(id: string, outcome: 'accepted' | 'rejected', note: string): Promise<void>
}

export function AppealDecision({ appeal: { id, text, at, outcome, note }, ownDecision, onDecide }: Props) {
  const [rejects, setRejects] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function decide(chosen: 'accepted' | 'rejected', reply: string) {
    setBusy(true)
    setProblem('')
    try {
      await onDecide(id, chosen, reply)
      return undefined
    } catch (error) {
      setProblem(errorMessage(error))
      return { message: errorMessage(error) }
    } finally {
      setBusy(false)
    }
  }

  return (
    <section>
      <h2 className="mb-1 text-sm font-semibold text-gray-900">Appeal</h2>
      <blockquote dir="auto" className="border-s-2 border-warning-200 ps-3 text-sm wrap-anywhere whitespace-pre-line">
        {text}
      </blockquote>
      <p className="mt-1 text-sm text-gray-600">
        <Time at={at} />
        {outcome && `. ${outcome === 'accepted' ? 'Accepted' : 'Rejected'}.`} {note}
      </p>
      {!outcome && ownDecision && (
        <p className="mt-2 text-sm font-medium text-warning-800">
          You made this decision. Another editor should decide about the appeal, if one is available.
        </p>
      )}
      {problem && <p className="mt-2 text-sm text-danger-700">{problem}</p>}
      {!outcome && !rejects && (
        <div className="mt-3 flex flex-wrap gap-2 noscript:hidden">
          <Button size="sm" busy={busy} onClick={() => void decide('accepted', '')}>
            Accept and show
          </Button>
          <Button size="sm" tone="quiet" onClick={() => setRejects(true)}>
            Reject…
          </Button>
        </div>
      )}
      {!outcome && rejects && (
        <div className="mt-3">
          <Form
            submit="Reject the appeal"
            onSubmit={({ reply = '' }) => decide('rejected', reply)}
            beside={
              <Button tone="quiet" onClick={() => setRejects(false)}>
                Cancel
              </Button>
            }
          >
            <TextArea name="reply" label="Reply to the author" maxLength={1000} rows={3} dir="auto" />
          </Form>
        </div>
      )}
    </section>
  )
}
