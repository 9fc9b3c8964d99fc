import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Db } from './db.ts'
import { inTransaction } from './transaction.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
  await sql`create table counter (id int primary key, value int not null)`.execute(db)
})

async function counter(id: number) {
  await sql`insert into counter values (${id}, 0)`.execute(db)
  return async () =>
    (await sql<{ value: number }>`select value from counter where id = ${id}`.execute(db)).rows[0]?.value
}

test('tags are invalidated after the commit, not before', async () => {
  const invalidated: string[] = []
  const ctx = aCtx(db, { dropCached: (names) => void invalidated.push(...names) })
  await inTransaction(ctx, async ({ invalidate }) => {
    invalidate('article:1', 'stories')
    expect(invalidated).toEqual([])
  })
  expect(invalidated).toEqual(['article:1', 'stories'])
})

test('an error rolls everything back', async () => {
  const value = await counter(1)
  const invalidated: string[] = []
  const ctx = aCtx(db, { dropCached: (names) => void invalidated.push(...names) })
  const failing = inTransaction(ctx, async (tx) => {
    await sql`update counter set value = 7 where id = 1`.execute(tx.db)
    tx.invalidate('creators')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await value()).toBe(0)
  expect(invalidated).toEqual([])
})

test('conflicting writes are retried until each succeeds', async () => {
  const value = await counter(2)
  const add = () =>
    inTransaction(aCtx(db), async (tx) => {
      await sql`set transaction isolation level serializable`.execute(tx.db)
      const { rows } = await sql<{ value: number }>`select value from counter where id = 2`.execute(tx.db)
      await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1} where id = 2`.execute(tx.db)
    })
  await Promise.all(Array.from({ length: 8 }, add))
  expect(await value()).toBe(8)
})

test('after 25 retries it fails with maxretry', async () => {
  let attempts = 0
  const hopeless = inTransaction(aCtx(db), async () => {
    attempts += 1
    throw Object.assign(new Error('could not serialize'), { code: '40001' })
  })
  await expect(hopeless).rejects.toMatchObject({ code: 'maxretry', details: { abort: 'maxretry' } })
  expect(attempts).toBe(26)
})

test('a row that is gone aborts with nodata, without a retry', async () => {
  let attempts = 0
  const updating = inTransaction(aCtx(db), async (tx) => {
    attempts += 1
    return tx.db
      .updateTable('account')
      .set({ displayName: 'x' })
      .where('uid', '=', 'gone')
      .returning('uid')
      .executeTakeFirstOrThrow()
  })
  await expect(updating).rejects.toMatchObject({ code: 'nodata', status: 404, details: { abort: 'nodata' } })
  const referring = inTransaction(aCtx(db), (tx) =>
    tx.db
      .insertInto('accountProvider')
      .values({ providerId: 'oidc.x', rawId: '1', uid: 'gone', linkedAt: new Date() })
      .execute(),
  )
  await expect(referring).rejects.toMatchObject({ code: 'nodata' })
  expect(attempts).toBe(1)
})

test('deleting a row that is in use is a fault', async () => {
  const { uid } = await aPerson(db)
  await sql`create table badge (uid text references account)`.execute(db)
  await sql`insert into badge values (${uid})`.execute(db)
  const deleting = inTransaction(aCtx(db), (tx) => tx.db.deleteFrom('account').where('uid', '=', uid).execute())
  await expect(deleting).rejects.toMatchObject({ code: '23503' })
})
