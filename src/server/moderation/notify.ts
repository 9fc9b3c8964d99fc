import type { NotificationDetail } from '#contract/notifications/notifications.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Notice = {
  /** The id of the decision or appeal. */
  id: string
  /** A key of `moderationOutcomes`. */
  outcome: string
  personId: string
  articleId?: string
  responseId?: string
  reason: string | null
  note: string
  until?: Date | null
}

/** Notifies a person of a decision, with the reason, and without the name of the editor. */
export async function notifyPerson(tx: Ctx, notice: Notice) {
  const { id, outcome, personId, articleId, responseId, reason, note, until } = notice
  if (personId === tx.viewer?.id) return
  const detail: NotificationDetail = {
    outcome,
    ...(reason && { reason }),
    ...(note && { note }),
    ...(until && { until: until.toISOString() }),
  }
  const about = { ...(articleId && { articleId }), ...(responseId && { responseId }) }
  await notify(tx, {
    kind: 'moderation',
    cause: `moderation:${id}:${outcome}`,
    actorId: null,
    personId,
    ...about,
    detail,
  })
}
