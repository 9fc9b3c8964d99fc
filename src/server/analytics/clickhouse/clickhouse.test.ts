import { createClient } from '@clickhouse/client'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { createChance } from '#test/traffic.ts'
import { DAY_MS, HOUR_MS } from '#contract/constants.ts'
import { type AnalyticsEvent, DEPTH_PARTS, shareChannels, vitalNames } from '#contract/analytics/events.ts'
import { newId } from '#server/platform/ids.ts'
import { createIngest } from '#server/analytics/ingest.ts'
import { openEventStore } from '#server/analytics/open-event-store.ts'

const server = process.env['TEST_CLICKHOUSE_URL']

const DAY = '2026-03-10'
const FIGURES = ['analytics_day', 'analytics_hour', 'analytics_depth', 'analytics_vital']

/** The URL of an empty database, which is dropped after the test. */
async function aClickHouseDatabase() {
  const name = `test_${newId().toLowerCase()}`
  const client = createClient({ url: server ?? '' })
  await client.command({ query: `create database ${name}` })
  onTestFinished(async () => {
    await client.command({ query: `drop database ${name}` })
    await client.close()
  })
  return new URL(`/${name}`, server).href
}

/** A site whose events can be sent and counted, in the given stores one after the other. */
async function aSite(...urls: (string | null)[]) {
  const { db } = await aDatabase()
  let time = new Date(`${DAY}T12:00:00Z`)
  const now = () => time
  const ctx = aCtx(db, { now })
  const ingest = createIngest({ db, now, log: testLog, origin: 'https://stories.example' })
  const stores = urls.map(openEventStore)
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  const author = await aPerson(db, 'author')
  const stories = [await anArticle(db, author.id), await anArticle(db, author.id)]
  return {
    db,
    ctx,
    stores,
    stories,
    setTime: (at: Date) => (time = at),
    send(reader: number, events: AnalyticsEvent[]) {
      const session = {
        ...ctx.session,
        address: `203.0.113.${reader}`,
        device: `Mozilla/5.0 (${reader % 2 ? 'X11; Linux x86_64' : 'iPhone; CPU iPhone OS 18_4 like Mac OS X) Mobile'})`,
        languages: reader % 3 ? 'de-CH' : 'en',
      }
      return ingest.accept({ session }, JSON.stringify({ sentAt: time.getTime(), events }))
    },
    async count(store = stores[0]) {
      while (await store?.countNext(ctx));
    },
    /** The rows of all figures, with numbers for the stories. */
    async figures() {
      const tables = await Promise.all(
        FIGURES.map(async (table) => {
          const { rows } = await sql<{
            row: string
          }>`select to_jsonb(t)::text as row from ${sql.table(table)} as t`.execute(db)
          return rows.map(({ row }) =>
            stories.reduce(
              (text, { id, slug }, index) => text.replaceAll(id, `story ${index}`).replaceAll(slug, `slug-${index}`),
              `${table} ${row}`,
            ),
          )
        }),
      )
      return tables.flat().toSorted()
    },
  }
}

type Site = Awaited<ReturnType<typeof aSite>>

/** Two days of every kind of event. Some arrive twice, some late. */
async function sendTraffic({ stories, send, setTime, count }: Site) {
  const chance = createChance(7)
  const late: { reader: number; events: AnalyticsEvent[] }[] = []
  for (let step = 0; step < 8; step += 1) {
    const time = Date.parse(`${DAY}T00:30:00Z`) + step * 6 * HOUR_MS
    setTime(new Date(time))
    for (let reader = 1; reader <= 12; reader += 1) {
      const story = chance.oneOf([...stories, { id: newId(), slug: 'gone' }])
      const common = () => ({
        id: newId(),
        at: time - chance.below(HOUR_MS),
        path: `/story/${story.slug}`,
        story: story.id,
      })
      const referrer = chance.oneOf(['', 'www.google.com', 'blog.example'])
      const from = chance.below(DEPTH_PARTS)
      const name = chance.oneOf(vitalNames)
      const events: AnalyticsEvent[] = [
        { ...common(), kind: 'view', referrer },
        { ...common(), kind: 'progress', from, to: from + chance.below(DEPTH_PARTS - from) },
        { ...common(), kind: 'search', term: chance.oneOf(['hedges', 'Ødegård “wörds”']), results: chance.below(2) },
        { ...common(), kind: 'share', channel: chance.oneOf(shareChannels) },
        { ...common(), kind: 'vital', name, value: name === 'CLS' ? chance.below(300) / 1000 : chance.below(4000) },
        { id: newId(), at: time, path: '/latest', kind: 'view', utm: { source: 'letter', medium: 'email' } },
      ]
      if (chance.happens(0.5)) events.push({ ...common(), kind: 'read', referrer })
      if (chance.happens(0.3)) events.push({ ...common(), kind: 'follow' }, { ...common(), kind: 'sign-up' })
      if (chance.happens(0.3)) events.push({ ...common(), kind: 'step', step: 'plans' })
      await send(reader, events)
      if (chance.happens(0.3)) await send(reader, events)
      if (chance.happens(0.2)) late.push({ reader, events: [...events, { ...common(), kind: 'view' }] })
    }
    if (step % 2) await count()
  }
  for (const { reader, events } of late) await send(reader, events)
  await count()
}

