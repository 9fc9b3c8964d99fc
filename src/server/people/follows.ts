import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { choiceIsStale } from '#server/discovery/for-you-due.ts'
import { tell } from '#server/notifications/tell.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { lockPair, somebodyElse } from './pairs.ts'

/** What a page shows that tells how many follow somebody; with `follows`, of everybody. */
export const followsOf = (personId: string) => `follows:${personId}`
export const FOLLOWS = 'follows'

/** Follows somebody; again, it changes nothing. Nobody follows across a block. */
export async function follow(ctx: Ctx<Viewer>, ref: string) {
  const otherId = await somebodyElse(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockPair(tx, otherId)
    const { id } = tx.viewer
    if (await blockBetween(tx.db, id, otherId))
      throw new Refusal('not-allowed', { message: 'One of you has blocked the other.' })
    if (await beginFollow(tx, { followerId: id, followedId: otherId }, tx.now())) {
      await choiceIsStale(tx, id)
      // One cause for all time: whoever follows again does not knock again.
      await tell(tx, { kind: 'follow', cause: `follow:${id}:${otherId}`, actorId: id, personId: otherId })
    }
    return { followed: true, followers: await followersOf(tx.db, otherId) }
  })
}

/** Ends following somebody; whoever does not follow stays that way. */
export async function unfollow(ctx: Ctx<Viewer>, ref: string) {
  const otherId = await somebodyElse(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockPair(tx, otherId)
    const { id } = tx.viewer
    // Whom somebody follows decides what is chosen for them.
    if (await endFollow(tx, { followerId: id, followedId: otherId })) await choiceIsStale(tx, id)
    return { followed: false, followers: await followersOf(tx.db, otherId) }
  })
}

type Pair = { followerId: string; followedId: string }

/** Makes one, with its counts, unless there is one. Both people are held, or nobody else knows of them yet. Inside a transaction. */
export async function beginFollow(tx: Ctx, pair: Pair, since: Date) {
  const made = await tx.db
    .insertInto('follow')
    .values({ ...pair, since })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows !== 1n) return false
  await count(tx, pair, 1)
  return true
}

/** Takes one away, with its counts, if there is one. Both people are held. Inside a transaction. */
export async function endFollow(tx: Ctx, pair: Pair) {
  const gone = await tx.db
    .deleteFrom('follow')
    .where('followerId', '=', pair.followerId)
    .where('followedId', '=', pair.followedId)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) return false
  await count(tx, pair, -1)
  return true
}

/** Which of these people the viewer follows; a visitor follows nobody. */
export async function followedAmong({ db, viewer }: Pick<Ctx, 'db' | 'viewer'>, ids: string[]): Promise<Set<string>> {
  if (!viewer || ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('follow')
    .select('followedId')
    .where('followerId', '=', viewer.id)
    .where('followedId', 'in', ids)
    .execute()
  return new Set(rows.map(({ followedId }) => followedId))
}

/** Whoever is hidden is followed by nobody and follows nobody, as far as anybody counts. Inside a transaction. */
export async function countHidden(tx: Ctx, personId: string, by: 1 | -1) {
  const { db, invalidate } = tx
  const followed = await db
    .updateTable('person')
    .set({ followerCount: sql`follower_count + ${by}` })
    .where('id', 'in', db.selectFrom('follow').select('followedId').where('followerId', '=', personId))
    .returning('id')
    .execute()
  const followers = await db
    .updateTable('person')
    .set({ followingCount: sql`following_count + ${by}` })
    .where('id', 'in', db.selectFrom('follow').select('followerId').where('followedId', '=', personId))
    .returning('id')
    .execute()
  invalidate(FOLLOWS, ...[...followed, ...followers].map(({ id }) => followsOf(id)))
}

async function count({ db, invalidate }: Ctx, { followerId, followedId }: Pair, by: 1 | -1) {
  await db
    .updateTable('person')
    .set({ followingCount: sql`following_count + ${by}` })
    .where('id', '=', followerId)
    .execute()
  await db
    .updateTable('person')
    .set({ followerCount: sql`follower_count + ${by}` })
    .where('id', '=', followedId)
    .execute()
  invalidate(FOLLOWS, followsOf(followerId), followsOf(followedId))
}

async function blockBetween(db: Db, one: string, other: string) {
  const row = await db
    .selectFrom('block')
    .select('blockerId')
    .where((eb) =>
      eb.or([
        eb.and([eb('blockerId', '=', one), eb('blockedId', '=', other)]),
        eb.and([eb('blockerId', '=', other), eb('blockedId', '=', one)]),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

async function followersOf(db: Db, id: string) {
  const { followerCount } = await db
    .selectFrom('person')
    .select('followerCount')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return followerCount
}
