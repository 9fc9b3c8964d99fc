import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateLikeCount } from '#server/articles/update-counts.ts'
import { recordEngagement } from '#server/discovery/record-engagement.ts'
import { tell } from '#server/notifications/tell.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Held, lockSeen } from './change.ts'
import { wasTold } from './queries.ts'
import { storyToTalkOf } from './story.ts'
import { warm } from './notify.ts'

type Liked = { liked: boolean; likes: number }

export function likeStory(ctx: Ctx<Viewer>, ref: string): Promise<Liked> {
  return inTransaction(ctx, async (tx) => {
    const story = await storyToTalkOf(tx, ref)
    const actorId = tx.viewer.id
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('storyLike')
      .values({ articleId: story.id, personId: actorId, at: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return { liked: true, likes: story.likeCount }
    const causes = story.writerIds.map((personId) => ({ personId, cause: `like:${story.id}:${actorId}:${personId}` }))
    // Whoever likes again and again warms it once.
    const again = await wasTold(
      tx.db,
      causes.map(({ cause }) => cause),
    )
    if (!again) await warm(tx, story, 'like', actorId)
    for (const one of causes) await tell(tx, { kind: 'like', actorId, articleId: story.id, ...one })
    return { liked: true, likes: await updateLikeCount(tx, story.id, 1) }
  })
}

/** Likes that were given elsewhere or earlier: nobody is told. Inside a transaction. */
export async function bringLikes(tx: Ctx, articleId: string, likes: { personId: string; at: Date }[]) {
  if (likes.length === 0) return
  await tx.db
    .insertInto('storyLike')
    .values(likes.map((like) => ({ articleId, ...like })))
    .execute()
  for (const { at } of likes) await recordEngagement(tx, articleId, 'like', at)
  await updateLikeCount(tx, articleId, likes.length)
}

export function endLikingStory(ctx: Ctx<Viewer>, ref: string): Promise<Liked> {
  return inTransaction(ctx, async (tx) => {
    const story = await storyToTalkOf(tx, ref)
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
    const held = await lockLikeable(tx, id)
    const { row, story } = held
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('responseLike')
      .values({ responseId: id, personId: tx.viewer.id, at: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return { liked: true, likes: row.likeCount }
    await tell(tx, {
      kind: 'response-like',
      cause: `response-like:${id}:${tx.viewer.id}`,
      actorId: tx.viewer.id,
      personId: row.authorId,
      articleId: story.id,
      responseId: id,
    })
    return { liked: true, likes: await countResponseLike(tx, held, 1) }
  })
}

export function endLikingResponse(ctx: Ctx<Viewer>, id: string): Promise<Liked> {
  return inTransaction(ctx, async (tx) => {
    const held = await lockLikeable(tx, id)
    const { numDeletedRows } = await tx.db
      .deleteFrom('responseLike')
      .where('responseId', '=', id)
      .where('personId', '=', tx.viewer.id)
      .executeTakeFirstOrThrow()
    const likes = numDeletedRows === 0n ? held.row.likeCount : await countResponseLike(tx, held, -1)
    return { liked: false, likes }
  })
}

async function lockLikeable(tx: Ctx<Viewer>, id: string): Promise<Held> {
  const held = await lockSeen(tx, id)
  if (held.row.state !== 'shown')
    throw new Refusal('wrong-state', { state: held.row.state, message: 'This response cannot be liked now.' })
  return held
}

/** Pages forget the old number; nobody's open page is called for one like. */
async function countResponseLike({ db, invalidate }: Ctx, { row, story }: Held, by: 1 | -1) {
  const { likeCount } = await db
    .updateTable('response')
    .set({ likeCount: sql`like_count + ${by}` })
    .where('id', '=', row.id)
    .returning('likeCount')
    .executeTakeFirstOrThrow()
  invalidate(`responses:${story.id}`)
  return likeCount
}
