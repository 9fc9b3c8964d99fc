import type { ResponseState } from '#contract/conversation/conversation.ts'
import type { ResponseChangeKind } from '#contract/notifications/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Invalidated = { id: string; articleId: string; parentId: string | null }

/** Invalidates cached pages of the conversation and notifies open ones of this response. */
export function invalidateResponse(
  { invalidate }: Pick<Ctx, 'invalidate'>,
  { id, articleId, parentId }: Invalidated,
  change: ResponseChangeKind,
) {
  invalidate(`responses:${articleId}`, `live:response:${articleId}:${id}:${parentId ?? '-'}:${change}`)
}

type Changed = { state: ResponseState; replyCount: number; threadState: ResponseState | null; isNew: boolean }

/** Open pages must not fetch what their reader cannot see. A reply is as visible as its thread. */
export function changeKindOf({ state, replyCount, threadState, isNew }: Changed): ResponseChangeKind {
  if (state === 'deleted' && replyCount === 0) return 'gone'
  if ([state, threadState].some((one) => one === 'held' || one === 'hidden')) return 'held'
  return isNew ? 'new' : 'changed'
}
