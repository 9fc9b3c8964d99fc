import { type ExpressionBuilder, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { type ConversationStory, canModerate } from './story.ts'

/** Decides which responses of a story a viewer can see. */
export type Visibility = { viewerId: string | null; canModerate: boolean; hiddenAuthors: string[] }

/** A block hides both sides from each other. Moderators still see people who blocked them, so a block cannot evade moderation. */
export async function getVisibility(
  { db, viewer }: Pick<Ctx, 'db' | 'viewer'>,
  story: ConversationStory,
): Promise<Visibility> {
  if (!viewer) return { viewerId: null, canModerate: false, hiddenAuthors: [] }
  const moderator = canModerate(viewer, story)
  const blocked = db.selectFrom('block').select('blockedId as id').where('blockerId', '=', viewer.id)
  const blocking = db.selectFrom('block').select('blockerId as id').where('blockedId', '=', viewer.id)
  const rows = await (moderator ? blocked : blocked.union(blocking)).execute()
  return { viewerId: viewer.id, canModerate: moderator, hiddenAuthors: rows.map(({ id }) => id) }
}

/** The SQL condition for one response. A reply is visible only if its thread is too. */
export function isVisible({ viewerId, canModerate: all, hiddenAuthors }: Visibility) {
  return (eb: ExpressionBuilder<Tables, 'response'>) => {
    const held = eb('response.state', 'in', ['held', 'hidden'])
    const conditions = [
      eb('response.state', '=', 'shown'),
      // A tombstone is shown only while it has replies.
      eb.and([eb('response.state', '=', 'deleted'), eb('response.replyCount', '>', 0)]),
      ...(all ? [held] : viewerId ? [eb.and([held, eb('response.authorId', '=', viewerId)])] : []),
    ]
    const visible = eb.or(conditions)
    return hiddenAuthors.length === 0
      ? visible
      : eb.and([visible, eb('response.authorId', '<>', sql<string>`all(${hiddenAuthors}::text[])`)])
  }
}
