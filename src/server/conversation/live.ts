import type { Ctx } from '#server/platform/ctx.ts'

type Touched = { id: string; articleId: string; parentId: string | null }

/** Pages forget the conversation, and those who have it open hear of this one response. */
export function touchResponse(
  { invalidate }: Pick<Ctx, 'invalidate'>,
  { id, articleId, parentId }: Touched,
  how: 'new' | 'changed',
) {
  invalidate(`responses:${articleId}`, `live:response:${articleId}:${id}:${parentId ?? '-'}:${how}`)
}
