import { RELOAD_MARKER_MS } from '#contract/constants.ts'

const MARKER = 'bramble:reload'

/** Reloads to get the newest build, at most once per path within a short time, so that it cannot loop. */
export function reloadOnce(path: string, reload: (path: string) => void = loadPage) {
  const marker: unknown = JSON.parse(sessionStorage.getItem(MARKER) ?? 'null')
  const young = isMarker(marker) && marker.path === path && marker.expires > Date.now()
  if (young) return false
  sessionStorage.setItem(MARKER, JSON.stringify({ path, expires: Date.now() + RELOAD_MARKER_MS }))
  reload(path)
  return true
}

function isMarker(value: unknown): value is { path: string; expires: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'expires' in value &&
    typeof value.expires === 'number'
  )
}

function loadPage(path: string) {
  if (path === location.pathname + location.search) location.reload()
  else location.assign(path)
}
