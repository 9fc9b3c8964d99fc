import { type ExpressionBuilder, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { type TalkedOf, moderates } from './story.ts'

/** What decides which responses below a story somebody sees. */
export type Sight = { viewerId: string | null; moderates: boolean; unseen: string[] }

/** A block hides both from each other. Who keeps order still sees those who blocked them, or a block would be a way around it. */
export async function sightOf({ db, viewer }: Pick<Ctx, 'db' | 'viewer'>, story: TalkedOf): Promise<Sight> {
  if (!viewer) return { viewerId: null, moderates: false, unseen: [] }
  const keepsOrder = moderates(viewer, story)
  const blocked = db.selectFrom('block').select('blockedId as id').where('blockerId', '=', viewer.id)
  const blocking = db.selectFrom('block').select('blockerId as id').where('blockedId', '=', viewer.id)
  const rows = await (keepsOrder ? blocked : blocked.union(blocking)).execute()
  return { viewerId: viewer.id, moderates: keepsOrder, unseen: rows.map(({ id }) => id) }
}

/** The condition on a response; of a reply, only beside that on its thread. */
export function seenWith({ viewerId, moderates: all, unseen }: Sight) {
  return (eb: ExpressionBuilder<Tables, 'response'>) => {
    const held = eb('response.state', 'in', ['held', 'hidden'])
    const ways = [
      eb('response.state', '=', 'shown'),
      // What was deleted keeps its place for the sake of those who replied.
      eb.and([eb('response.state', '=', 'deleted'), eb('response.replyCount', '>', 0)]),
      ...(all ? [held] : viewerId ? [eb.and([held, eb('response.authorId', '=', viewerId)])] : []),
    ]
    const seen = eb.or(ways)
    return unseen.length === 0
      ? seen
      : eb.and([seen, eb('response.authorId', '<>', sql<string>`all(${unseen}::text[])`)])
  }
}
