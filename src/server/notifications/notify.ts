import type { NotificationDetail, NotificationKind } from '#contract/notifications/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

export type NotificationEvent = {
  kind: NotificationKind
  /** Idempotency key: a second event with the same cause is ignored. */
  cause: string
  actorId: string | null
  /** The recipient. Without one, every follower of the actor is notified; of a submission, every editor. */
  personId?: string
  articleId?: string
  responseId?: string
  detail?: NotificationDetail
}

/** Wakes the fan-out workers of all processes. The value is part of the NOTIFY protocol between versions. */
export const NOTIFICATION_EVENTS = 'happenings'

/** Writes an event to the outbox, in the caller's transaction. The fan-out job creates the notifications after commit. */
export async function notify({ db, now, invalidate }: Ctx, { detail = {}, ...event }: NotificationEvent) {
  // Actors are not notified of their own actions.
  if (event.personId && event.personId === event.actorId) return
  await db
    .insertInto('notificationEvent')
    .values({ id: newId(), ...event, detail: JSON.stringify(detail), at: now() })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute()
  invalidate(NOTIFICATION_EVENTS)
}
