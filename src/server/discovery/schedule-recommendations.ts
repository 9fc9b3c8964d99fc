import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { DISCOVERY } from './story-ranks.ts'

/** Batches several finished stories into one refresh. */
const REFRESH_DELAY_MS = MINUTE_MS

/**
 * Refreshes recommendations without delay and wakes the worker. Call when a person follows or unfollows someone or
 * something. Must run in a transaction.
 */
export async function refreshRecommendationsSoon(tx: Pick<Ctx, 'db' | 'now' | 'invalidate'>, personId: string) {
  await scheduleRecommendations(tx, personId, true)
  tx.invalidate(DISCOVERY)
}

/** Never delays a refresh that is already due sooner. */
export async function scheduleRecommendations({ db, now }: Pick<Ctx, 'db' | 'now'>, personId: string, soon = false) {
  const dueAt = new Date(now().getTime() + (soon ? 0 : REFRESH_DELAY_MS))
  await db
    .insertInto('forYouState')
    .values({ personId, dueAt })
    .onConflict((conflict) =>
      conflict
        .column('personId')
        .doUpdateSet({ dueAt })
        .where((eb) => eb.or([eb('forYouState.dueAt', 'is', null), eb('forYouState.dueAt', '>', dueAt)])),
    )
    .execute()
}
