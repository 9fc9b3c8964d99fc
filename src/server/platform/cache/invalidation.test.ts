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
  const forgotten: string[] = []
  const cache = createPageCache({ maxBytes: 1000 })
  const listening: boolean[] = []
  const watched = {
    ...cache,
    forget: (names: Iterable<string>) => void forgotten.push(...names),
    setListening: (now: boolean) => void listening.push(now),
  }
  const listener = listenForInvalidations(database.url, watched, testLog)
  await listener.ready
  return { forgotten, listening, close: listener.close }
}

test('what a transaction announces is heard when it commits', async () => {
  const { forgotten, close } = await aListener()
  await database.db.transaction().execute(async (db) => {
    await notifyInvalidated(db, ['article:1', 'latest', 'latest'])
    // What is sent later on another connection arrives, and this still does not.
    await notifyInvalidated(database.db, ['meanwhile'])
    await expect.poll(() => forgotten, patiently).toEqual(['meanwhile'])
  })
  await expect.poll(() => forgotten, patiently).toEqual(['meanwhile', 'article:1', 'latest'])
  await close()
})

test('what was rolled back is not heard', async () => {
  const { forgotten, close } = await aListener()
  const failing = database.db.transaction().execute(async (db) => {
    await notifyInvalidated(db, ['never'])
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await notifyInvalidated(database.db, ['after'])
  await expect.poll(() => forgotten, patiently).toEqual(['after'])
  await close()
})

test('more names than fit one message arrive all the same', async () => {
  const { forgotten, close } = await aListener()
  const names = Array.from({ length: 2000 }, (_, index) => `article:${index}`)
  await notifyInvalidated(database.db, names)
  await expect.poll(() => forgotten, patiently).toEqual(names)
  await close()
})

test('a broken line is mended, and meanwhile nothing is kept', async () => {
  const { forgotten, listening, close } = await aListener()
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bramble listener' and datname = current_database()`,
  )
  await expect.poll(() => listening, patiently).toEqual([true, false, true])
  await notifyInvalidated(database.db, ['again'])
  await expect.poll(() => forgotten, patiently).toEqual(['again'])
  await close()
})
