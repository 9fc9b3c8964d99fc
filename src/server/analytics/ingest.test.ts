import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { buildScript } from '#test/writer-process.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { AnalyticsEvent } from '#contract/analytics/events.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { createIngest } from './ingest.ts'
import { sweepAnalytics } from './jobs.ts'
import { processBatches } from './process-batches.ts'
import { totalsOf, valuesOf } from './queries.ts'
import { recomputeDay } from './recompute.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const DAY = '2026-03-10'
const noon = new Date(`${DAY}T12:00:00.000Z`)
const today = { from: DAY, to: DAY }
const SITE = { kind: 'site' } as const

type Reader = Partial<Ctx['session']>
type Sent = Partial<AnalyticsEvent> & { kind: AnalyticsEvent['kind'] }

/** Everything counted in a fresh database, with a clock that the test sets. */
async function aSite() {
  const own = await aDatabase()
  let time = noon
  const now = () => time
  const ctx = aCtx(own.db, { now })
  const ingest = createIngest({ db: own.db, now, log: testLog, origin: 'https://stories.example' })
  const send = (reader: Reader, events: Sent[], sentAt = time.getTime()) => {
    const session = { ...ctx.session, address: '203.0.113.7', device: FIREFOX, languages: 'de-CH,en;q=0.5', ...reader }
    const complete = events.map((event) => ({ id: newId(), at: time.getTime(), path: '/latest', ...event }))
    return ingest.accept({ session }, JSON.stringify({ sentAt, events: complete }))
  }
  const count = async () => {
    while (await processBatches(ctx));
  }
  const values = async (dimension: Parameters<typeof valuesOf>[3]['dimension'], article = '') =>
    (await valuesOf(own.db, article, today, { dimension, limit: 50 })).shown.map(
      ({ value, views, reads, visitors }) => `${value} ${views}/${reads}/${visitors}`,
    )
  return {
    ...own,
    ctx,
    ingest,
    send,
    count,
    values,
    setTime: (at: Date) => (time = at),
    totals: (days = today) => totalsOf(own.db, SITE, days),
  }
}

test('a view is acknowledged once it is stored, and counted by the job', async () => {
  const site = await aSite()
  expect(await site.send({}, [{ kind: 'view' }])).toEqual({ accepted: 1 })
  expect(await site.db.selectFrom('analyticsBatch').select('id').execute()).toHaveLength(1)
  await site.count()
  expect(await site.totals()).toEqual({ views: 1, visitors: 1, reads: 0 })
  expect(await site.db.selectFrom('analyticsBatch').select('id').execute()).toEqual([])
})

test('an event that is sent twice counts once', async () => {
  const site = await aSite()
  const view = { kind: 'view', id: newId() } as const
  await site.send({}, [view, view])
  await site.count()
  await site.send({}, [view])
  await site.count()
  expect(await site.totals()).toEqual({ views: 1, visitors: 1, reads: 0 })
})

test('a visitor is an address and a browser on one day', async () => {
  const site = await aSite()
  await site.send({}, [{ kind: 'view' }, { kind: 'view' }])
  await site.count()
  await site.send({}, [{ kind: 'view', path: '/' }])
  await site.send({ address: '203.0.113.8' }, [{ kind: 'view' }])
  await site.send({ device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile Safari/604.1' }, [
    { kind: 'view' },
  ])
  await site.count()
  expect(await site.totals()).toEqual({ views: 5, visitors: 3, reads: 0 })
  expect(await site.values('path')).toEqual(['/latest 4/0/3', '/ 1/0/1'])
  expect(await site.values('device')).toEqual(['desktop 4/0/2', 'phone 1/0/1'])
  expect(await site.values('language')).toEqual(['de 5/0/3'])
  site.setTime(new Date(noon.getTime() + DAY_MS))
  await site.send({}, [{ kind: 'view' }])
  await site.count()
  expect(await site.totals({ from: DAY, to: '2026-03-11' })).toEqual({ views: 6, visitors: 4, reads: 0 })
})

test('views and reads of a story are counted by their source', async () => {
  const site = await aSite()
  const author = await aPerson(site.db, 'author')
  const { id, slug } = await anArticle(site.db, author.id)
  const here = { path: `/Story/${slug}/`, story: id }
  await site.send({}, [
    { kind: 'view', ...here, referrer: 'www.google.co.uk' },
    { kind: 'read', ...here, referrer: 'www.google.co.uk' },
    { kind: 'progress', ...here, from: 0, to: 12 },
    { kind: 'progress', ...here, from: 12, to: 20 },
  ] as Sent[])
  await site.send({ address: '198.51.100.1' }, [
    { kind: 'view', ...here, referrer: 'stories.example' },
    { kind: 'progress', ...here, from: 0, to: 3 },
    { kind: 'view', ...here, utm: { source: 'Weekly', medium: 'email', campaign: 'march' } },
    { kind: 'share', ...here, channel: 'copy' },
  ] as Sent[])
  await site.count()
  expect(await site.values('source', id)).toEqual(['internal 1/0/1', 'mail 1/0/1', 'search 1/1/1'])
  expect(await site.values('referrer', id)).toEqual(['google.co.uk 1/1/1', 'weekly 1/0/1'])
  expect(await site.values('campaign', id)).toEqual(['march 1/0/1'])
  expect(await site.values('total', id)).toEqual([' 3/1/2'])
  expect(await site.values('story')).toEqual([`${id} 3/1/2`])
  expect(await site.values('path')).toEqual([`/story/${slug} 3/1/2`])
  expect(await site.values('share', id)).toEqual(['copy 1/0/1'])
  expect(await site.values('step')).toEqual(['story 3/1/2'])
  const depth = await site.db.selectFrom('analyticsDepth').selectAll().executeTakeFirstOrThrow()
  expect([depth.p1, depth.p3, depth.p4, depth.p12, depth.p13, depth.p20]).toEqual([2, 2, 1, 1, 1, 1])
})

