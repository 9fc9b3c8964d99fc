import type { Middleware } from './visit.ts'

/** Loads the viewer before anything that depends on it. */
export const loadViewer: Middleware = async (visit) => {
  visit.viewer = await visit.findViewer()
  return undefined
}
