const MAX_PATH = 300
const UNTRACKED = /^\/(admin|preview|dev|articles|unsubscribe|user\/new|offline|debug-analytics)(\/|$)/

/** The path without its trailing slash, routes being matched without regard to case. Null for pages that are not counted. */
export function trackedPath(path: string): string | null {
  const shown = path.replace(/(.)\/+$/, '$1').replace(/^\/[^/]+/, (segment) => segment.toLowerCase())
  return UNTRACKED.test(shown) ? null : shown.slice(0, MAX_PATH)
}
