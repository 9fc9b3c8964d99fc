import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { presentResponses } from './present.ts'
import { type ResponseRow, responseById } from './queries.ts'
import { type Visibility, getVisibility } from './visibility.ts'
import { getConversationStory } from './story.ts'

/** A response the viewer can see, with its story and thread. Refuses with `not-found` otherwise. */
export async function findVisibleResponse({ db, now, viewer }: Pick<Ctx, 'db' | 'now' | 'viewer'>, id: string) {
  const viewerId = viewer?.id ?? null
  const row = await orNotFound(responseById(db, viewerId, id))
  const story = await getConversationStory({ db, now }, row.articleId)
  const visibility = await getVisibility({ db, viewer }, story)
  const thread = row.parentId ? await orNotFound(responseById(db, viewerId, row.parentId)) : row
  if (!canSee(visibility, row) || !canSeeThread(visibility, thread)) throw new Refusal('not-found')
  return { row, thread, story, visibility }
}

/** Must match the SQL condition `isVisible`. */
function canSee(visibility: Visibility, { authorId, state, replyCount, heldFor }: ResponseRow) {
  const { viewerId, canModerate, isEditor, hiddenAuthors } = visibility
  if (hiddenAuthors.includes(authorId)) return false
  if (state === 'shown') return true
  if (state === 'deleted') return replyCount > 0
  return authorId === viewerId || (heldFor === 'shadow' ? isEditor : canModerate)
}

/** A deleted thread stays visible for its replies, even when the only one is held. */
function canSeeThread(visibility: Visibility, thread: ResponseRow) {
  return canSee(visibility, thread.state === 'deleted' ? { ...thread, replyCount: 1 } : thread)
}

export async function getResponse(ctx: Ctx, id: string): Promise<StoryResponse> {
  const { row, story } = await findVisibleResponse(ctx, id)
  const [response] = presentResponses(ctx, story, [row])
  return orNotFound(Promise.resolve(response))
}
