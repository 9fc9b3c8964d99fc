import type { Article } from '#contract/articles/articles.ts'
import type { Viewer } from '#contract/viewer.ts'
import { createApi } from '#site/api.ts'
import { storeWriter, storedWriter } from './writer.ts'

const NAME = 'bramble-copies'
const STORE = 'article'
const MAX_COPIES = 20

type Copy = { articleId: string; person: string; article: Article; at: number }

/** Stores the server's version of an article for offline use. Evicts the oldest copies. */
export async function storeCopy(viewer: Viewer, article: Article) {
  const writer = storedWriter()
  if (writer && writer.id !== viewer.id) await deleteCopies()
  storeWriter(viewer)
  const copy: Copy = { articleId: article.id, person: viewer.id, article, at: Date.now() }
  await inStore('readwrite', (store) => store.put(copy))
  const all: Copy[] = await inStore('readonly', (store) => store.getAll())
  const old = all.toSorted((a, b) => b.at - a.at).slice(MAX_COPIES)
  for (const { articleId } of old) await inStore('readwrite', (store) => store.delete(articleId))
}

/** Null when this device has no copy for this person. */
export async function findCopy(person: string, articleId: string): Promise<Article | null> {
  const copy: Copy | undefined = await inStore('readonly', (store) => store.get(articleId))
  return copy?.person === person ? copy.article : null
}

/** Called on sign-out, and before another person writes on this device. */
export async function deleteCopies() {
  storeWriter(null)
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(NAME)
    // Tabs close their connection after each use, so a blocked deletion completes soon.
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve())
  })
}

/** Deletes copies that belong to another person. A visitor's page may be cached, so the server is asked. */
export async function checkWriter(base: string, shown: Viewer | null) {
  const writer = storedWriter()
  if (!writer) return
  const viewer = shown ?? (await createApi(base)('GET /api/viewer'))
  if (viewer?.id !== writer.id) await deleteCopies()
}

async function inStore<Result>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<Result>) {
  const database = await openDatabase()
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = use(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The copy was not stored')))
    })
  } finally {
    database.close()
  }
}

function openDatabase() {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: 'articleId' })
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB is unavailable')))
    request.addEventListener('blocked', () => reject(new Error('The database is in use')))
  })
}
