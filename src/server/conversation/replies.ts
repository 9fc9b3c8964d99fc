import type { StoryResponse } from '#contract/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { seenResponse } from './one.ts'
import { placeOf, replyCursor } from './cursors.ts'
import { presented } from './presented.ts'
import { replyPage } from './queries.ts'

type RepliesWanted = { before?: string | undefined; limit: number }

/** Replies to a response, oldest first. */
export async function listReplies(
  ctx: Ctx,
  id: string,
  { before, limit }: RepliesWanted,
): Promise<PageOf<StoryResponse>> {
  const { after, without } = placeOf(replyCursor.read(before))
  const { row, story, sight } = await seenResponse(ctx, id)
  if (row.parentId) throw new Refusal('not-found')
  const rows = await replyPage(ctx.db, id, sight, { after, without, limit: limit + 1 })
  const { shown, next } = replyCursor.paginate(rows, limit, (last) => [last.createdAt.getTime(), last.id, ...without])
  return { items: await presented(ctx, story, shown), next }
}
