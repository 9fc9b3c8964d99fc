import { request as httpRequest } from 'node:http'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

const TOKEN = 'a-token-for-prometheus'
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

/** The response to `GET /metrics`. Unlike `fetch`, it can send any Host header. */
function scrape({ url }: TestApp, headers: Record<string, string> = {}) {
  return new Promise<{
    status: number | undefined
    type: string | undefined
    cached: string | undefined
    text: string
  }>((resolve, reject) => {
    httpRequest(`${url}/metrics`, { headers }, (response) => {
      let text = ''
      response
        .on('data', (piece) => (text += String(piece)))
        .on('end', () => {
          const { 'content-type': type, 'cache-control': cached } = response.headers
          resolve({ status: response.statusCode, type, cached, text })
        })
    })
      .on('error', reject)
      .end()
  })
}

/** The value of one series, or 0 when there is none. */
async function valueOf(series: string) {
  const { text } = await scrape(app)
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length) ?? 0)
}

describe('access', () => {
  test('without a token, a client on this server may read, and nothing caches the response', async () => {
    const { status, type, cached } = await scrape(app)
    expect([status, type, cached]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store'])
    expect((await scrape(app, { host: 'localhost:3000' })).status).toBe(200)
  })

  test.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'stories.example' },
    { host: 'localhost.stories.example' },
    { authorization: `Bearer ${TOKEN}`, host: 'stories.example' },
  ])('a proxy on this server is refused: %o', async (headers: Record<string, string>) => {
    const { status, text } = await scrape(app, headers)
    expect(status).toBe(404)
    expect(text).not.toContain('bramble_')
  })

  test('the address that a trusted proxy reports does not count', async () => {
    const trusting = await anApp(database, { TRUST_PROXY: 'yes' })
    expect((await scrape(trusting, { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
    expect((await scrape(trusting)).status).toBe(200)
  })

  test('with a token, only requests with the token may read, from anywhere', async () => {
    const open = await anApp(database, { METRICS_TOKEN: TOKEN })
    const statusOf = async (headers: Record<string, string>) => (await scrape(open, headers)).status
    expect(await statusOf({ authorization: `Bearer ${TOKEN}` })).toBe(200)
    expect(
      await statusOf({
        'authorization': `Bearer ${TOKEN}`,
        'host': 'stories.example',
        'x-forwarded-for': '203.0.113.7',
      }),
    ).toBe(200)
    for (const authorization of [
      '',
      'Bearer ',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
      TOKEN,
    ])
      expect([authorization, await statusOf({ authorization })]).toEqual([authorization, 404])
    expect(await statusOf({})).toBe(404)
  })
})

describe('figures', () => {
  const requests = (labels: string) => valueOf(`bramble_http_request_duration_seconds_count{${labels}}`)

  test('requests count by route pattern, method and class of status', async () => {
    const site = 'method="GET",route="/api/site",status="2xx"'
    const story = 'method="GET",route="/api/stories/:ref",status="4xx"'
    const before = [await requests(site), await requests(story)]
    for (const path of ['/api/site', '/api/site', '/api/stories/a-secret-slug']) await (await app.get(path)).text()
    // Counted when the response has been sent.
    await expect.poll(() => requests(story), patiently).toBe((before[1] ?? 0) + 1)
    expect(await requests(site)).toBe((before[0] ?? 0) + 2)
  })

  test('pages count by their pattern, from the cache or not, and unknown paths together', async () => {
    const about = 'method="GET",route="/about",status="2xx"'
    const payload = 'method="GET",route="/about/_payload.json",status="2xx"'
    const unmatched = 'method="GET",route="unmatched",status="4xx"'
    for (const path of ['/about', '/about', '/about', '/about/_payload.json', '/no-such/page-a', '/no-such/page-b'])
      await (await app.get(path, { headers: { accept: 'text/html' } })).text()
    await expect.poll(() => requests(unmatched), patiently).toBeGreaterThanOrEqual(2)
    expect(await requests(about)).toBe(3)
    expect(await requests(payload)).toBe(1)
    expect(await valueOf('bramble_page_cache_requests_total{result="hit"}')).toBeGreaterThanOrEqual(1)
    expect(await valueOf('bramble_page_cache_requests_total{result="miss"}')).toBeGreaterThanOrEqual(1)
    expect(await valueOf('bramble_page_cache_pages')).toBeGreaterThanOrEqual(1)
  })

  test('no label contains a path, an id or a query', async () => {
    for (const path of ['/story/a-secret-slug?key=a-secret-key', '/%zz', '/user/aSecretPerson0000000'])
      await (await app.get(path)).text()
    const { text } = await scrape(app)
    expect(text).not.toMatch(/secret|%zz/i)
  })

  test('a request in progress is in flight until its response is sent or its client has gone', async () => {
    const inFlight = () => valueOf('bramble_http_requests_in_flight')
    // The scrape itself is one.
    await expect.poll(inFlight, patiently).toBe(1)
    const headers = { 'content-type': 'application/json', 'content-length': '10' }
    const unfinished = httpRequest(`${app.url}/api/sign-in`, { method: 'POST', headers }).on('error', () => {})
    unfinished.flushHeaders()
    await expect.poll(inFlight, patiently).toBe(2)
    unfinished.destroy()
    await expect.poll(inFlight, patiently).toBe(1)
  })

  test('statements count with their duration, and failed ones apart', async () => {
    const count = () => valueOf('bramble_database_query_duration_seconds_count')
    const failures = () => valueOf('bramble_database_query_failures_total')
    const before = [await count(), await failures()] as const
    await sql`select pg_sleep(0.06)`.execute(database.db)
    await expect(sql`select 1 / 0`.execute(database.db)).rejects.toThrow('division by zero')
    expect(await count()).toBeGreaterThanOrEqual(before[0] + 2)
    expect(await failures()).toBe(before[1] + 1)
    expect(await valueOf('bramble_database_connections')).toBeGreaterThan(0)
    expect(await valueOf('bramble_database_connections_max')).toBe(10)
    expect(await valueOf('bramble_database_up')).toBe(1)
  })

  test('jobs count by name and outcome', async () => {
    await expect
      .poll(() => valueOf('bramble_job_runs_total{job="analytics",outcome="success"}'), patiently)
      .toBeGreaterThan(0)
    expect(await valueOf('bramble_job_duration_seconds_count{job="analytics"}')).toBeGreaterThan(0)
  })

  test('analytics events and their requests count by outcome', async () => {
    const of = (what: 'events' | 'requests', outcome: string) =>
      valueOf(`bramble_analytics_${what}_total{outcome="${outcome}"}`)
    const time = Date.now()
    const body = JSON.stringify({ sentAt: time, events: [{ kind: 'view', id: newId(), at: time, path: '/latest' }] })
    for (const agent of ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Googlebot/2.1']) {
      const headers = { 'content-type': 'application/json', 'user-agent': agent }
      expect((await app.get('/api/analytics', { method: 'POST', headers, body })).status).toBe(200)
    }
    expect([await of('events', 'accepted'), await of('events', 'excluded')]).toEqual([1, 1])
    expect([await of('requests', 'accepted'), await of('requests', 'shed')]).toEqual([2, 0])
    expect(await valueOf('bramble_analytics_requests_waiting')).toBe(0)
  })

  test('the figures of Node and of the process carry its number', async () => {
    expect(await valueOf('process_resident_memory_bytes{process="1"}')).toBeGreaterThan(1_000_000)
    expect(await valueOf('process_start_time_seconds{process="1"}')).toBeGreaterThan(1_000_000_000)
    expect(await valueOf('nodejs_heap_size_total_bytes{process="1"}')).toBeGreaterThan(1_000_000)
  })

  test('every metric has a help text, and the names of our own have a prefix', async () => {
    const { text } = await scrape(app)
    const names = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name ?? '')
    expect(names.filter((name) => !/^(?:bramble|process|nodejs)_/.test(name))).toEqual([])
    expect(names.filter((name) => !text.includes(`# HELP ${name} `))).toEqual([])
    expect(names.length).toBe(new Set(names).size)
  })
})