test('bots, opted-out readers, admins viewing as someone and pages for editors are left out', async () => {
  const site = await aSite()
  const view = [{ kind: 'view' } as const]
  for (const reader of [
    { device: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { device: '' },
    { doNotTrack: true },
    { viewAs: 'token' },
  ])
    expect(await site.send(reader, view)).toEqual({ accepted: 0 })
  for (const path of [
    '/admin/users',
    '/ADMIN',
    '/articles/edit',
    '/preview/x',
    '/unsubscribe/secret',
    '/user/new/temp-1',
  ])
    expect(await site.send({}, [{ kind: 'view', path }])).toEqual({ accepted: 0 })
  await site.count()
  expect(await site.totals()).toEqual({ views: 0, visitors: 0, reads: 0 })
  expect(site.ingest.counts()).toMatchObject({ accepted: 0, excluded: 10, shedRequests: 0 })
})

test('a test event is accepted and not stored', async () => {
  const site = await aSite()
  expect(await site.send({}, [{ kind: 'test' }])).toEqual({ accepted: 1 })
  expect(await site.db.selectFrom('analyticsBatch').select('id').execute()).toEqual([])
})

test('late events count on their day, and too late ones not at all', async () => {
  const site = await aSite()
  const at = (ms: number) => noon.getTime() - ms
  expect(
    await site.send({}, [
      { kind: 'view', at: at(3 * DAY_MS) },
      { kind: 'view', at: at(8 * DAY_MS) },
    ]),
  ).toEqual({ accepted: 1 })
  await site.count()
  expect(await site.totals({ from: '2026-03-07', to: '2026-03-07' })).toEqual({ views: 1, visitors: 1, reads: 0 })
})

test('the times of a browser whose clock is wrong are corrected', async () => {
  const site = await aSite()
  const wrong = noon.getTime() + 400 * DAY_MS
  await site.send({}, [{ kind: 'view', at: wrong - HOUR_MS }], wrong)
  // A little fast: no event is in the future.
  await site.send({}, [{ kind: 'view', at: noon.getTime() + MINUTE_MS / 2 }])
  await site.count()
  const events = await sql<{ at: Date }>`select at from analytics_event order by at`.execute(site.db)
  expect(events.rows.map(({ at }) => at.toISOString())).toEqual([
    '2026-03-10T11:00:00.000Z',
    '2026-03-10T12:00:00.000Z',
  ])
})

test('searches are counted by term, and those without results apart', async () => {
  const site = await aSite()
  await site.send({}, [
    { kind: 'search', term: ' Hedge  Row ', results: 3 },
    { kind: 'search', term: 'hedge row', results: 0 },
    { kind: 'search', term: 'zzz', results: 0 },
  ] as Sent[])
  await site.count()
  expect(await site.values('search')).toEqual(['hedge row 2/0/1', 'zzz 1/0/1'])
  expect(await site.values('search-empty')).toEqual(['hedge row 1/0/1', 'zzz 1/0/1'])
  expect(await site.totals()).toEqual({ views: 0, visitors: 0, reads: 0 })
})

test('an unknown story counts as a page only', async () => {
  const site = await aSite()
  await site.send({}, [{ kind: 'view', path: '/story/gone', story: newId() }])
  await site.count()
  expect(await site.values('story')).toEqual([])
  expect(await site.values('path')).toEqual(['/story/gone 1/0/1'])
})

test('text that the database cannot store does not fail the batch of others', async () => {
  const site = await aSite()
  await Promise.all([
    site.send({}, [{ kind: 'search', term: 'half \ud83d', results: 0 }]),
    site.send({ address: '198.51.100.2' }, [{ kind: 'view' }]),
  ])
  await site.count()
  expect(await site.totals()).toMatchObject({ views: 1 })
  expect(await site.values('search')).toEqual(['half \ufffd 1/0/1'])
})

test('requests of the same moment are written together', async () => {
  const site = await aSite()
  await Promise.all(Array.from({ length: 30 }, () => site.send({}, [{ kind: 'view' }])))
  expect(await site.db.selectFrom('analyticsBatch').select('id').execute()).toHaveLength(1)
  await site.count()
  expect(await site.totals()).toMatchObject({ views: 30, visitors: 1 })
})

test('requests are refused and counted when too many are waiting', async () => {
  const site = await aSite()
  const many = Array.from({ length: 50 }, () => ({ kind: 'view' }) as const)
  const outcomes = await Promise.allSettled(Array.from({ length: 500 }, () => site.send({}, many)))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBe(100)
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } })
  expect(site.ingest.counts()).toMatchObject({ accepted: 20_000, shedRequests: 100, waitingRequests: 0 })
})

