import type { Middleware } from './visit.ts'

/** Whoever is signed in is known before anything that depends on it is decided. */
export const loadViewer: Middleware = async (visit) => {
  visit.viewer = await visit.findViewer()
  return undefined
}
