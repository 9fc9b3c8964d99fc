import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'

type Owned = { ownerId: string }

export function maySee(viewer: Viewer, { ownerId }: Owned) {
  return ownerId === viewer.id || mayListAll(viewer)
}

export function mayChange(viewer: Viewer, { ownerId }: Owned) {
  return ownerId === viewer.id || hasRole(viewer, 'admin')
}

export function mayListAll(viewer: Viewer) {
  return hasRole(viewer, 'editor')
}
