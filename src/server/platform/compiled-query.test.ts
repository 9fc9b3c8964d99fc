import { beforeAll, expect, test, vi } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { type Placeholders, compiledQuery } from './compiled-query.ts'
import type { Db } from './db.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
  const settings = [1, 2, 3].map((at) => ({ key: `key-${at}`, value: JSON.stringify({ snake_case: at }) }))
  await db.insertInto('setting').values(settings).execute()
})

type Values = { key?: string | null; from?: Date; limit: number }

function build(on: Db, { key, from, limit }: Placeholders<Values>) {
  let query = on.selectFrom('setting').select(['key', 'value', 'updatedAt'])
  if (key) query = query.where('key', '=', key)
  if (from) query = query.where('updatedAt', '>=', from)
  return query.where('key', 'like', 'key-%').orderBy('key').limit(limit)
}

test('is built once for each combination of given values, and takes the values of each call', async () => {
  const built = vi.fn<typeof build>(build)
  const settings = compiledQuery(built)
  const keys = async (values: Values) => (await settings(db, values)).map(({ key }) => key)

  expect(await keys({ limit: 2 })).toEqual(['key-1', 'key-2'])
  expect(await keys({ limit: 9, key: null })).toEqual(['key-1', 'key-2', 'key-3'])
  expect(built).toHaveBeenCalledTimes(1)
  expect(await Promise.all(['key-2', 'key-3'].map((key) => keys({ key, limit: 9 })))).toEqual([['key-2'], ['key-3']])
  expect(await keys({ from: new Date(Date.now() + 60_000), limit: 9 })).toEqual([])
  expect(built).toHaveBeenCalledTimes(3)
})

test('names columns like other queries, and leaves the keys of JSON documents as they are', async () => {
  const [row] = await compiledQuery(build)(db, { key: 'key-1', limit: 1 })
  expect(row).toEqual({ key: 'key-1', value: { snake_case: 1 }, updatedAt: expect.any(Date) })
})

test('runs in the transaction it is given', async () => {
  const settings = compiledQuery(build)
  const changed = db.transaction().execute(async (tx) => {
    await tx.insertInto('setting').values({ key: 'key-4', value: '4' }).execute()
    expect(await settings(tx, { key: 'key-4', limit: 1 })).toHaveLength(1)
    expect(await settings(db, { key: 'key-4', limit: 1 })).toHaveLength(0)
    throw new Error('rolled back')
  })
  await expect(changed).rejects.toThrow('rolled back')
  expect(await settings(db, { key: 'key-4', limit: 1 })).toHaveLength(0)
})
