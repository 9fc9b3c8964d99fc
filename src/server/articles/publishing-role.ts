import type { Role } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { getSetting } from '#server/settings/owner-settings.ts'

/** The viewer’s role for articles: if the site says so, stories by authors are reviewed like those of readers. */
export async function publishingRole(ctx: Pick<Ctx<Viewer>, 'db' | 'viewer'>): Promise<Role> {
  const { role } = ctx.viewer
  return role === 'author' ? toPublishingRole(role, await getSetting(ctx, 'review.authorsPublish')) : role
}

export function toPublishingRole(role: Role, authorsPublish: boolean): Role {
  return role === 'author' && !authorsPublish ? 'reader' : role
}
