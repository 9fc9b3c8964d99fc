import { countResponse } from '#server/articles/count.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { countReply } from './counts.ts'

export type NewResponse = {
  articleId: string
  authorId: string
  parentId?: string | null
  text: string
  createdAt?: Date
}

/** Adds a response, or a reply to one, without asking or telling anybody. The database refuses a reply to a reply. */
export async function createResponse(ctx: Ctx, { createdAt, ...response }: NewResponse): Promise<{ id: string }> {
  const { db, now, touch } = ctx
  const at = createdAt ?? now()
  const row = await db
    .insertInto('response')
    .values({ id: newId(), ...response, createdAt: at, changedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (response.parentId) await countReply(ctx, response.parentId, 1)
  await countResponse(ctx, response.articleId, 1)
  touch(`responses:${response.articleId}`)
  return row
}
