import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { deleteResponse } from '#server/conversation/delete.ts'
import { approveResponse, hideResponse } from '#server/conversation/moderate.ts'
import { getResponse } from '#server/conversation/response.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { decide } from './decide.ts'
import type { ModerationAction } from '#contract/moderation/names.ts'

/**
 * What people do below a story. Authors moderate their own conversation; what an editor does there is a decision, with
 * its record, like one in the queue.
 */
export async function hideBelowStory(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  if (!hasRole(ctx.viewer, 'editor')) return hideResponse(ctx, id)
  await decideBelowStory(ctx, id, 'hide')
  return getResponse(ctx, id)
}

export async function showBelowStory(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  if (!hasRole(ctx.viewer, 'editor')) return approveResponse(ctx, id)
  await decideBelowStory(ctx, id, 'approve')
  return getResponse(ctx, id)
}

export async function deleteBelowStory(ctx: Ctx<Viewer>, id: string) {
  if (!hasRole(ctx.viewer, 'editor') || (await isOwn(ctx, id))) return deleteResponse(ctx, id)
  await decideBelowStory(ctx, id, 'delete')
  return {}
}

/** The buttons below a story ask for no reason. */
function decideBelowStory(ctx: Ctx<Viewer>, id: string, action: ModerationAction) {
  return decide(ctx, `response:${id}`, { action, reason: null, note: '', days: null })
}

async function isOwn({ db, viewer }: Ctx<Viewer>, id: string) {
  const row = await db
    .selectFrom('response')
    .select('id')
    .where('id', '=', id)
    .where('authorId', '=', viewer.id)
    .executeTakeFirst()
  return row !== undefined
}
