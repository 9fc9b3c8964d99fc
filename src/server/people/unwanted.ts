import type { Viewer } from '#contract/viewer.ts'
import type { Relation } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { shownCardsOf } from './cards.ts'
import { endFollow } from './follows.ts'
import { lockPair, somebodyElse } from './pairs.ts'
import { relationTo } from './relation.ts'

/** Nobody looks through more. */
const MOST = 500

/** Blocks somebody: neither follows the other any more. */
export async function block(ctx: Ctx<Viewer>, ref: string): Promise<Relation> {
  const otherId = await somebodyElse(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockPair(tx, otherId)
    const { id } = tx.viewer
    await tx.db
      .insertInto('block')
      .values({ blockerId: id, blockedId: otherId, since: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await endFollow(tx, { followerId: id, followedId: otherId })
    await endFollow(tx, { followerId: otherId, followedId: id })
    return relationTo(tx, otherId)
  })
}

/** Ends a block. What it ended stays ended. */
export async function unblock(ctx: Ctx<Viewer>, ref: string): Promise<Relation> {
  const otherId = await somebodyElse(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await tx.db.deleteFrom('block').where('blockerId', '=', tx.viewer.id).where('blockedId', '=', otherId).execute()
    return relationTo(tx, otherId)
  })
}

/** Hears nothing of somebody any more, and does not tell them. */
export async function mute(ctx: Ctx<Viewer>, ref: string): Promise<Relation> {
  const otherId = await somebodyElse(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .insertInto('mute')
      .values({ muterId: tx.viewer.id, mutedId: otherId, since: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return relationTo(tx, otherId)
  })
}

export async function unmute(ctx: Ctx<Viewer>, ref: string): Promise<Relation> {
  const otherId = await somebodyElse(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await tx.db.deleteFrom('mute').where('muterId', '=', tx.viewer.id).where('mutedId', '=', otherId).execute()
    return relationTo(tx, otherId)
  })
}

/** Whom the viewer has blocked or muted, the latest first. */
export async function unwanted(ctx: Ctx<Viewer>) {
  const { db, viewer } = ctx
  const [blocks, mutes] = await Promise.all([
    db
      .selectFrom('block')
      .select('blockedId')
      .where('blockerId', '=', viewer.id)
      .orderBy('since', 'desc')
      .limit(MOST)
      .execute(),
    db
      .selectFrom('mute')
      .select('mutedId')
      .where('muterId', '=', viewer.id)
      .orderBy('since', 'desc')
      .limit(MOST)
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
