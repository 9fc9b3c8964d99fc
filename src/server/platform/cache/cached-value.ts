import type { CacheTag } from './cache-tags.ts'

export type CachedValue<Value> = ReturnType<typeof createCachedValue<Value>>

/** One value in memory, until one of its tags is invalidated. Without a LISTEN connection it is loaded every time. */
export function createCachedValue<Value>(tags: readonly CacheTag[]) {
  const signals = new Set<string>(tags.flatMap((tag) => [tag, `soon:${tag}`]))
  let listening = false
  let cached: Promise<Value> | null = null

  /** Stored before it is loaded: an invalidation in the meantime removes it. */
  function get(load: () => Promise<Value>): Promise<Value> {
    if (!listening) return load()
    if (cached) return cached
    const loading = load()
    cached = loading
    loading.catch(() => {
      if (cached === loading) cached = null
    })
    return loading
  }

  function invalidate(given: Iterable<string>) {
    for (const signal of given) if (signals.has(signal)) cached = null
  }

  function setListening(now: boolean) {
    listening = now
    cached = null
  }

  return { get, invalidate, setListening }
}
