import type { StoryResponse } from '#contract/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findVisibleResponse } from './response.ts'
import { positionOf, replyCursor } from './cursors.ts'
import { presentResponses } from './present.ts'
import { replyPage } from './queries.ts'

type ReplyQuery = { before?: string | undefined; limit: number }

export async function listReplies(ctx: Ctx, id: string, { before, limit }: ReplyQuery): Promise<PageOf<StoryResponse>> {
  const { after, without } = positionOf(replyCursor.read(before))
  const { row, story, visibility } = await findVisibleResponse(ctx, id)
  if (row.parentId) throw new Refusal('not-found')
  const rows = await replyPage(ctx.db, id, visibility, { after, without, limit: limit + 1 })
  const { shown, next } = replyCursor.paginate(rows, limit, (last) => [last.createdAt.getTime(), last.id, ...without])
  return { items: await presentResponses(ctx, story, shown), next }
}
