import { sql } from 'kysely'
import type { ResponseState } from '#contract/conversation/conversation.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Thread = { state: ResponseState; replyCount: number }

/** Responses in a thread that readers can see: none if the thread is hidden or held, only the replies if it was deleted. */
export function countVisible({ state, replyCount }: Thread) {
  if (state === 'shown') return 1 + replyCount
  return state === 'deleted' ? replyCount : 0
}

/** Call in the transaction that adds, shows or hides the reply. */
export async function addToReplyCount({ db }: Pick<Ctx, 'db'>, threadId: string, by: number) {
  if (by === 0) return
  await db
    .updateTable('response')
    .set({ replyCount: sql`reply_count + ${by}` })
    .where('id', '=', threadId)
    .execute()
}
