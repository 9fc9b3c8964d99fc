import type { Viewer } from '#contract/viewer.ts'
import type { Relation } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { shownCardsOf } from './cards.ts'
import { deleteFollow } from './follows.ts'
import { lockPair, findOtherPerson } from './lock-pair.ts'
import { getRelation } from './viewer-relation.ts'

const MAX_LISTED = 500

/** Ends following in both directions. */
export async function block(ctx: Ctx<Viewer>, ref: string): Promise<Relation> {
  const otherId = await findOtherPerson(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockPair(tx, otherId)
    const { id } = tx.viewer
    await tx.db
      .insertInto('block')
      .values({ blockerId: id, blockedId: otherId, since: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await deleteFollow(tx, { followerId: id, followedId: otherId })
    await deleteFollow(tx, { followerId: otherId, followedId: id })
    tx.invalidate(`own:${otherId}`)
    return getRelation(tx, otherId)
  })
}

/** Does not restore follows that the block ended. */
export async function unblock(ctx: Ctx<Viewer>, ref: string): Promise<Relation> {
  const otherId = await findOtherPerson(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await tx.db.deleteFrom('block').where('blockerId', '=', tx.viewer.id).where('blockedId', '=', otherId).execute()
    tx.invalidate(`own:${otherId}`)
    return getRelation(tx, otherId)
  })
}

/** The muted person is not notified. */
export async function mute(ctx: Ctx<Viewer>, ref: string): Promise<Relation> {
  const otherId = await findOtherPerson(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .insertInto('mute')
      .values({ muterId: tx.viewer.id, mutedId: otherId, since: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return getRelation(tx, otherId)
  })
}

export async function unmute(ctx: Ctx<Viewer>, ref: string): Promise<Relation> {
  const otherId = await findOtherPerson(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await tx.db.deleteFrom('mute').where('muterId', '=', tx.viewer.id).where('mutedId', '=', otherId).execute()
    return getRelation(tx, otherId)
  })
}

/** Most recent first. */
export async function listBlockedAndMuted(ctx: Ctx<Viewer>) {
  const { db, viewer } = ctx
  const [blocks, mutes] = await Promise.all([
    db
      .selectFrom('block')
      .select('blockedId')
      .where('blockerId', '=', viewer.id)
      .orderBy('since', 'desc')
      .limit(MAX_LISTED)
      .execute(),
    db
      .selectFrom('mute')
      .select('mutedId')
      .where('muterId', '=', viewer.id)
      .orderBy('since', 'desc')
      .limit(MAX_LISTED)
      .execute(),
  ])
  const [blocked, muted] = await Promise.all([
    shownCardsOf(
      ctx,
      blocks.map(({ blockedId }) => blockedId),
    ),
    shownCardsOf(
      ctx,
      mutes.map(({ mutedId }) => mutedId),
    ),
  ])
  return { blocked, muted }
}
