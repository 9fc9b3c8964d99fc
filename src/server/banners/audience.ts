import type { Audience } from '#contract/banners.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { isMember } from '#server/membership/entitlement.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Keeps the announcements that are for this viewer. Whether they are a member is asked only if it matters. */
export async function filterByAudience<Row extends { audience: Audience }>(
  { db, now, viewer }: Pick<Ctx, 'db' | 'now' | 'viewer'>,
  rows: readonly Row[],
): Promise<Row[]> {
  const matters = viewer !== null && rows.some(({ audience }) => audience === 'members')
  const member = matters && (await isMember(db, viewer.id, now()))
  return rows.filter(({ audience }) => isInAudience(viewer, member, audience))
}

/** An audience that this version does not know includes no one. */
function isInAudience(viewer: Viewer | null, member: boolean, audience: Audience): boolean {
  switch (audience) {
    case 'everyone':
      return true
    case 'visitors':
      return viewer === null
    case 'signed-in':
      return viewer !== null
    case 'members':
      return member
    case 'author':
    case 'editor':
    case 'admin':
      return hasRole(viewer, audience)
    default:
      return false
  }
}
