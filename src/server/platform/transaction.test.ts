import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
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

test('what was touched is forgotten after the commit, not before', async () => {
  const forgotten: string[] = []
  const ctx = aCtx(db, { dropCached: (names) => void forgotten.push(...names) })
  await inTransaction(ctx, async ({ invalidate }) => {
    invalidate('article:1', 'latest')
    expect(forgotten).toEqual([])
  })
  expect(forgotten).toEqual(['article:1', 'latest'])
})

test('nothing happened when the work throws', async () => {
  const value = await counter(1)
  const forgotten: string[] = []
  const ctx = aCtx(db, { dropCached: (names) => void forgotten.push(...names) })
  const failing = inTransaction(ctx, async (tx) => {
    await sql`update counter set value = 7 where id = 1`.execute(tx.db)
    tx.invalidate('counter')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await value()).toBe(0)
  expect(forgotten).toEqual([])
})

test('writers that collide are tried again until each has its turn', async () => {
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

test('after twenty-five more attempts it gives up with maxretry', async () => {
  let attempts = 0
  const hopeless = inTransaction(aCtx(db), async () => {
    attempts += 1
    throw Object.assign(new Error('could not serialize'), { code: '40001' })
  })
  await expect(hopeless).rejects.toMatchObject({ code: 'maxretry' })
  expect(attempts).toBe(26)
})
