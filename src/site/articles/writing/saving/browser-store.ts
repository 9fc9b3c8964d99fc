import type { DiscardedText, HistoryEntry, LocalCopy, LocalStore } from './local-store.ts'
import { memoryStore } from './memory-store.ts'
import { unloadStore } from './unload-store.ts'

const NAME = 'bramble-writing'
/** Object stores. The names are part of the stored format. */
const COPIES = 'kept'
const DISCARDED = 'aside'
const HISTORY = 'trail'

type Request = <T>(store: string, mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>

/** A database that does not open must not keep the writer from writing. */
const OPEN_TIMEOUT_MS = 3000

/** The browser's database with localStorage as a fallback; memory where both are refused. */
export async function openBrowserStore(): Promise<LocalStore> {
  try {
    return storeOn(requester(await openDatabase()))
  } catch {
    // A private window may have no database.
    return withoutDatabase()
  }
}

function withoutDatabase(): LocalStore {
  const memory = memoryStore()
  if (!unloadStore.isAvailable()) return memory
  return {
    ...memory,
    durable: true,
    async put(copy) {
      if (!unloadStore.put(copy)) throw new Error('localStorage is full')
    },
    putSync: unloadStore.put,
    find: async (articleId) => unloadStore.list().filter((copy) => copy.articleId === articleId),
    findNew: async (person) => unloadStore.list().filter((copy) => copy.version === null && copy.person === person),
    delete: async (key) => unloadStore.delete(key),
  }
}

function storeOn(request: Request): LocalStore {
  const list = async (): Promise<LocalCopy[]> => {
    const copies: Promise<LocalCopy[]> = request(COPIES, 'readonly', (store) => store.getAll())
    return [...(await orElse(copies, [])), ...unloadStore.list()]
  }
  return {
    durable: true,
    async put(copy) {
      try {
        await request(COPIES, 'readwrite', (store) => store.put(copy))
        unloadStore.delete(copy.key, copy.at)
      } catch (error) {
        // The database is full or was closed: localStorage may have room.
        if (!unloadStore.put(copy)) throw error
      }
    },
    putSync: unloadStore.put,
    find: async (articleId) => newestOfEachTab((await list()).filter((copy) => copy.articleId === articleId)),
    findNew: async (person) =>
      newestOfEachTab((await list()).filter((copy) => copy.version === null && copy.person === person)),
    async delete(key) {
      unloadStore.delete(key)
      await request(COPIES, 'readwrite', (store) => store.delete(key))
    },
    putDiscarded: async (text) => void (await request(DISCARDED, 'readwrite', (store) => store.put(text))),
    async getDiscarded(articleId) {
      const text: Promise<DiscardedText | undefined> = request(DISCARDED, 'readonly', (store) => store.get(articleId))
      return (await orElse(text, undefined)) ?? null
    },
    deleteDiscarded: (articleId) => request(DISCARDED, 'readwrite', (store) => store.delete(articleId)),
    addHistory: async (entry) => void (await request(HISTORY, 'readwrite', (store) => store.put(entry))),
    listHistory(articleId) {
      const entries: Promise<HistoryEntry[]> = request(HISTORY, 'readonly', (store) => store.getAll(rangeOf(articleId)))
      return orElse(entries, [])
    },
    deleteHistory: (articleId, upTo) =>
      request(HISTORY, 'readwrite', (store) => store.delete(rangeOf(articleId, upTo))),
  }
}

/** A database that cannot be read must not keep the page from opening. */
function orElse<T>(reading: Promise<T>, fallback: T) {
  return reading.catch(() => fallback)
}

/** The copy of a tab in localStorage may be newer or older than its copy in the database. */
function newestOfEachTab(copies: LocalCopy[]) {
  const newest = new Map<string, LocalCopy>()
  for (const copy of copies) {
    const other = newest.get(copy.key)
    const [later, earlier] = other && other.at >= copy.at ? [other, copy] : [copy, other]
    // The later one may have had no room for its base text.
    const base = earlier?.version === later.version ? earlier.base : {}
    newest.set(copy.key, { ...later, base: { ...base, ...later.base } })
  }
  return [...newest.values()]
}

function rangeOf(articleId: string, upTo = Infinity) {
  return IDBKeyRange.bound([articleId, 0], [articleId, upTo])
}

function openDatabase() {
  return new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(NAME, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(COPIES, { keyPath: 'key' })
      request.result.createObjectStore(DISCARDED, { keyPath: 'articleId' })
      request.result.createObjectStore(HISTORY, { keyPath: ['articleId', 'at'] })
    })
    request.addEventListener('success', () => {
      // A later build that upgrades the database must not wait for this tab.
      request.result.addEventListener('versionchange', () => request.result.close())
      done(request.result)
    })
    request.addEventListener('error', () => fail(request.error ?? new Error('IndexedDB is not available')))
    request.addEventListener('blocked', () => fail(new Error('IndexedDB is blocked')))
    setTimeout(() => fail(new Error('IndexedDB did not open in time')), OPEN_TIMEOUT_MS)
  })
}

/** Settles when the transaction is committed. */
function requester(database: IDBDatabase): Request {
  return (name, mode, use) =>
    new Promise((done, fail) => {
      const transaction = database.transaction(name, mode)
      const request = use(transaction.objectStore(name))
      transaction.addEventListener('complete', () => done(request.result))
      transaction.addEventListener('abort', () => fail(transaction.error ?? new Error('The transaction was aborted')))
    })
}
