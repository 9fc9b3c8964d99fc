import type { Audience } from '#contract/banners.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'

/** Whether an announcement is for this viewer. An audience that this version does not know includes no one. */
export function isInAudience(viewer: Viewer | null, audience: Audience): boolean {
  switch (audience) {
    case 'everyone':
      return true
    case 'visitors':
      return viewer === null
    case 'signed-in':
      return viewer !== null
    case 'author':
    case 'editor':
    case 'admin':
      return hasRole(viewer, audience)
    default:
      return false
  }
}
