import { ICON_CACHE_ENTRIES, ICON_CACHE_MS, ICON_ROTATION_MS, ICON_TIMEOUT_MS } from '#contract/constants.ts'
import type { IconData, IconSource } from '#site/ui/icon-source.ts'

const STORE = 'bramble:icons'
const PREFIX = 'lucide'

type Stored = Record<string, { icon: IconData; at: number }>

/** Icons for the browser: those the page came with, those kept from earlier visits, and the rest from the icon hosts. */
export function createIconSource(hosts: readonly string[], onPage: Record<string, IconData>): IconSource {
  const icons = new Map<string, IconData>([
    ...Object.entries(readStore()).map(([name, { icon }]) => [name, icon] as const),
    ...Object.entries(onPage),
  ])
  const listeners = new Set<() => void>()
  const asked = new Set<string>()
  let batch: string[] = []

  async function fetchBatch() {
    const names = batch.toSorted()
    batch = []
    try {
      const found = await askHosts(hosts, names)
      for (const [name, icon] of Object.entries(found)) icons.set(name, icon)
      store(found)
      for (const listener of listeners) listener()
    } catch {
      // The place stays empty; the icon is asked for again when it is next shown.
      for (const name of names) asked.delete(name)
    }
  }

  return {
    get: (name) => icons.get(name),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    request(name) {
      if (asked.has(name)) return
      asked.add(name)
      if (batch.push(name) === 1) setTimeout(() => void fetchBatch())
    },
  }
}

/** The first host that answers wins. A slow one is not given up at once: the next is asked beside it. */
export async function askHosts(hosts: readonly string[], names: readonly string[]): Promise<Record<string, IconData>> {
  const giveUp = AbortSignal.timeout(ICON_TIMEOUT_MS)
  const attempts = hosts.map(async (host, index) => {
    await new Promise((done) => setTimeout(done, index * ICON_ROTATION_MS))
    giveUp.throwIfAborted()
    const response = await fetch(`${host.replace(/\/$/, '')}/${PREFIX}.json?icons=${names.join(',')}`, {
      signal: giveUp,
    })
    if (!response.ok) throw new Error(`${host} answered ${response.status}`)
    return iconsOf(await response.json())
  })
  return Promise.any(attempts)
}

function iconsOf(reply: { icons: Record<string, { body: string; height?: number }>; height?: number }) {
  const entries = Object.entries(reply.icons).map(
    ([name, { body, height }]) => [name, { body, size: height ?? reply.height ?? 16 }] as const,
  )
  return Object.fromEntries(entries)
}

/** What was kept and is not too old. */
export function readStore(now = Date.now()): Stored {
  try {
    const stored: Stored = JSON.parse(localStorage.getItem(STORE) ?? '{}')
    return Object.fromEntries(Object.entries(stored).filter(([, { at }]) => now - at < ICON_CACHE_MS))
  } catch {
    // Storage may be full of something else or forbidden; icons are fetched then.
    return {}
  }
}

/** Keeps the newest, up to the limit. */
export function store(found: Record<string, IconData>, now = Date.now()) {
  const fresh = Object.entries(found).map(([name, icon]) => [name, { icon, at: now }] as const)
  const all = Object.entries({ ...readStore(now), ...Object.fromEntries(fresh) })
  const newest = all.toSorted(([, a], [, b]) => b.at - a.at).slice(0, ICON_CACHE_ENTRIES)
  try {
    localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Without room the icons are fetched again next time.
  }
}
