import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateLikeCount } from '#server/articles/update-counts.ts'
import { recordEngagement } from '#server/discovery/record-engagement.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type LockedResponse, lockResponse } from './update-response.ts'
import { asSeenBy } from './policy.ts'
import { hasEvent } from './queries.ts'
import { findConversationStory } from './story.ts'
import { recordReaderEngagement } from './notify.ts'

type Liked = { liked: boolean; likes: number }

export function likeStory(ctx: Ctx<Viewer>, ref: string): Promise<Liked> {
  return inTransaction(ctx, async (tx) => {
    const story = await findConversationStory(tx, ref)
    const actorId = tx.viewer.id
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('storyLike')
      .values({ articleId: story.id, personId: actorId, at: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return { liked: true, likes: story.likeCount }
    const causes = story.writerIds.map((personId) => ({ personId, cause: `like:${story.id}:${actorId}:${personId}` }))
    // Liking, unliking and liking again counts as engagement once.
    const again = await hasEvent(
      tx.db,
      causes.map(({ cause }) => cause),
    )
    if (!again) await recordReaderEngagement(tx, story, 'like', actorId)
    for (const { personId, cause } of causes) {
      await notify(tx, { kind: 'like', actorId, articleId: story.id, personId, cause })
    }
    return { liked: true, likes: await updateLikeCount(tx, story.id, 1) }
  })
}

/** Adds existing likes without notifications. Call inside a transaction. */
export async function importLikes(tx: Ctx, articleId: string, likes: { personId: string; at: Date }[]) {
  if (likes.length === 0) return
  await tx.db
    .insertInto('storyLike')
    .values(likes.map((like) => ({ articleId, ...like })))
    .execute()
  for (const { at } of likes) await recordEngagement(tx, articleId, 'like', at)
  await updateLikeCount(tx, articleId, likes.length)
}

export function unlikeStory(ctx: Ctx<Viewer>, ref: string): Promise<Liked> {
  return inTransaction(ctx, async (tx) => {
    const story = await findConversationStory(tx, ref)
    const { numDeletedRows } = await tx.db
      .deleteFrom('storyLike')
      .where('articleId', '=', story.id)
      .where('personId', '=', tx.viewer.id)
      .executeTakeFirstOrThrow()
    const likes = numDeletedRows === 0n ? story.likeCount : await updateLikeCount(tx, story.id, -1)
    return { liked: false, likes }
  })
}

export function likeResponse(ctx: Ctx<Viewer>, id: string): Promise<Liked> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockLikeable(tx, id)
    const { row, story } = locked
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('responseLike')
      .values({ responseId: id, personId: tx.viewer.id, at: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return { liked: true, likes: row.likeCount }
    await notify(tx, {
      kind: 'response-like',
      cause: `response-like:${id}:${tx.viewer.id}`,
      actorId: tx.viewer.id,
      personId: row.authorId,
      articleId: story.id,
      responseId: id,
    })
    return { liked: true, likes: await countResponseLike(tx, locked, 1) }
  })
}

export function unlikeResponse(ctx: Ctx<Viewer>, id: string): Promise<Liked> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockLikeable(tx, id)
    const { numDeletedRows } = await tx.db
      .deleteFrom('responseLike')
      .where('responseId', '=', id)
      .where('personId', '=', tx.viewer.id)
      .executeTakeFirstOrThrow()
    const likes = numDeletedRows === 0n ? locked.row.likeCount : await countResponseLike(tx, locked, -1)
    return { liked: false, likes }
  })
}

async function lockLikeable(tx: Ctx<Viewer>, id: string): Promise<LockedResponse> {
  const locked = await lockResponse(tx, id)
  if (asSeenBy(tx.viewer, locked.row).state !== 'shown')
    throw new Refusal('wrong-state', { state: locked.row.state, message: 'You can’t like this response right now.' })
  return locked
}

/** Invalidates cached pages only: a like is not pushed to open pages. */
async function countResponseLike({ db, invalidate }: Ctx, { row, story }: LockedResponse, by: 1 | -1) {
  const { likeCount } = await db
    .updateTable('response')
    .set({ likeCount: sql`like_count + ${by}` })
    .where('id', '=', row.id)
    .returning('likeCount')
    .executeTakeFirstOrThrow()
  invalidate(`soon:responses:${story.id}`)
  return likeCount
}
