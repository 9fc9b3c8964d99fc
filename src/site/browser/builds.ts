import { BUILD_CHECK_MS } from '#contract/constants.ts'
import { fetchWithRetry } from '#site/fetch.ts'
import { reloadOnce } from './reload-once.ts'

/** For missing code. Reloads only when the server is reachable: offline, a reload would lose the current page. */
export async function reloadIfReachable(address: string) {
  const reachable = await fetchWithRetry(address, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
  return reachable && reloadOnce(address)
}

/** Polls for a newer build. */
export function watchBuilds({ base, build, onNew }: { base: string; build: string; onNew: () => void }) {
  const check = async () => {
    const response = await fetchWithRetry(`${base}builds/latest.json?${Date.now()}`, { cache: 'no-store' })
    const latest: unknown = response.ok ? await response.json() : null
    const id = typeof latest === 'object' && latest !== null && 'id' in latest ? latest.id : build
    if (id === build) return
    clearInterval(timer)
    onNew()
  }
  // Offline: try again at the next poll.
  const timer = setInterval(() => void check().catch(() => {}), BUILD_CHECK_MS)
}

/** Whether a field has unsaved input, or the editor is open. */
export function hasUnsavedText() {
  if (document.querySelector('[data-writing]')) return true
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => field.value !== field.defaultValue,
  )
}
