import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createIngest } from '#server/analytics/ingest.ts'
import { processBatches } from '#server/analytics/process-batches.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import { TEST_KEY } from '#test/vault.ts'
import { commands } from './commands.ts'

const DAYS = ['2026-03-09', '2026-03-10']

let database: Database
beforeAll(async () => {
  database = await aDatabase()
  for (const day of DAYS) {
    const now = () => new Date(`${day}T12:00:00Z`)
    const ctx = aCtx(database.db, { now })
    const ingest = createIngest({ db: database.db, now, log: testLog, origin: 'https://stories.example' })
    const session = { ...ctx.session, address: '203.0.113.7', device: 'Mozilla/5.0 Firefox/140.0' }
    const at = now().getTime()
    const events = [{ id: newId(), kind: 'view', at, path: '/latest' }]
    await ingest.accept({ session }, JSON.stringify({ sentAt: at, events }))
    while (await processBatches(ctx));
  }
})

function run(...rest: string[]) {
  const command = commands.find(({ words }) => words.join(' ') === 'analytics recompute')
  if (!command) throw new Error('There is no such command')
  return command.run({ ...database, config: readConfig({ ENCRYPTION_KEY: TEST_KEY }), log: testLog }, { rest })
}

const viewsOf = async (day: string) =>
  (
    await sql<{ views: number }>`
      select views from analytics_day where day = ${day} and article_id = '' and dimension = 'total'`.execute(
      database.db,
    )
  ).rows

test('analytics recompute counts the events of the given days again', async () => {
  await sql`update analytics_day set views = 99`.execute(database.db)
  expect(await run('2026-03-10')).toEqual({ data: { days: ['2026-03-10'] }, text: 'Recomputed 2026-03-10.' })
  expect(await viewsOf('2026-03-09')).toEqual([{ views: 99 }])
  expect(await viewsOf('2026-03-10')).toEqual([{ views: 1 }])
})

test('analytics recompute refuses days that it cannot recompute, and changes nothing', async () => {
  await expect(run('2020-01-01')).rejects.toThrow('There are no stored events of these days.')
  await expect(run('yesterday')).rejects.toThrow('FIRST-DAY')
})
