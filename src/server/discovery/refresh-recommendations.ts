import type { ForYouWeights } from '#contract/discovery.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findCandidates } from './candidates.ts'
import { rankCandidates } from './rank-candidates.ts'
import { getWeights } from './weights.ts'

const MAX_RECOMMENDATIONS = 100

/** Refreshes one person whose recommendations are due. Returns false if none are due. */
export async function refreshNextRecommendations(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const due = await tx.db
      .selectFrom('forYouState')
      .select('personId')
      .where('dueAt', '<=', tx.now())
      .orderBy('dueAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return false
    await refreshRecommendations(tx, due.personId, await getWeights(tx.db, due.personId))
    return true
  })
}

/** Stores nothing for people who prefer newest first. Must run in a transaction. */
async function refreshRecommendations(tx: Ctx, personId: string, weights: ForYouWeights) {
  const { db, now } = tx
  // Locks the row, so that concurrent refreshes of one person run one after the other.
  const state = { madeAt: now(), dueAt: null }
  await db
    .insertInto('forYouState')
    .values({ personId, ...state })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet(state))
    .execute()
  const ranked = weights.newest ? [] : rankCandidates(await findCandidates(tx, personId), MAX_RECOMMENDATIONS, weights)
  await db.deleteFrom('forYou').where('personId', '=', personId).execute()
  const rows = ranked.map(({ id, why }, position) => ({
    personId,
    position,
    articleId: id,
    why: why.kind,
    whyName: why.name.slice(0, 200),
  }))
  if (rows.length > 0) await db.insertInto('forYou').values(rows).execute()
  tx.invalidate(`own:${personId}`)
}

/** Refreshes before it returns, so that the next request already uses the new weights. */
export function updateWeights(ctx: Ctx<Viewer>, weights: ForYouWeights): Promise<ForYouWeights> {
  return inTransaction(ctx, async (tx) => {
    const { id: personId } = tx.viewer
    await tx.db
      .insertInto('forYouWeight')
      .values({ personId, ...weights })
      .onConflict((conflict) => conflict.column('personId').doUpdateSet(weights))
      .execute()
    await refreshRecommendations(tx, personId, weights)
    return weights
  })
}
