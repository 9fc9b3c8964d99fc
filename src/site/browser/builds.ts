import { BUILD_CHECK_MS, RELOAD_MARKER_MS } from '#contract/constants.ts'
import { fetchWithRetry } from '#site/fetch.ts'

const MARKER = 'bramble:reload'

/** Reloads into the newest build, but not in circles: once per path while the marker is young. */
export function reloadOnce(path: string, reload: (path: string) => void = loadPage) {
  const marker: unknown = JSON.parse(sessionStorage.getItem(MARKER) ?? 'null')
  const young = isMarker(marker) && marker.path === path && marker.expires > Date.now()
  if (young) return false
  sessionStorage.setItem(MARKER, JSON.stringify({ path, expires: Date.now() + RELOAD_MARKER_MS }))
  reload(path)
  return true
}

/** For code that is missing: without a way to the server, a reload would take away even the page that is shown. */
export async function reloadIfReachable(address: string) {
  const reachable = await fetchWithRetry(address, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
  return reachable && reloadOnce(address)
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

/** Asks now and then whether there is a newer build than the one this page came with. */
export function watchBuilds({ base, build, onNew }: { base: string; build: string; onNew: () => void }) {
  const check = async () => {
    const response = await fetchWithRetry(`${base}builds/latest.json?${Date.now()}`, { cache: 'no-store' })
    const latest: unknown = response.ok ? await response.json() : null
    const id = typeof latest === 'object' && latest !== null && 'id' in latest ? latest.id : build
    if (id === build) return
    clearInterval(timer)
    onNew()
  }
  // Being offline is no news; the next check will tell.
  const timer = setInterval(() => void check().catch(() => {}), BUILD_CHECK_MS)
}

/** Whether a field holds something that the page did not put there, or a story is open for writing. */
export function hasUnsavedText() {
  if (document.querySelector('[data-writing]')) return true
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => field.value !== field.defaultValue,
  )
}
