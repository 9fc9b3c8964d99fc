import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { refreshRecommendationsSoon } from '#server/discovery/schedule-recommendations.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { lockPair, findOtherPerson } from './lock-pair.ts'

/** Idempotent. Refused if either person has blocked the other. */
export async function follow(ctx: Ctx<Viewer>, ref: string) {
  const otherId = await findOtherPerson(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockPair(tx, otherId)
    const { id } = tx.viewer
    if (await isBlocked(tx.db, id, otherId))
      throw new Refusal('not-allowed', {
        message: 'You can’t follow this person because one of you has blocked the other.',
      })
    if (await createFollow(tx, { followerId: id, followedId: otherId }, tx.now())) {
      await refreshRecommendationsSoon(tx, id)
      // The cause has no timestamp, so following again does not notify again.
      await notify(tx, { kind: 'follow', cause: `follow:${id}:${otherId}`, actorId: id, personId: otherId })
    }
    return { followed: true, followers: await getFollowerCount(tx.db, otherId) }
  })
}

/** Idempotent. */
export async function unfollow(ctx: Ctx<Viewer>, ref: string) {
  const otherId = await findOtherPerson(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockPair(tx, otherId)
    const { id } = tx.viewer
    if (await deleteFollow(tx, { followerId: id, followedId: otherId })) await refreshRecommendationsSoon(tx, id)
    return { followed: false, followers: await getFollowerCount(tx.db, otherId) }
  })
}

type Pair = { followerId: string; followedId: string }

/** Returns false if it exists. Both people must be locked, or not yet visible to others. Must run in a transaction. */
export async function createFollow(tx: Ctx, pair: Pair, since: Date) {
  const inserted = await tx.db
    .insertInto('follow')
    .values({ ...pair, since })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  await adjustCounts(tx, pair, 1)
  return true
}

/** Returns false if there is none. Both people must be locked. Must run in a transaction. */
export async function deleteFollow(tx: Ctx, pair: Pair) {
  const deleted = await tx.db
    .deleteFrom('follow')
    .where('followerId', '=', pair.followerId)
    .where('followedId', '=', pair.followedId)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) return false
  await adjustCounts(tx, pair, -1)
  return true
}

/** The ids of people the viewer follows. Empty for visitors. */
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

/** Disabled people are left out of follower and following counts. Must run in a transaction. */
export async function adjustCountsForHidden(tx: Ctx, personId: string, by: 1 | -1) {
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
  invalidate('soon:creators:followed')
  for (const { id } of [...followed, ...followers]) invalidate(`follows:${id}`, `soon:person-counts:${id}`)
}

async function adjustCounts({ db, invalidate }: Ctx, { followerId, followedId }: Pair, by: 1 | -1) {
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
  invalidate('soon:creators:followed')
  for (const id of [followerId, followedId]) invalidate(`follows:${id}`, `soon:person-counts:${id}`, `own:${id}`)
}

async function isBlocked(db: Db, one: string, other: string) {
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

async function getFollowerCount(db: Db, id: string) {
  const { followerCount } = await db
    .selectFrom('person')
    .select('followerCount')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return followerCount
}
