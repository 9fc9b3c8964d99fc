import { lastWords } from './last-words.ts'
import type { Aside, Kept, LocalStore, TrailState } from './kept.ts'
import { memoryStore } from './memory-store.ts'

const NAME = 'bramble-writing'

type Ask = <T>(store: string, mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>

/** A database that does not open must not keep anybody from writing. */
const PATIENCE_MS = 3000

/** What is being written, in the browser's database. */
export async function openBrowserStore(): Promise<LocalStore> {
  try {
    return storeOn(asker(await openDatabase()))
  } catch {
    // A private window may have no database; writing goes on with what there is.
    return withoutDatabase()
  }
}

/** What is unsaved goes where the last words go. Where that is refused too, all is in memory, and `lasting` says so. */
function withoutDatabase(): LocalStore {
  const memory = memoryStore()
  if (!lastWords.work()) return memory
  return {
    ...memory,
    lasting: true,
    async keep(record) {
      if (!lastWords.write(record)) throw new Error('There is no room')
    },
    keepAtOnce: lastWords.write,
    find: async (articleId) => lastWords.all().filter((record) => record.articleId === articleId),
    begun: async (person) => lastWords.all().filter((record) => record.version === null && record.person === person),
    forget: async (key) => lastWords.forget(key),
  }
}

function storeOn(ask: Ask): LocalStore {
  const all = async (): Promise<Kept[]> => {
    const records: Promise<Kept[]> = ask('kept', 'readonly', (store) => store.getAll())
    return [...(await orElse(records, [])), ...lastWords.all()]
  }
  return {
    lasting: true,
    async keep(record) {
      try {
        await ask('kept', 'readwrite', (store) => store.put(record))
        lastWords.forget(record.key, record.at)
      } catch (error) {
        // It is full, or was closed on us: there is another place.
        if (!lastWords.write(record)) throw error
      }
    },
    keepAtOnce: lastWords.write,
    find: async (articleId) => newestOfEach((await all()).filter((record) => record.articleId === articleId)),
    begun: async (person) =>
      newestOfEach((await all()).filter((record) => record.version === null && record.person === person)),
    async forget(key) {
      lastWords.forget(key)
      await ask('kept', 'readwrite', (store) => store.delete(key))
    },
    setAside: async (aside) => void (await ask('aside', 'readwrite', (store) => store.put(aside))),
    async aside(articleId) {
      const aside: Promise<Aside | undefined> = ask('aside', 'readonly', (store) => store.get(articleId))
      return (await orElse(aside, undefined)) ?? null
    },
    dropAside: (articleId) => ask('aside', 'readwrite', (store) => store.delete(articleId)),
    addToTrail: async (state) => void (await ask('trail', 'readwrite', (store) => store.put(state))),
    trail(articleId) {
      const states: Promise<TrailState[]> = ask('trail', 'readonly', (store) => store.getAll(rangeOf(articleId)))
      return orElse(states, [])
    },
    cutTrail: (articleId, upTo) => ask('trail', 'readwrite', (store) => store.delete(rangeOf(articleId, upTo))),
  }
}

/** What cannot be read is as good as not there: the page opens with what the server has. */
function orElse<T>(reading: Promise<T>, otherwise: T) {
  return reading.catch(() => otherwise)
}

/** The last words of a tab may be newer than what it had written before, or older than what it wrote after. */
function newestOfEach(records: Kept[]) {
  const newest = new Map<string, Kept>()
  for (const record of records) {
    const other = newest.get(record.key)
    const [later, earlier] = other && other.at >= record.at ? [other, record] : [record, other]
    // The later one may have had no room for the text that it was made from.
    const from = earlier?.version === later.version ? earlier.base : {}
    newest.set(record.key, { ...later, base: { ...from, ...later.base } })
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
      request.result.createObjectStore('kept', { keyPath: 'key' })
      request.result.createObjectStore('aside', { keyPath: 'articleId' })
      request.result.createObjectStore('trail', { keyPath: ['articleId', 'at'] })
    })
    request.addEventListener('success', () => {
      // A later build that changes its shape must not wait for this tab.
      request.result.addEventListener('versionchange', () => request.result.close())
      done(request.result)
    })
    request.addEventListener('error', () => fail(request.error ?? new Error('The browser keeps nothing')))
    request.addEventListener('blocked', () => fail(new Error('The browser’s database is in use')))
    setTimeout(() => fail(new Error('The browser’s database does not open')), PATIENCE_MS)
  })
}

/** Settles when it is written, not when it was asked for. */
function asker(database: IDBDatabase): Ask {
  return (name, mode, use) =>
    new Promise((done, fail) => {
      const transaction = database.transaction(name, mode)
      const request = use(transaction.objectStore(name))
      transaction.addEventListener('complete', () => done(request.result))
      transaction.addEventListener('abort', () => fail(transaction.error ?? new Error('It was not written')))
    })
}
