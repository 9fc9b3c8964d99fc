import { sql } from 'kysely'
import type { ResponseState } from '#contract/conversation.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Thread = { state: ResponseState; replyCount: number }

/** How many responses of a thread readers see: below what is hidden or held they see none, below a tombstone all. */
export function readInThread({ state, replyCount }: Thread) {
  if (state === 'shown') return 1 + replyCount
  return state === 'deleted' ? replyCount : 0
}

/** Keeps the count of shown replies, in the transaction that adds or hides one. */
export async function countReply({ db }: Pick<Ctx, 'db'>, threadId: string, by: number) {
  if (by === 0) return
  await db
    .updateTable('response')
    .set({ replyCount: sql`reply_count + ${by}` })
    .where('id', '=', threadId)
    .execute()
}
