import { updateResponseCount } from '#server/articles/update-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { addToReplyCount } from './counts.ts'

export type NewResponse = {
  articleId: string
  authorId: string
  parentId?: string | null
  text: string
  createdAt?: Date
  likedBy?: string[]
}

/** Inserts a response or reply without permission checks, moderation or notifications. The database rejects a reply to a reply. */
export async function createResponse(
  ctx: Ctx,
  { createdAt, likedBy = [], ...response }: NewResponse,
): Promise<{ id: string }> {
  const { db, now, invalidate } = ctx
  const at = createdAt ?? now()
  const row = await db
    .insertInto('response')
    .values({ id: newId(), ...response, likeCount: likedBy.length, createdAt: at, changedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (likedBy.length > 0) {
    const likes = likedBy.map((personId) => ({ responseId: row.id, personId, at }))
    await db.insertInto('responseLike').values(likes).execute()
  }
  if (response.parentId) await addToReplyCount(ctx, response.parentId, 1)
  await updateResponseCount(ctx, response.articleId, 1)
  invalidate(`responses:${response.articleId}`)
  return row
}
