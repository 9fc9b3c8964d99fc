import type { Ctx } from '#server/platform/ctx.ts'

type Invalidated = { id: string; articleId: string; parentId: string | null }

/** Invalidates cached pages of the conversation and notifies open ones of this response. */
export function invalidateResponse(
  { invalidate }: Pick<Ctx, 'invalidate'>,
  { id, articleId, parentId }: Invalidated,
  change: 'new' | 'changed',
) {
  invalidate(`responses:${articleId}`, `live:response:${articleId}:${id}:${parentId ?? '-'}:${change}`)
}
