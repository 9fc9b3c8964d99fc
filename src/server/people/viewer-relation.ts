import type { Viewer } from '#contract/viewer.ts'
import type { Relation } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Never reveals whether the other person has blocked the viewer. */
export async function getRelation(
  { db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>,
  otherId: string,
): Promise<Relation> {
  const { id } = viewer
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .exists(eb.selectFrom('follow').select('since').where('followerId', '=', otherId).where('followedId', '=', id))
        .as('followsYou'),
      eb
        .exists(eb.selectFrom('block').select('since').where('blockerId', '=', id).where('blockedId', '=', otherId))
        .as('blocked'),
      eb
        .exists(eb.selectFrom('mute').select('since').where('muterId', '=', id).where('mutedId', '=', otherId))
        .as('muted'),
    ])
    .executeTakeFirstOrThrow()
  return { followsYou: Boolean(row.followsYou), blocked: Boolean(row.blocked), muted: Boolean(row.muted) }
}
