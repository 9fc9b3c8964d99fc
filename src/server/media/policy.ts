import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'

type Owned = { ownerId: string }

export function maySee(viewer: Viewer, { ownerId }: Owned) {
  return ownerId === viewer.id || mayLookThroughAll(viewer)
}

export function mayChange(viewer: Viewer, { ownerId }: Owned) {
  return ownerId === viewer.id || hasRole(viewer, 'admin')
}

export function mayLookThroughAll(viewer: Viewer) {
  return hasRole(viewer, 'editor')
}