describe('events in ClickHouse', () => {
  beforeEach(({ skip }) => {
    if (!server) skip('TEST_CLICKHOUSE_URL names no ClickHouse server')
  })

  test('give the same figures as events in PostgreSQL, as they come and computed again', async () => {
    const site = await aSite(await aClickHouseDatabase())
    const reference = await aSite(null)
    await sendTraffic(reference)
    await sendTraffic(site)
    const figures = await reference.figures()
    expect(figures.length).toBeGreaterThan(200)
    expect(await site.figures()).toEqual(figures)
    expect(await site.db.selectFrom('analyticsEvent').select('id').execute()).toEqual([])
    expect(await site.db.selectFrom('analyticsBatch').select('id').execute()).toEqual([])

    const [store] = site.stores
    const days = await store?.listDays(site.db)
    expect(days).toEqual(['2026-03-09', DAY, '2026-03-11'])
    for (const table of FIGURES)
      await sql`delete from ${sql.table(table)} where views > 10`.execute(site.db).catch(() => {})
    for (const day of days ?? []) await store?.recomputeDay(site.ctx, day)
    expect(await site.figures()).toEqual(figures)
    await expect(store?.recomputeDay(site.ctx, '2026-01-01')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('of before are moved there, and counted on', async () => {
    const site = await aSite(null, await aClickHouseDatabase())
    const [before, after] = site.stores
    await sendTraffic(site)
    await site.count(before)
    const figures = await site.figures()
    await site.count(after)
    expect(await before?.listDays(site.db)).toEqual([])
    expect(await site.figures()).toEqual(figures)
    for (const day of (await after?.listDays(site.db)) ?? []) await after?.recomputeDay(site.ctx, day)
    expect(await site.figures()).toEqual(figures)

    // Someone who was counted before is not counted as another visitor now.
    const [story] = site.stories
    const view = { at: Date.parse(`${DAY}T18:00:00Z`), path: `/story/${story?.slug}`, kind: 'view' } as const
    const totals = () =>
      site.db
        .selectFrom('analyticsDay')
        .select(['views', 'visitors'])
        .where('articleId', '=', '')
        .where('dimension', '=', 'total')
        .where('day', '=', DAY)
        .executeTakeFirstOrThrow()
    const { views, visitors } = await totals()
    site.setTime(new Date(`${DAY}T19:00:00Z`))
    await site.send(1, [{ ...view, id: newId() }])
    await site.count(after)
    expect(await totals()).toEqual({ views: views + 1, visitors })
  })

  test('count once when a process dies between the databases', async () => {
    const site = await aSite(await aClickHouseDatabase())
    const [story] = site.stories
    const at = Date.parse(`${DAY}T11:00:00Z`)
    await site.send(1, [{ id: newId(), at, path: `/story/${story?.slug}`, story: story?.id, kind: 'view' }])
    await site.send(1, [{ id: newId(), at, path: '/', kind: 'vital', name: 'LCP', value: 900 }])
    await sql`alter table analytics_vital rename to hidden`.execute(site.db)
    await expect(site.count()).rejects.toThrow('analytics_vital')
    expect(await site.db.selectFrom('analyticsBatch').select('id').execute()).not.toEqual([])
    expect(await site.db.selectFrom('analyticsDay').select('day').execute()).toEqual([])
    await sql`alter table hidden rename to analytics_vital`.execute(site.db)
    await site.count()
    const once = { views: 1, reads: 0, visitors: 1 }
    const days = await site.db.selectFrom('analyticsDay').select(['views', 'reads', 'visitors']).execute()
    expect(days.length).toBeGreaterThan(5)
    expect(days).toEqual(days.map(() => once))
    expect(await site.db.selectFrom('analyticsVital').select('samples').execute()).toEqual([{ samples: 1 }])
  })

  test('are deleted after 90 days', async () => {
    const site = await aSite(await aClickHouseDatabase())
    await sendTraffic(site)
    const [store] = site.stores
    const kept = (at: string) => store?.dropOld(site.db, new Date(Date.parse(at) + 90 * DAY_MS))
    await kept(`${DAY}T23:00:00Z`)
    expect(await store?.listDays(site.db)).toEqual([DAY, '2026-03-11'])
  })
})

test('events wait while ClickHouse cannot be reached', async () => {
  const site = await aSite('http://127.0.0.1:9')
  await site.send(1, [{ id: newId(), at: Date.parse(`${DAY}T11:00:00Z`), path: '/', kind: 'view' }])
  await expect(site.count()).rejects.toThrow('ECONNREFUSED')
  expect(await site.db.selectFrom('analyticsBatch').select('id').execute()).toHaveLength(1)
})
