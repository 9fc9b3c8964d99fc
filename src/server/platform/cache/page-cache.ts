import type { CacheTag } from './cache-tags.ts'

/** After a soft invalidation, an entry is still served for this long. */
const SOFT_MS = 2000
/** Several soft invalidations within this time cost one load. Shorter than the above, so that requests need not wait. */
const REFRESH_INTERVAL_MS = 1500
/** Evicts several entries at once, because choosing them scans all. */
const KEEP_SHARE = 0.95
/** Members with different marks have different forms of one page. */
const MAX_FORMS = 32
const SOFT = 'soon:'

/** The tag of a personal page, which every change to the person's own state invalidates. */
export type EntryTag = CacheTag | `own:${string}` | `live:${string}`

/** The data of a page or file, and the tags of everything it was made from. */
export type Loaded<Data> = { status: number; data: Data; tags: Iterable<EntryTag> }

/** One page with everything that is rendered from its data. */
export type Entry<Data, Form> = {
  readonly key: string
  /** Differs for every load. */
  readonly version: number
  readonly status: number
  readonly data: Data
  readonly tags: ReadonlySet<string>
  /** The rendered forms by name. */
  readonly forms: Map<string, Form>
  readonly rendering: Map<string, Promise<Form>>
  /** Loads the data again. Must not refer to a request. */
  readonly load: () => Promise<Loaded<Data>>
  readonly startedAt: number
  readonly loadedAt: number
  readonly expiresAt: number
  /** When the first soft invalidation came. */
  staleSince: number | null
  refreshing: boolean
  size: number
  /** The number of the request that last used it. */
  lastUsed: number
}

type Options<Data, Form> = {
  maxBytes: number
  /** Estimated memory for the data of an entry. */
  dataBytes?: number
  /** Renders the forms of a stale entry from its new data, so that no request waits for them. */
  renew?(stale: Entry<Data, Form>, fresh: Entry<Data, Form>): Promise<void>
  now?: () => number
}
type Lookup = {
  /** When the person last changed something: a stale entry must have been loaded later. */
  changedAt?: number | undefined
  /** Limits the lifetime of the entry. */
  maxAgeMs?: number
}

/** A load in progress collects the tags that are invalidated meanwhile, with the number of the first invalidation. */
type Load<Data, Form> = {
  startedAt: number
  result: Promise<Entry<Data, Form>>
  invalidated: Map<string, number>
  softened: Map<string, { number: number; at: number }>
  discarded: boolean
}

