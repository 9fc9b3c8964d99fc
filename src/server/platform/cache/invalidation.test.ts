import { beforeAll, expect, test } from 'vitest'
import { aDatabase, testLog } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import type { Database } from '#server/platform/db.ts'
import { createPageCache } from './page-cache.ts'
import { notifyInvalidated, listenForInvalidations } from './invalidation.ts'

let database: Database
beforeAll(async () => {
  database = await aDatabase()
})

async function aListener() {
  const invalidated: string[] = []
  const cache = createPageCache({ maxBytes: 1000 })
  const listening: boolean[] = []
  const commits: string[] = []
  const watched = {
    ...cache,
    invalidate(tags: Iterable<string>, commit?: string) {
      invalidated.push(...tags)
      if (commit) commits.push(commit)
    },
    setListening: (now: boolean) => void listening.push(now),
  }
  const listener = listenForInvalidations(database.url, watched, testLog)
  await listener.ready
  return { invalidated, commits, listening, close: listener.close }
}

test('signals are delivered when the transaction commits', async () => {
  const { invalidated, close } = await aListener()
  await database.db.transaction().execute(async (db) => {
    await notifyInvalidated(db, ['article:1', 'stories', 'stories'])
    // A later NOTIFY on another connection arrives first.
    await notifyInvalidated(database.db, ['trending'])
    await expect.poll(() => invalidated, patiently).toEqual(['trending'])
  })
  await expect.poll(() => invalidated, patiently).toEqual(['trending', 'article:1', 'stories'])
  await close()
})

test('signals of a rolled back transaction are not delivered', async () => {
  const { invalidated, close } = await aListener()
  const failing = database.db.transaction().execute(async (db) => {
    await notifyInvalidated(db, ['setup'])
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await notifyInvalidated(database.db, ['settings'])
  await expect.poll(() => invalidated, patiently).toEqual(['settings'])
  await close()
})

test('signals that do not fit in one payload are all delivered', async () => {
  const { invalidated, commits, close } = await aListener()
  const tags = Array.from({ length: 2000 }, (_, index) => `article:${index}` as const)
  await notifyInvalidated(database.db, tags, 'A')
  await expect.poll(() => invalidated, patiently).toEqual(tags)
  expect(new Set(commits)).toEqual(new Set(['A']))
  await close()
})

test('a lost connection is re-established, and caching is off in the meantime', async () => {
  const { invalidated, listening, close } = await aListener()
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bramble listener' and datname = current_database()`,
  )
  await expect.poll(() => listening, patiently).toEqual([true, false, true])
  await notifyInvalidated(database.db, ['creators'])
  await expect.poll(() => invalidated, patiently).toEqual(['creators'])
  await close()
})
