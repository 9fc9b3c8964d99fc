import type { NotificationDetail, NotificationKind } from '#contract/notifications/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

export type Happening = {
  kind: NotificationKind
  /** What makes it one and the same: told again, it changes nothing. */
  cause: string
  /** Who did it. */
  actorId: string | null
  /** Whom it concerns; left out, all who follow the actor. */
  personId?: string
  articleId?: string
  responseId?: string
  detail?: NotificationDetail
}

/** What every process hears when there is something to tell. */
export const HAPPENINGS = 'happenings'

/** Writes down what happened, with its cause: both commit or neither does. People are told afterwards. Inside a transaction. */
export async function tell({ db, now, invalidate }: Ctx, { detail = {}, ...happening }: Happening) {
  // Nobody is told what they did themselves.
  if (happening.personId && happening.personId === happening.actorId) return
  await db
    .insertInto('happening')
    .values({ id: newId(), ...happening, detail: JSON.stringify(detail), at: now() })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute()
  invalidate(HAPPENINGS)
}
