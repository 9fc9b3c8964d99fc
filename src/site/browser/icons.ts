import { ICON_CACHE_MS } from '#contract/constants.ts'
import type { IconData, IconSource } from '#site/ui/icon-source.ts'

export const STORE = 'bramble:icons'

export type Stored = Record<string, { icon: IconData; at: number }>

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
      // The page came with its own; what is asked for later may wait for the code that asks.
      const { askHosts, store } = await import('./icon-hosts.ts')
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
