import type { ResponseSort, Thread } from '#contract/conversation.ts'
import type { PageOf } from '#contract/shapes.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { seenResponse } from './one.ts'
import { placeOf, replyCursor, threadCursors } from './cursors.ts'
import { presented } from './presented.ts'
import { type ResponseRow, firstReplies, leadingThreads, threadPage } from './queries.ts'
import { type Sight, sightOf } from './visibility.ts'
import { type TalkedOf, storyToTalkOf } from './story.ts'

const REPLIES_WITH_A_THREAD = 3

export type ThreadsWanted = { sort: ResponseSort; before?: string | undefined; at?: string | undefined; limit: number }

/** The conversation below a story: what a link leads to, then what is pinned, then the others in their order. */
export async function storyThreads(
  ctx: Ctx,
  ref: string,
  { sort, before, at, limit }: ThreadsWanted,
): Promise<PageOf<Thread> & { count: number }> {
  const story = await storyToTalkOf(ctx, ref)
  const sight = await sightOf(ctx, story)
  const place = placeOf(threadCursors[sort].read(before))
  const target = at && !before ? await targetOf(ctx, story, at) : null
  const leading = before ? [] : await leads(ctx, story, sight, target?.threadId ?? null)
  const without = before ? place.without : leading.map(({ id }) => id)

  // A page has one of the list at least: that is where the next one goes on.
  const room = Math.max(1, limit - leading.length)
  const rows = await threadPage(ctx.db, story.id, sight, { sort, after: place.after, without, limit: room + 1 })
  const { shown, next } = threadCursors[sort].paginate(rows, room, (last) => [
    sort === 'best' ? last.likeCount : last.createdAt.getTime(),
    last.id,
    ...without,
  ])
  const threads = [...leading, ...shown]
  return { items: await withReplies(ctx, story, { threads, sight, target }), next, count: story.responseCount }
}

type Target = { threadId: string; reply: ResponseRow | null }

/** Where a link leads; a response that is gone, or another story's, leads to the whole conversation. */
async function targetOf(ctx: Ctx, story: TalkedOf, id: string): Promise<Target | null> {
  try {
    const { row, thread } = await seenResponse(ctx, id)
    return row.articleId === story.id ? { threadId: thread.id, reply: row.parentId ? row : null } : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

async function leads({ db }: Ctx, { id }: TalkedOf, sight: Sight, at: string | null) {
  const rows = await leadingThreads(db, id, sight, at)
  return rows.toSorted((one, other) => Number(other.id === at) - Number(one.id === at))
}

type Below = { threads: ResponseRow[]; sight: Sight; target: Target | null }

async function withReplies(ctx: Ctx, story: TalkedOf, { threads, sight, target }: Below): Promise<Thread[]> {
  const asked = threads.filter(({ replyCount }) => replyCount > 0 || sight.viewerId !== null).map(({ id }) => id)
  // A reply that a link leads to is with its thread however late it came, and not again when the thread goes on.
  const without = target?.reply ? [target.reply.id] : []
  const rows = asked.length > 0 ? await firstReplies(ctx.db, asked, sight, REPLIES_WITH_A_THREAD + 1, without) : []
  const below = new Map<string, { shown: ResponseRow[]; next: string | null }>()
  for (const { id } of threads) {
    const own = rows.filter(({ parentId }) => parentId === id)
    const except = target?.threadId === id ? without : []
    const { shown, next } = replyCursor.paginate(own, REPLIES_WITH_A_THREAD, (last) => [
      last.createdAt.getTime(),
      last.id,
      ...except,
    ])
    const extra = target?.reply && target.threadId === id ? [target.reply] : []
    below.set(id, { shown: [...shown, ...extra], next })
  }
  const all = [...threads, ...[...below.values()].flatMap(({ shown }) => shown)]
  const responses = new Map((await presented(ctx, story, all)).map((response) => [response.id, response]))
  const of = (row: ResponseRow) => responses.get(row.id) ?? []
  return threads.flatMap((row) => {
    const replies = below.get(row.id)
    return [of(row)].flat().map((response) => ({
      response,
      replies: { items: replies?.shown.flatMap(of) ?? [], next: replies?.next ?? null },
    }))
  })
}
