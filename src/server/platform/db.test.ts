import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase, testLog } from '#test/database.ts'
import { openDatabase } from './db.ts'

test('cancelling ends the statements of this process only', async () => {
  const database = await aDatabase()
  const other = openDatabase(database.url, { log: testLog })
  const sleeping = (db: typeof database.db, seconds: number) => sql`select pg_sleep(${seconds})`.execute(db)
  const untouched = sleeping(other.db, 2)
  const cancelled = sleeping(database.db, 30).catch((error: unknown) => error)
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `select pid from pg_stat_activity where query like '%pg_sleep($1)%' and state = 'active' and datname = current_database()`,
      )
      return rows.length
    })
    .toBeGreaterThanOrEqual(2)
  await database.cancelStatements()
  expect(await cancelled).toMatchObject({ code: '57014' })
  await untouched
  await other.close()
})
