import type { ResponseSort, Thread, StoryResponse } from '#contract/conversation/conversation.ts'
import type { PageOf } from '#contract/shapes.ts'
import { hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { getStoryId } from '#server/reading/story.ts'
import { findVisibleResponse } from './response.ts'
import { positionOf, replyCursor, threadCursors } from './cursors.ts'
import { presentResponses } from './present.ts'
import { REPLIES_PER_THREAD, type ResponseRow, replyPage, threadPages } from './queries.ts'
import { type ConversationStory, toConversationStory } from './story.ts'

type ThreadQuery = { sort: ResponseSort; before?: string | undefined; at?: string | undefined; limit: number }

/** The linked thread first, then the pinned one, then the rest in the requested order. */
export async function listThreads(
  ctx: Ctx,
  ref: string,
  { sort, before, at, limit }: ThreadQuery,
): Promise<PageOf<Thread> & { count: number }> {
  const position = positionOf(threadCursors[sort].read(before))
  const linked = at && !before ? await findLinked(ctx, at) : null
  const { story, threads, replies } = await findThreads(ctx, ref, { sort, position, linked, limit: limit + 1 })
  const target = linked?.row.articleId === story.id ? linked : null

  const leading = threads.filter(({ place }) => place === 0)
  leading.sort((one, other) => Number(other.id === target?.thread.id) - Number(one.id === target?.thread.id))
  const without = before ? position.without : leading.map(({ id }) => id)
  // A page needs at least one thread from the list: the cursor is built from it.
  const room = Math.max(1, limit - leading.length)
  const rest = threads.slice(leading.length, leading.length + room + 1)
  const { shown, next } = threadCursors[sort].paginate(rest, room, (last) => [
    sort === 'best' ? last.likeCount : last.createdAt.getTime(),
    last.id,
    ...without,
  ])
  const items = presentThreads(ctx, story, { threads: [...leading, ...shown], replies, target })
  return { items, next, count: story.responseCount }
}

type Linked = Pick<Awaited<ReturnType<typeof findVisibleResponse>>, 'row' | 'thread'>

/** Null when the response is not visible: the link then opens the whole conversation. */
async function findLinked(ctx: Ctx, id: string): Promise<Linked | null> {
  try {
    return await findVisibleResponse(ctx, id)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

type PageRequest = {
  sort: ResponseSort
  position: ReturnType<typeof positionOf>
  linked: Linked | null
  limit: number
}

/** Finds a published story by id, slug or former slug, with a page of its threads and their first replies. */
async function findThreads({ db, now, viewer }: Ctx, ref: string, { sort, position, linked, limit }: PageRequest) {
  const { after, without } = position
  const find = (by: string) =>
    threadPages[sort](db, {
      ref: by,
      now: now(),
      viewerId: viewer?.id,
      isEditor: viewer && hasRole(viewer, 'editor') ? true : undefined,
      linkedThread: linked?.thread.id,
      linkedReply: linked?.row.parentId ? linked.row.id : undefined,
      afterValue: after ? (sort === 'best' ? after.value : new Date(after.value)) : undefined,
      afterId: after?.id,
      without,
      limit,
    })
  let rows = await find(ref)
  if (rows.length === 0) rows = await find(await getStoryId(db, ref))
  const [first] = rows
  if (!first) throw new Refusal('not-found')
  const { storyId: id, storyAuthorId: authorId, coAuthorIds, takesResponses, storyLikeCount, responseCount } = first
  const found = rows.filter((row) => row.id !== null)
  return {
    story: toConversationStory({ id, authorId, coAuthorIds, takesResponses, likeCount: storyLikeCount, responseCount }),
    threads: found.filter(({ place }) => place !== null),
    replies: found.filter(({ place }) => place === null),
  }
}

type ThreadPage = { threads: ResponseRow[]; replies: ResponseRow[]; target: Linked | null }

function presentThreads(ctx: Ctx, story: ConversationStory, { threads, replies, target }: ThreadPage): Thread[] {
  const pages = threads.map((thread) => {
    // The linked reply always comes with its thread, and is skipped on later pages of replies.
    const linked = target?.thread.id === thread.id && target.row.parentId ? [target.row] : []
    const below = replies.filter(({ parentId }) => parentId === thread.id)
    const { shown, next } = replyCursor.paginate(below, REPLIES_PER_THREAD, (last) => [
      last.createdAt.getTime(),
      last.id,
      ...linked.map(({ id }) => id),
    ])
    return { thread, shown: [...shown, ...linked], next }
  })
  const all = pages.flatMap(({ thread, shown }) => [thread, ...shown])
  const responses = new Map(presentResponses(ctx, story, all).map((response) => [response.id, response]))
  const of = ({ id }: ResponseRow) => responses.get(id) ?? []
  return pages.flatMap(({ thread, shown, next }) =>
    [of(thread)].flat().map((response) => ({ response, replies: { items: shown.flatMap(of), next } })),
  )
}

type ReplyQuery = { before?: string | undefined; limit: number }

export async function listReplies(ctx: Ctx, id: string, { before, limit }: ReplyQuery): Promise<PageOf<StoryResponse>> {
  const { after, without } = positionOf(replyCursor.read(before))
  const { row, story, visibility } = await findVisibleResponse(ctx, id)
  if (row.parentId) throw new Refusal('not-found')
  const rows = await replyPage(ctx.db, id, visibility, { after, without, limit: limit + 1 })
  const { shown, next } = replyCursor.paginate(rows, limit, (last) => [last.createdAt.getTime(), last.id, ...without])
  return { items: presentResponses(ctx, story, shown), next }
}
