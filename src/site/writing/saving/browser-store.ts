import { lastWords } from './last-words.ts'
import type { Aside, Kept, LocalStore, TrailState } from './kept.ts'
import { memoryStore } from './memory-store.ts'

const NAME = 'bramble-writing'

type Ask = <T>(store: string, mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>

/** What is being written, in the browser's database. Where it is refused, in memory, and `lasting` says so. */
export async function openBrowserStore(): Promise<LocalStore> {
  try {
    return storeOn(asker(await openDatabase()))
  } catch {
    // A private window may have no database; writing goes on, and the page warns.
    return memoryStore()
  }
}

function storeOn(ask: Ask): LocalStore {
  const all = async (): Promise<Kept[]> => {
    const records: Kept[] = await ask('kept', 'readonly', (store) => store.getAll())
    return [...records, ...lastWords.all()]
  }
  return {
    lasting: true,
    async keep(record) {
      await ask('kept', 'readwrite', (store) => store.put(record))
      lastWords.forget(record.key)
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
      const aside: Aside | undefined = await ask('aside', 'readonly', (store) => store.get(articleId))
      return aside ?? null
    },
    dropAside: (articleId) => ask('aside', 'readwrite', (store) => store.delete(articleId)),
    addToTrail: async (state) => void (await ask('trail', 'readwrite', (store) => store.put(state))),
    async trail(articleId) {
      const states: TrailState[] = await ask('trail', 'readonly', (store) => store.getAll(rangeOf(articleId)))
      return states
    },
    cutTrail: (articleId, upTo) => ask('trail', 'readwrite', (store) => store.delete(rangeOf(articleId, upTo))),
  }
}

/** The last words of a tab may be newer than what it had written before, or older than what it wrote after. */
function newestOfEach(records: Kept[]) {
  const newest = new Map<string, Kept>()
  for (const record of records) {
    const other = newest.get(record.key)
    if (!other || other.at < record.at) newest.set(record.key, record)
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
    request.addEventListener('success', () => done(request.result))
    request.addEventListener('error', () => fail(request.error ?? new Error('The browser keeps nothing')))
    request.addEventListener('blocked', () => fail(new Error('The browser’s database is in use')))
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
