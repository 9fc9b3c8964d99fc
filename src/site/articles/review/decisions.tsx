import { useState } from 'react'
import type { Article, Transition } from '#contract/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { titleOf } from '#site/articles/desk/words.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { codeOf, sentenceOf } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { AtATime } from './at-a-time.tsx'
import { WithNote } from './with-note.tsx'

type Props = { article: Article; onMoved(): void }
/** What is decided here. What its writers do with it, they do at their desk. */
const decided: ReadonlySet<Transition> = new Set([
  'approve',
  'update',
  'publish',
  'schedule',
  'request-changes',
  'decline-update',
  'restore',
  'unschedule',
  'unpublish',
  'remove',
])

type Sent = { note?: string; at?: string }

/** Answers to whoever wrote it. What was changed after it was opened here is not published unseen. */
export function Decisions({ article, onMoved }: Props) {
  const api = useApi()
  const [busy, setBusy] = useState<Transition | null>(null)
  const [problem, setProblem] = useState<{ sentence: string; stale: boolean } | null>(null)
  const { id, version, can, state, updateAsked } = article
  const may = (which: Transition) => can.includes(which)

  /** Null when it is done, or what there is to say. */
  async function move(which: Transition, done: string, { note = '', at }: Sent = {}) {
    if (busy) return 'Something else is under way. Wait a moment.'
    setBusy(which)
    setProblem(null)
    try {
      await api('POST /api/articles/{id}/moves', {
        params: { id },
        body: { move: which, note, at: at ?? null, version },
      })
      await toast({ tone: 'success', title: `“${titleOf(article)}” ${done}` })
      onMoved()
      return null
    } catch (error) {
      const stale = ['version-conflict', 'wrong-state'].includes(codeOf(error))
      // A refusal knows which state it is in, or what is missing.
      const sentence = error instanceof Refusal && error.details['message'] ? error.message : sentenceOf(error)
      setProblem({ sentence, stale })
      return sentence
    } finally {
      setBusy(null)
    }
  }

  const nothing = !can.some((which) => decided.has(which) && (which !== 'update' || article.changed))
  return (
    <section aria-label="Decide" className="grid grid-cols-1 gap-3">
      {problem && (
        <Banner
          tone="danger"
          {...(problem.stale && {
            action: (
              <Button
                tone="quiet"
                size="sm"
                onClick={() => {
                  setProblem(null)
                  onMoved()
                }}
              >
                Look again
              </Button>
            ),
          })}
        >
          {problem.sentence}
        </Banner>
      )}
      {updateAsked && (
        <p className="text-sm text-gray-600">
          Readers still see the old text. Look at what changed, then take the new text or send it back.
        </p>
      )}
      {may('approve') && (
        <Button busy={busy === 'approve'} onClick={() => void move('approve', 'approved')}>
          Approve and publish
        </Button>
      )}
      {may('update') && article.changed && (
        <Button busy={busy === 'update'} onClick={() => void move('update', 'updated')}>
          {updateAsked ? 'Approve the changes' : 'Publish the changes'}
        </Button>
      )}
      {may('publish') && (
        <Button busy={busy === 'publish'} onClick={() => void move('publish', 'published')}>
          Publish now
        </Button>
      )}
      {may('approve') && (
        <AtATime label="Approve for a time" onChoose={(at) => move('approve', 'approved for its time', { at })} />
      )}
      {may('schedule') && (
        <AtATime
          label={state === 'scheduled' ? 'Reschedule' : 'Schedule'}
          onChoose={(at) => move('schedule', 'scheduled', { at })}
        />
      )}
      {may('request-changes') && (
        <WithNote
          label="Request changes"
          consequence="It goes back to whoever wrote it, with your words."
          onSend={(note) => move('request-changes', 'sent back', { note })}
        />
      )}
      {may('decline-update') && updateAsked && (
        <WithNote
          label="Decline the changes"
          consequence="The published text stays as it is. Whoever wrote the new one is told why."
          onSend={(note) => move('decline-update', 'stays as it is', { note })}
        />
      )}
      {may('restore') && (
        <Button busy={busy === 'restore'} onClick={() => void move('restore', 'restored')}>
          Restore
        </Button>
      )}
      {may('unschedule') && (
        <Button tone="quiet" busy={busy === 'unschedule'} onClick={() => void move('unschedule', 'is a draft again')}>
          Take off the schedule
        </Button>
      )}
      {may('unpublish') && (
        <ConfirmButton
          label="Unpublish"
          size="md"
          busy={busy === 'unpublish'}
          title={`Unpublish “${titleOf(article)}”?`}
          consequence="Readers do not find it any more. It becomes a draft; its likes and responses are kept."
          action="Unpublish"
          onConfirm={() => void move('unpublish', 'unpublished')}
        >
          Unpublish…
        </ConfirmButton>
      )}
      {may('remove') && (
        <WithNote
          label="Remove"
          danger
          consequence="Readers do not find it any more. Whoever wrote it is told why."
          onSend={(note) => move('remove', 'removed', { note })}
        />
      )}
      {nothing && <p className="text-sm text-gray-600">There is nothing to decide now.</p>}
    </section>
  )
}
