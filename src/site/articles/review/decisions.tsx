import { useState } from 'react'
import type { Article, Transition } from '#contract/articles/articles.ts'
import { titleOf } from '#site/stories/article-labels.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'

type Props = { article: Article; onMoved(): void }
/** Editorial transitions. Authors make theirs from their desk. */
const editorial: ReadonlySet<Transition> = new Set([
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

/** The decisions an editor can make. A draft saved after this page was opened is not published unseen. */
export function Decisions({ article, onMoved }: Props) {
  const api = useApi()
  const [busy, setBusy] = useState<Transition | null>(null)
  const [error, setError] = useState<{ sentence: string; isStale: boolean } | null>(null)
  const { id, version, can, state, updateAsked } = article
  const allows = (which: Transition) => can.includes(which)

  /** Null on success, otherwise the error message. */
  async function apply(which: Transition, done: string, { note = '', at }: Sent = {}) {
    if (busy) return 'Another action is in progress. Try again in a moment.'
    setBusy(which)
    setError(null)
    try {
      await api('POST /api/articles/{id}/moves', {
        params: { id },
        body: { move: which, note, at: at ?? null, version },
      })
      await toast({ tone: 'success', title: `“${titleOf(article)}” ${done}` })
      onMoved()
      return null
    } catch (failure) {
      const isStale = ['version-conflict', 'wrong-state'].includes(errorCode(failure))
      const sentence = errorMessage(failure)
      setError({ sentence, isStale })
      return sentence
    } finally {
      setBusy(null)
    }
  }

  const hasNoDecision = !can.some((which) => editorial.has(which) && (which !== 'update' || article.changed))
  return (
    <section aria-label="Decision" className="grid grid-cols-1 gap-3">
      {error && (
        <Banner
          tone="danger"
          {...(error.isStale && {
            action: (
              <Button
                tone="quiet"
                size="sm"
                onClick={() => {
                  setError(null)
                  onMoved()
                }}
              >
                Reload
              </Button>
            ),
          })}
        >
          {error.sentence}
        </Banner>
      )}
      {updateAsked && (
        <p className="text-sm text-gray-600">
          Readers still see the published version. Review the changes, then approve or decline them.
        </p>
      )}
      {allows('approve') && (
        <Button busy={busy === 'approve'} onClick={() => void apply('approve', 'approved')}>
          Approve and publish
        </Button>
      )}
      {allows('update') && article.changed && (
        <Button busy={busy === 'update'} onClick={() => void apply('update', 'updated')}>
          {updateAsked ? 'Approve changes' : 'Publish changes'}
        </Button>
      )}
      {allows('publish') && (
        <Button busy={busy === 'publish'} onClick={() => void apply('publish', 'published')}>
          Publish now
        </Button>
      )}
      {allows('approve') && (
        <ScheduleDialog
          label="Approve and schedule"
          onChoose={(at) => apply('approve', 'approved and scheduled', { at })}
        />
      )}
      {allows('schedule') && (
        <ScheduleDialog
          label={state === 'scheduled' ? 'Reschedule' : 'Schedule'}
          onChoose={(at) => apply('schedule', 'scheduled', { at })}
        />
      )}
      {allows('request-changes') && (
        <NoteDialog
          label="Request changes"
          consequence="Tell the author what to change. The story goes back to them with your message."
          onSend={(note) => apply('request-changes', 'sent back to the author', { note })}
        />
      )}
      {allows('decline-update') && updateAsked && (
        <NoteDialog
          label="Decline changes"
          consequence="Readers still see the published version. The author is notified with your message."
          onSend={(note) => apply('decline-update', 'update declined', { note })}
        />
      )}
      {allows('restore') && (
        <Button busy={busy === 'restore'} onClick={() => void apply('restore', 'restored')}>
          Restore
        </Button>
      )}
      {allows('unschedule') && (
        <Button tone="quiet" busy={busy === 'unschedule'} onClick={() => void apply('unschedule', 'unscheduled')}>
          Unschedule
        </Button>
      )}
      {allows('unpublish') && (
        <ConfirmButton
          label="Unpublish"
          size="md"
          busy={busy === 'unpublish'}
          title={`Unpublish “${titleOf(article)}”?`}
          consequence="Readers can no longer see it. It becomes a draft and keeps its likes and responses."
          action="Unpublish"
          onConfirm={() => void apply('unpublish', 'unpublished')}
        >
          Unpublish…
        </ConfirmButton>
      )}
      {allows('remove') && (
        <NoteDialog
          label="Remove"
          danger
          consequence="Readers can no longer see it. The author is notified with your message."
          onSend={(note) => apply('remove', 'removed', { note })}
        />
      )}
      {hasNoDecision && <p className="text-sm text-gray-600">No decision needed right now.</p>}
    </section>
  )
}