test('invalid events are refused with the path of each issue, and a null character with a reason', async () => {
  const { ctx, ingest } = await aSite()
  const send = (json: string) => ingest.accept(ctx, json)
  await expect(send('{}')).rejects.toMatchObject({
    code: 'invalid',
    details: { issues: [{ path: ['body', 'sentAt'] }, { path: ['body', 'events'] }] },
  })
  await expect(send('{"sentAt":1,"events":[{"kind":"view"}],"more":1}')).rejects.toMatchObject({ code: 'invalid' })
  await expect(send('{')).rejects.toMatchObject({ code: 'malformed' })
  await expect(send('{"sentAt":"\\u0000"}')).rejects.toMatchObject({
    code: 'malformed',
    details: { reason: 'a null character' },
  })
  expect(ingest.counts()).toMatchObject({ acceptedRequests: 0, shedRequests: 0 })
})

test('a request is shed when the database fails', async () => {
  const site = await aSite()
  await sql`alter table analytics_batch rename to elsewhere`.execute(site.db)
  await expect(site.send({}, [{ kind: 'view' }])).rejects.toThrow('analytics_batch')
  expect(site.ingest.counts()).toMatchObject({ accepted: 0, shedRequests: 1, waitingRequests: 0 })
})

test('figures that are computed again are the same', async () => {
  const site = await aSite()
  const author = await aPerson(site.db, 'author')
  const { id, slug } = await anArticle(site.db, author.id)
  for (let index = 0; index < 40; index += 1) {
    site.setTime(new Date(noon.getTime() + index * 20 * MINUTE_MS))
    await site.send({ address: `203.0.113.${index % 7}` }, [
      { kind: 'view', path: `/story/${slug}`, story: id, referrer: ['bing.com', '', 'x.com'][index % 3] },
      { kind: 'progress', path: `/story/${slug}`, story: id, from: 0, to: index % 21 },
      { kind: 'vital', name: 'LCP', value: 900 + index * 10 },
      { kind: 'step', step: 'plans' },
    ] as Sent[])
    if (index % 6 === 0) await site.count()
  }
  await site.count()
  const figures = async () =>
    Promise.all(
      (['analytics_day', 'analytics_hour', 'analytics_depth', 'analytics_vital'] as const).map(
        async (table) =>
          (await sql`select * from ${sql.table(table)} order by ${sql.table(table)}`.execute(site.db)).rows,
      ),
    )
  const before = await figures()
  expect(before.every((rows) => rows.length > 0)).toBe(true)
  for (const day of [DAY, '2026-03-11']) await recomputeDay(site.ctx, day)
  expect(await figures()).toEqual(before)
  await expect(recomputeDay(site.ctx, '2026-01-01')).rejects.toMatchObject({ code: 'not-found' })
})

test('salts are deleted after two days', async () => {
  const site = await aSite()
  await site.send({}, [{ kind: 'view' }])
  const later = new Date(noon.getTime() + 2 * DAY_MS)
  await sweepAnalytics({ db: site.db, now: () => later })
  expect(await site.db.selectFrom('analyticsSalt').select('day').execute()).toEqual([])
})

test('two processes count each event once', async () => {
  const site = await aSite()
  for (let index = 0; index < 5; index += 1) await site.send({}, [{ kind: 'view' }])
  await Promise.all([site.count(), site.count(), site.count()])
  await site.count()
  expect(await site.totals()).toMatchObject({ views: 5, visitors: 1 })
})

test('a thread of its own records events, and refuses invalid ones', async () => {
  const own = await aDatabase()
  const ctx = aCtx(own.db)
  const { db, url } = own
  const file = await buildScript('src/server/analytics/worker-thread.ts')
  const thread = { file, url, prepare: true }
  const ingest = createIngest({ db, now: ctx.now, log: testLog, origin: 'https://stories.example', thread })
  const sender = { session: { ...ctx.session, address: '203.0.113.7', device: FIREFOX } }
  const time = Date.now()
  const send = (path: string) =>
    ingest.accept(sender, JSON.stringify({ sentAt: time, events: [{ id: newId(), kind: 'view', at: time, path }] }))
  expect(await Promise.all([send('/latest'), send('/'), send('/admin')])).toEqual([
    { accepted: 1 },
    { accepted: 1 },
    { accepted: 0 },
  ])
  await expect(send('latest')).rejects.toMatchObject({
    code: 'invalid',
    details: { issues: [{ path: ['body', 'events', '0', 'path'] }] },
  })
  expect(ingest.counts()).toMatchObject({ accepted: 2, excluded: 1, acceptedRequests: 3, waitingRequests: 0 })
  const batches = await own.db.selectFrom('analyticsBatch').select('events').execute()
  expect(JSON.stringify(batches)).toContain('/latest')
  await ingest.close()
})
