import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { recordEngagement } from '#server/discovery/record-engagement.ts'
import { tell } from '#server/notifications/tell.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { TalkedOf } from './story.ts'

type Shown = { id: string; authorId: string }

/**
 * Tells everybody whom a response concerns that it is there: whom it mentions, whose it replies to, whose story it is.
 * One cause for each person, whatever the kind, so that nobody is told twice of one response. Blocks and mutes are
 * looked at by the job that delivers it.
 */
export async function tellOfResponse(tx: Ctx, story: TalkedOf, { id, authorId }: Shown, threadAuthor: string | null) {
  const kinds = new Map<string, NotificationKind>(story.writerIds.map((writer) => [writer, 'response']))
  if (threadAuthor) kinds.set(threadAuthor, 'reply')
  const mentioned = await tx.db.selectFrom('responseMention').select('personId').where('responseId', '=', id).execute()
  for (const { personId } of mentioned) kinds.set(personId, 'mention')
  for (const [personId, kind] of kinds) {
    const cause = `response:${id}:${personId}`
    await tell(tx, { kind, cause, actorId: authorId, personId, articleId: story.id, responseId: id })
  }
}

/** A response is a sign that a story is cared for, unless those who wrote it talk themselves. */
export async function warm(tx: Ctx, { id, writerIds }: TalkedOf, kind: 'like' | 'response', by: string) {
  if (!writerIds.includes(by)) await recordEngagement(tx, id, kind)
}
