import { ICON_CACHE_MS } from '#contract/constants.ts'
import type { IconData, IconSource } from '#site/ui/icon-source.ts'
import { createStore } from '#site/ui/store.ts'

export const STORE = 'bramble:icons'

export type Stored = Record<string, { icon: IconData; at: number }>

/** Icons from the page itself, from local storage, and from the icon hosts. */
export function createIconSource(hosts: readonly string[], onPage: Record<string, IconData>): IconSource {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, IconData>>(
    new Map([
      ...Object.entries(readStore()).map(([name, { icon }]) => [name, icon] as const),
      ...Object.entries(onPage),
    ]),
  )
  const asked = new Set<string>()
  let batch: string[] = []

  async function fetchBatch() {
    const names = batch.toSorted()
    batch = []
    try {
      // The page includes its own icons; the code for others is loaded on demand.
      const { askHosts, store } = await import('./icon-hosts.ts')
      const found = await askHosts(hosts, names)
      store(found)
      set(new Map([...get(), ...Object.entries(found)]))
    } catch {
      // Requested again when the icon is next rendered.
      for (const name of names) asked.delete(name)
    }
  }

  return {
    get: (name) => get().get(name),
    subscribe,
    request(name) {
      if (asked.has(name)) return
      asked.add(name)
      if (batch.push(name) === 1) setTimeout(() => void fetchBatch())
    },
  }
}

/** Stored icons that have not expired. */
export function readStore(now = Date.now()): Stored {
  try {
    const stored: Stored = JSON.parse(localStorage.getItem(STORE) ?? '{}')
    return Object.fromEntries(Object.entries(stored).filter(([, { at }]) => now - at < ICON_CACHE_MS))
  } catch {
    // Storage is disabled or invalid: fetch the icons.
    return {}
  }
}
