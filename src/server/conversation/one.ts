import type { StoryResponse } from '#contract/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { presented } from './presented.ts'
import { type ResponseRow, responseById } from './queries.ts'
import { type Sight, sightOf } from './visibility.ts'
import { type TalkedOf, talkedOf } from './story.ts'

/** A response that the viewer sees, with its story and, for a reply, its thread. To others it does not exist. */
export async function seenResponse({ db, viewer }: Pick<Ctx, 'db' | 'viewer'>, id: string) {
  const viewerId = viewer?.id ?? null
  const row = await orNotFound(responseById(db, viewerId, id))
  const story = await talkedOf(db, row.articleId)
  const sight = await sightOf({ db, viewer }, story)
  const thread = row.parentId ? await orNotFound(responseById(db, viewerId, row.parentId)) : row
  if (!sees(sight, row) || !seesThread(sight, thread)) throw new Refusal('not-found')
  return { row, thread, story, sight }
}

/** The same rule as the condition of the lists, for one. */
function sees({ viewerId, moderates, unseen }: Sight, { authorId, state, replyCount }: ResponseRow) {
  if (unseen.includes(authorId)) return false
  if (state === 'shown') return true
  return state === 'deleted' ? replyCount > 0 : moderates || authorId === viewerId
}

/** What stands below a place that was deleted is seen, also while nobody else sees it. */
function seesThread(sight: Sight, thread: ResponseRow) {
  return sees(sight, thread.state === 'deleted' ? { ...thread, replyCount: 1 } : thread)
}

export async function oneResponse(ctx: Ctx, id: string): Promise<StoryResponse> {
  const { row, story } = await seenResponse(ctx, id)
  return presentedOne(ctx, story, row)
}

export async function presentedOne(ctx: Ctx, story: TalkedOf, row: ResponseRow): Promise<StoryResponse> {
  const [response] = await presented(ctx, story, [row])
  return orNotFound(Promise.resolve(response))
}
