import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordEngagement } from '#server/discovery/record-engagement.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ConversationStory } from './story.ts'

type NewResponse = { id: string; authorId: string }

/**
 * Notifies mentioned people, the thread author and the story authors. The cause is one per person whatever the kind, so
 * each person gets one notification per response. The fan-out job applies blocks and mutes.
 */
export async function notifyOfResponse(
  tx: Ctx,
  story: ConversationStory,
  { id, authorId }: NewResponse,
  threadAuthor: string | null,
) {
  const kinds = new Map<string, NotificationKind>(story.writerIds.map((writer) => [writer, 'response']))
  if (threadAuthor) kinds.set(threadAuthor, 'reply')
  const mentioned = await tx.db.selectFrom('responseMention').select('personId').where('responseId', '=', id).execute()
  for (const { personId } of mentioned) kinds.set(personId, 'mention')
  for (const [personId, kind] of kinds) {
    const cause = `response:${id}:${personId}`
    await notify(tx, { kind, cause, actorId: authorId, personId, articleId: story.id, responseId: id })
  }
}

/** Likes and responses by the story's own authors do not count as engagement. */
export async function recordReaderEngagement(
  tx: Ctx,
  { id, writerIds }: ConversationStory,
  kind: 'like' | 'response',
  by: string,
) {
  if (!writerIds.includes(by)) await recordEngagement(tx, id, kind)
}

/** Notifies the writer that a held response appears now. A response can be held and approved again. */
export async function notifyOfApproval(
  tx: Ctx<Viewer>,
  { id, articleId, authorId }: NewResponse & { articleId: string },
) {
  if (authorId === tx.viewer.id) return
  const cause = `approval:${id}:${tx.now().getTime()}`
  await notify(tx, { kind: 'approval', cause, actorId: null, personId: authorId, articleId, responseId: id })
}
