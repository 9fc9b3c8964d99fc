import type { ResponseSort, Thread, StoryResponse } from '#contract/conversation/conversation.ts'
import type { PageOf } from '#contract/shapes.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findVisibleResponse } from './response.ts'
import { positionOf, replyCursor, threadCursors } from './cursors.ts'
import { presentResponses } from './present.ts'
import { type ResponseRow, firstReplies, leadingThreads, threadPage, replyPage } from './queries.ts'
import { type Visibility, getVisibility } from './visibility.ts'
import { type ConversationStory, findConversationStory } from './story.ts'

const REPLIES_PER_THREAD = 3

type ThreadQuery = { sort: ResponseSort; before?: string | undefined; at?: string | undefined; limit: number }

/** The linked thread first, then the pinned one, then the rest in the requested order. */
export async function listThreads(
  ctx: Ctx,
  ref: string,
  { sort, before, at, limit }: ThreadQuery,
): Promise<PageOf<Thread> & { count: number }> {
  const story = await findConversationStory(ctx, ref)
  const visibility = await getVisibility(ctx, story)
  const position = positionOf(threadCursors[sort].read(before))
  const target = at && !before ? await findTarget(ctx, story, at) : null
  const leading = before ? [] : await listLeading(ctx, story, visibility, target?.threadId ?? null)
  const without = before ? position.without : leading.map(({ id }) => id)

  // A page needs at least one thread from the list: the cursor is built from it.
  const room = Math.max(1, limit - leading.length)
  const rows = await threadPage(ctx.db, story.id, visibility, { sort, after: position.after, without, limit: room + 1 })
  const { shown, next } = threadCursors[sort].paginate(rows, room, (last) => [
    sort === 'best' ? last.likeCount : last.createdAt.getTime(),
    last.id,
    ...without,
  ])
  const threads = [...leading, ...shown]
  return { items: await withReplies(ctx, story, { threads, visibility, target }), next, count: story.responseCount }
}

type Target = { threadId: string; reply: ResponseRow | null }

/** Null when the response is not visible or belongs to another story: the link then opens the whole conversation. */
async function findTarget(ctx: Ctx, story: ConversationStory, id: string): Promise<Target | null> {
  try {
    const { row, thread } = await findVisibleResponse(ctx, id)
    return row.articleId === story.id ? { threadId: thread.id, reply: row.parentId ? row : null } : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

async function listLeading({ db }: Ctx, { id }: ConversationStory, visibility: Visibility, at: string | null) {
  const rows = await leadingThreads(db, id, visibility, at)
  return rows.toSorted((one, other) => Number(other.id === at) - Number(one.id === at))
}

type ThreadPage = { threads: ResponseRow[]; visibility: Visibility; target: Target | null }

async function withReplies(
  ctx: Ctx,
  story: ConversationStory,
  { threads, visibility, target }: ThreadPage,
): Promise<Thread[]> {
  const withReplyIds = threads
    .filter(({ replyCount }) => replyCount > 0 || visibility.viewerId !== null)
    .map(({ id }) => id)
  // The linked reply always comes with its thread, and is skipped on later pages of replies.
  const without = target?.reply ? [target.reply.id] : []
  const rows =
    withReplyIds.length > 0 ? await firstReplies(ctx.db, withReplyIds, visibility, REPLIES_PER_THREAD + 1, without) : []
  const below = new Map<string, { shown: ResponseRow[]; next: string | null }>()
  for (const { id } of threads) {
    const own = rows.filter(({ parentId }) => parentId === id)
    const except = target?.threadId === id ? without : []
    const { shown, next } = replyCursor.paginate(own, REPLIES_PER_THREAD, (last) => [
      last.createdAt.getTime(),
      last.id,
      ...except,
    ])
    const extra = target?.reply && target.threadId === id ? [target.reply] : []
    below.set(id, { shown: [...shown, ...extra], next })
  }
  const all = [...threads, ...[...below.values()].flatMap(({ shown }) => shown)]
  const responses = new Map((await presentResponses(ctx, story, all)).map((response) => [response.id, response]))
  const of = (row: ResponseRow) => responses.get(row.id) ?? []
  return threads.flatMap((row) => {
    const replies = below.get(row.id)
    return [of(row)].flat().map((response) => ({
      response,
      replies: { items: replies?.shown.flatMap(of) ?? [], next: replies?.next ?? null },
    }))
  })
}

type ReplyQuery = { before?: string | undefined; limit: number }

export async function listReplies(ctx: Ctx, id: string, { before, limit }: ReplyQuery): Promise<PageOf<StoryResponse>> {
  const { after, without } = positionOf(replyCursor.read(before))
  const { row, story, visibility } = await findVisibleResponse(ctx, id)
  if (row.parentId) throw new Refusal('not-found')
  const rows = await replyPage(ctx.db, id, visibility, { after, without, limit: limit + 1 })
  const { shown, next } = replyCursor.paginate(rows, limit, (last) => [last.createdAt.getTime(), last.id, ...without])
  return { items: await presentResponses(ctx, story, shown), next }
}
