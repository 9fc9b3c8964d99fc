import { ICON_CACHE_ENTRIES, ICON_ROTATION_MS, ICON_TIMEOUT_MS } from '#contract/constants.ts'
import type { IconData } from '#site/ui/icon-source.ts'
import { STORE, readStore } from './icons.ts'

const PREFIX = 'lucide'

/** The first host that responds wins. The next one is asked only when none has responded for a while. */
export async function askHosts(hosts: readonly string[], names: readonly string[]): Promise<Record<string, IconData>> {
  const giveUp = AbortSignal.timeout(ICON_TIMEOUT_MS)
  const answered = new AbortController()
  const attempts = hosts.map(async (host, index) => {
    await new Promise((done) => setTimeout(done, index * ICON_ROTATION_MS))
    giveUp.throwIfAborted()
    answered.signal.throwIfAborted()
    const response = await fetch(`${host.replace(/\/$/, '')}/${PREFIX}.json?icons=${names.join(',')}`, {
      signal: giveUp,
    })
    if (!response.ok) throw new Error(`${host} answered ${response.status}`)
    const icons = iconsOf(await response.json())
    answered.abort()
    return icons
  })
  return Promise.any(attempts)
}

function iconsOf(reply: { icons: Record<string, { body: string; height?: number }>; height?: number }) {
  const entries = Object.entries(reply.icons).map(
    ([name, { body, height }]) => [name, { body, size: height ?? reply.height ?? 16 }] as const,
  )
  return Object.fromEntries(entries)
}

/** Stores the newest icons, up to the limit. */
export function store(found: Record<string, IconData>, now = Date.now()) {
  const fresh = Object.entries(found).map(([name, icon]) => [name, { icon, at: now }] as const)
  const all = Object.entries({ ...readStore(now), ...Object.fromEntries(fresh) })
  const newest = all.toSorted(([, a], [, b]) => b.at - a.at).slice(0, ICON_CACHE_ENTRIES)
  try {
    localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Storage is full: the icons are fetched again next time.
  }
}
