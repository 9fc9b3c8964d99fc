import type { ResponseSort, Thread } from '#contract/conversation.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type ThreadsWanted = { sort: ResponseSort; before?: string | undefined; at?: string | undefined; limit: number }

export async function storyThreads(
  _ctx: Ctx,
  _ref: string,
  _wanted: ThreadsWanted,
): Promise<PageOf<Thread> & { count: number }> {
  return { items: [], next: null, count: 0 }
}