/** Caches pages in memory until one of their tags is invalidated. Evicts the least recently used. */
export function createPageCache<Data, Form extends { size: number }>({
  maxBytes,
  dataBytes = 32 * 1024,
  renew = async () => {},
  now = Date.now,
}: Options<Data, Form>) {
  const entries = new Map<string, Entry<Data, Form>>()
  const keysByTag = new Map<string, Set<string>>()
  const loads = new Set<Load<Data, Form>>()
  const joinable = new Map<string, Load<Data, Form>>()
  let size = 0
  let requests = 0
  let versions = 0
  let invalidations = 0
  let hits = 0
  let misses = 0
  let stale = 0
  let foundStale = false
  // Without a LISTEN connection, invalidations would be missed, so nothing is cached.
  let listening = false

  function remove(key: string) {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    size -= entry.size
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  function store(entry: Entry<Data, Form>) {
    remove(entry.key)
    entry.lastUsed = ++requests
    entries.set(entry.key, entry)
    size += entry.size
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(entry.key)
      else keysByTag.set(tag, new Set([entry.key]))
    }
    if (size > maxBytes) evict()
  }

  /** The entry, unless it is too old for this request. A stale entry is replaced in the background. */
  function get(key: string, { changedAt = -Infinity }: Lookup = {}): Entry<Data, Form> | undefined {
    const entry = entries.get(key)
    foundStale = false
    if (!entry) return undefined
    entry.lastUsed = ++requests
    const time = now()
    if (time >= entry.expiresAt) return undefined
    if (entry.staleSince === null) return entry
    if (entry.startedAt <= changedAt || time - entry.staleSince > SOFT_MS) return undefined
    if (time - entry.loadedAt >= REFRESH_INTERVAL_MS) refresh(entry)
    foundStale = true
    return entry
  }

  function refresh(entry: Entry<Data, Form>) {
    if (entry.refreshing) return
    entry.refreshing = true
    // A failed refresh is repeated: by the next request, and at the latest by the first that needs a newer entry.
    startLoad(entry.key, entry.load, entry.expiresAt, (fresh) => renew(entry, fresh))
      .catch(() => {})
      .finally(() => {
        entry.refreshing = false
      })
  }

  /** The cached entry, or a new one. Concurrent requests share one load. */
  async function getOrLoad(
    key: string,
    load: () => Promise<Loaded<Data>>,
    lookup: Lookup = {},
  ): Promise<Entry<Data, Form>> {
    const cached = get(key, lookup)
    const running = joinable.get(key)
    if (cached || running) countHit()
    else misses += 1
    if (cached) return cached
    if (!running) return startLoad(key, load, now() + (lookup.maxAgeMs ?? Infinity))
    const joinedAt = invalidations
    const entry = await running.result
    return wasCurrent(running, entry, joinedAt, lookup) ? entry : getOrLoad(key, load, lookup)
  }

  /** False if the load may have read a state that was already invalidated when the request joined it. */
  function wasCurrent(
    { startedAt, invalidated, softened }: Load<Data, Form>,
    { tags }: Entry<Data, Form>,
    joinedAt: number,
    { changedAt = -Infinity }: Lookup,
  ) {
    for (const tag of tags) {
      if ((invalidated.get(tag) ?? Infinity) <= joinedAt) return false
      if (startedAt <= changedAt && (softened.get(tag)?.number ?? Infinity) <= joinedAt) return false
    }
    return true
  }

  function startLoad(
    key: string,
    load: () => Promise<Loaded<Data>>,
    expiresAt: number,
    prepare: (entry: Entry<Data, Form>) => Promise<void> = async () => {},
  ) {
    const startedAt = now()
    const started: Load<Data, Form> = {
      startedAt,
      result: load().then(async (loaded) => {
        const entry = toEntry(key, loaded, { load, startedAt, expiresAt })
        await prepare(entry)
        return entry
      }),
      invalidated: new Map(),
      softened: new Map(),
      discarded: !listening,
    }
    loads.add(started)
    joinable.set(key, started)
    started.result = started.result.then(
      (entry) => {
        finish()
        const tags = [...entry.tags]
        const softenedAt = tags.flatMap((tag) => started.softened.get(tag)?.at ?? [])
        if (softenedAt.length > 0) entry.staleSince = Math.min(...softenedAt)
        const outdated = started.discarded || tags.some((tag) => started.invalidated.has(tag))
        if (entry.status === 200 && !outdated && maxBytes > 0) store(entry)
        return entry
      },
      (error: unknown) => {
        finish()
        throw error
      },
    )
    return started.result

    function finish() {
      loads.delete(started)
      if (joinable.get(key) === started) joinable.delete(key)
    }
  }

  function toEntry(
    key: string,
    { status, data, tags }: Loaded<Data>,
    origin: Pick<Entry<Data, Form>, 'load' | 'startedAt' | 'expiresAt'>,
  ): Entry<Data, Form> {
    return {
      key,
      version: ++versions,
      status,
      data,
      tags: new Set(tags),
      forms: new Map(),
      rendering: new Map(),
      ...origin,
      loadedAt: now(),
      staleSince: null,
      refreshing: false,
      size: dataBytes,
      lastUsed: 0,
    }
  }

  /** A rendered form of the entry. Concurrent requests share one render. */
  function getOrRender(entry: Entry<Data, Form>, name: string, render: () => Promise<Form>): Promise<Form> {
    const form = entry.forms.get(name)
    if (form) return Promise.resolve(form)
    const running = entry.rendering.get(name)
    if (running) return running
    const rendering = render().then(
      (rendered) => {
        entry.rendering.delete(name)
        entry.forms.set(name, rendered)
        grow(entry, rendered.size)
        limitForms(entry)
        return rendered
      },
      (error: unknown) => {
        entry.rendering.delete(name)
        throw error
      },
    )
    entry.rendering.set(name, rendering)
    return rendering
  }

  /** Drops the oldest form of an entry that has too many, so that one page cannot fill the cache. */
  function limitForms(entry: Entry<Data, Form>) {
    const [oldest] = entry.forms
    if (!oldest || entry.forms.size <= MAX_FORMS) return
    entry.forms.delete(oldest[0])
    grow(entry, -oldest[1].size)
  }

  /** Counts more bytes of an entry, such as a compressed form. */
  function grow(entry: Entry<Data, Form>, by: number) {
    entry.size += by
    if (entries.get(entry.key) !== entry) return
    size += by
    if (size > maxBytes) evict()
  }

  /** Removes the least recently used entries. */
  function evict() {
    for (const { key } of [...entries.values()].toSorted((one, other) => one.lastUsed - other.lastUsed)) {
      if (size <= maxBytes * KEEP_SHARE) return
      remove(key)
    }
  }

  /**
   * Drops every entry with one of these tags; a tag after `soon:` only makes them stale. A load in progress may have read
   * the old state: it is not cached, and not returned to later requests.
   */
  function invalidate(signals: Iterable<string>) {
    invalidations += 1
    for (const signal of signals) {
      if (signal.startsWith(SOFT)) soften(signal.slice(SOFT.length))
      else drop(signal)
    }
  }

  function drop(tag: string) {
    for (const key of new Set(keysByTag.get(tag))) remove(key)
    for (const { invalidated } of loads) if (!invalidated.has(tag)) invalidated.set(tag, invalidations)
  }

  function soften(tag: string) {
    const at = now()
    for (const key of keysByTag.get(tag) ?? []) {
      const entry = entries.get(key)
      if (entry) entry.staleSince ??= at
    }
    for (const { softened } of loads) if (!softened.has(tag)) softened.set(tag, { number: invalidations, at })
  }

  /** Counts a response with the entry that was found last. */
  function countHit() {
    hits += 1
    if (foundStale) stale += 1
  }

  function setListening(on: boolean) {
    listening = on
    for (const key of entries.keys()) remove(key)
    for (const load of loads) load.discarded = true
    joinable.clear()
  }

  return {
    get,
    getOrLoad,
    getOrRender,
    grow,
    invalidate,
    setListening,
    /** For a response without `getOrLoad`. */
    countHit,
    /** `hits` and `misses` count requests since the start. `stale` is the part of the hits that got a stale entry. */
    stats: () => ({ pages: entries.size, bytes: size, hits, misses, stale }),
  }
}
