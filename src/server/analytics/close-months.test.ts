import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addViews } from '#test/analytics.ts'
import { anArticle } from '#test/articles.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { closeMonths } from './close-months.ts'
import { splitPeriod } from './figures-in-period.ts'
import { createIngest } from './ingest.ts'
import { processBatches } from './process-batches.ts'
import { totalsByStory, totalsOf, valuesOf, vitalBuckets } from './queries.ts'
import { recomputeDay } from './recompute.ts'

const STORY = { id: newId(), slug: 'hedges' }
const SITE = { kind: 'site' } as const
const at = (time: string) => () => new Date(time)

let db: Db
beforeEach(async () => {
  db = (await aDatabase()).db
})

async function closedMonths() {
  const rows = await db
    .selectFrom('analyticsMonth')
    .select(['month', 'views'])
    .where('articleId', '=', '')
    .where('dimension', '=', 'total')
    .orderBy('month')
    .execute()
  return rows.map(({ month, views }) => `${month}: ${views}`)
}

test('a month is closed when late events can no longer come', async () => {
  await addViews(db, STORY, '2026-01-31', { views: 5 })
  await addViews(db, STORY, '2026-03-31', { views: 7 })
  await closeMonths({ db, now: at('2026-02-08T23:59:59Z') })
  expect(await closedMonths()).toEqual([])
  await closeMonths({ db, now: at('2026-02-09T00:00:00Z') })
  expect(await closedMonths()).toEqual(['2026-01-01: 5'])
  // Without figures, there is nothing to add up.
  await closeMonths({ db, now: at('2026-04-08T00:00:00Z') })
  expect(await closedMonths()).toEqual(['2026-01-01: 5'])
  await closeMonths({ db, now: at('2026-06-01T00:00:00Z') })
  await closeMonths({ db, now: at('2026-06-02T00:00:00Z') })
  expect(await closedMonths()).toEqual(['2026-01-01: 5', '2026-03-01: 7'])
})

test('a month stays open while events wait to be counted', async () => {
  await addViews(db, STORY, '2026-01-31', { views: 5 })
  const receivedAt = new Date('2026-02-01T00:00:00Z')
  await db.insertInto('analyticsBatch').values({ receivedAt, events: '[]' }).execute()
  await closeMonths({ db, now: at('2026-03-01T00:00:00Z') })
  expect(await closedMonths()).toEqual([])
})

describe('figures of a period', () => {
  const periods = [
    { from: '2026-01-01', to: '2026-03-31' },
    { from: '2025-12-15', to: '2026-04-20' },
    { from: '2026-01-02', to: '2026-03-30' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-02-10', to: '2026-02-11' },
  ]

  test('are the same by the month', async () => {
    const author = await aPerson(db, 'author')
    const stories = [await anArticle(db, author.id), await anArticle(db, author.id)]
    for (let day = 0; day < 150; day += 1) {
      const date = new Date(Date.UTC(2025, 11, 1 + day)).toISOString().slice(0, 10)
      for (const [index, story] of stories.entries()) {
        const source = ['search', 'social', 'mail'][(day + index) % 3] ?? ''
        await addViews(db, story, date, { views: day + index + 3, reads: day, visitors: day + 1, by: { source } })
      }
      await sql`insert into analytics_vital values (${date}, 'story', 'LCP', ${300 + (day % 40)}, ${1 + day})`.execute(
        db,
      )
    }
    const ids = stories.map(({ id }) => id)
    const read = () =>
      Promise.all(
        periods.map(async (days) => [
          await totalsOf(db, SITE, days),
          await totalsOf(db, { kind: 'stories', ids }, days),
          [...(await totalsByStory(db, ids, days))].toSorted(),
          await valuesOf(db, '', days, { dimension: 'story', limit: 10 }),
          await valuesOf(db, ids[0] ?? '', days, { dimension: 'source', limit: 10 }),
          await vitalBuckets(db, days),
        ]),
      )
    const byDay = await read()
    await closeMonths({ db, now: at('2026-04-15T00:00:00Z') })
    expect(await closedMonths()).toHaveLength(4)
    expect(await read()).toEqual(byDay)

    // Whole months are read as such.
    const viewsIn = async () => Promise.all(periods.map(async (days) => (await totalsOf(db, SITE, days)).views))
    const before = await viewsIn()
    await sql`update analytics_month set views = views + 1000`.execute(db)
    const months = [3, 3, 1, 1, 0]
    expect(await viewsIn()).toEqual(before.map((views, index) => views + 1000 * (months[index] ?? 0)))
  })

  test.each([
    ['2026-01-01', '2026-03-31', '2026-03', '2026-01-01 2026-03-31', []],
    ['2026-01-01', '2026-03-31', '2026-02', '2026-01-01 2026-02-28', ['2026-03-01 2026-03-31']],
    ['2026-01-01', '2026-03-30', '2026-09', '2026-01-01 2026-02-28', ['2026-03-01 2026-03-30']],
    [
      '2025-12-31',
      '2026-02-01',
      '2026-09',
      '2026-01-01 2026-01-31',
      ['2025-12-31 2025-12-31', '2026-02-01 2026-02-01'],
    ],
    ['2026-01-02', '2026-01-31', '2026-09', null, ['2026-01-02 2026-01-31']],
    ['2026-01-01', '2026-03-31', '2025-12', null, ['2026-01-01 2026-03-31']],
    ['2026-01-01', '2026-03-31', null, null, ['2026-01-01 2026-03-31']],
  ])('from %s to %s, when all months until %s are closed', (from, to, closed, months, around) => {
    const text = (days: { from: string; to: string }) => `${days.from} ${days.to}`
    const split = splitPeriod({ from, to }, closed)
    expect(split.months && text(split.months)).toBe(months)
    expect(split.around.map(text)).toEqual(around)
  })
})

test('a closed month is added up again when figures of its days are computed again', async () => {
  const ctx = aCtx(db, { now: at('2026-03-10T12:00:00Z') })
  const ingest = createIngest({ db, now: ctx.now, log: testLog, origin: 'https://stories.example' })
  const sentAt = ctx.now().getTime()
  const events = [{ id: newId(), kind: 'view', at: sentAt, path: '/latest' }]
  const session = { ...ctx.session, address: '203.0.113.7', device: 'Mozilla/5.0 Firefox/140.0' }
  await ingest.accept({ session }, JSON.stringify({ sentAt, events }))
  while (await processBatches(ctx));
  await sql`update analytics_day set views = 9`.execute(db)
  await closeMonths({ db, now: at('2026-04-09T00:00:00Z') })
  expect(await closedMonths()).toEqual(['2026-03-01: 9'])
  await recomputeDay(ctx, '2026-03-10')
  expect(await closedMonths()).toEqual(['2026-03-01: 1'])
})
