import { countResponse } from '#server/articles/count.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

export type NewResponse = {
  articleId: string
  authorId: string
  parentId?: string | null
  text: string
  createdAt?: Date
}

/** Adds a response, or a reply to one. The database refuses a reply to a reply. */
export async function createResponse(ctx: Ctx, { createdAt, ...response }: NewResponse): Promise<{ id: string }> {
  const { db, now, touch } = ctx
  const row = await db
    .insertInto('response')
    .values({ id: newId(), ...response, createdAt: createdAt ?? now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await countResponse(ctx, response.articleId, 1)
  touch(`responses:${response.articleId}`)
  return row
}
