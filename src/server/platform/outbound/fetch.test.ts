import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { aDnsServer } from '#test/dns-server.ts'
import { aSiteServer } from '#test/site-server.ts'
import { isPublicAddress } from './public-addresses.ts'
import { createResolver } from './dns.ts'
import { createOutbound } from './fetch.ts'

const open = createOutbound({ allowPrivate: true, agent: 'Test' })
const closed = createOutbound({ allowPrivate: false, agent: 'Test' })
const page = { accept: 'text/html', maxBytes: 1000 }

/** A promise, and what resolves it. */
function aSignal(): [promise: Promise<void>, resolve: () => void] {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return [promise, resolve]
}

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['2606:4700::1111', true],
  ['::ffff:8.8.8.8', true],
  ['127.0.0.1', false],
  ['127.255.255.255', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['no address', false],
])('%s is public: %s', (ip, wanted) => {
  expect(isPublicAddress(ip)).toBe(wanted)
})

test('returns the response with its final URL', async () => {
  const site = await aSiteServer(({ url }, reply) =>
    url === '/old'
      ? reply.writeHead(302, { location: '/new' }).end()
      : reply.setHeader('content-type', 'text/plain').end('hello'),
  )
  const { address, type, bytes } = await open.get(`${site}/old`, page)
  expect({ address, type, text: bytes.toString() }).toEqual({
    address: `${site}/new`,
    type: 'text/plain',
    text: 'hello',
  })
})

test.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.168.0.1/',
  'http://0/',
  'http://someone:secret@example.org/',
  'http://:secret@example.org/',
  'http://example.org:22/',
  'file:///etc/passwd',
  'ftp://example.org/',
])('never requests %s', async (address) => {
  await expect(closed.get(address, page)).rejects.toMatchObject({ code: 'unreachable' })
})

test('does not follow a redirect or host name to a private address', async () => {
  let asked = 0
  const inside = await aSiteServer((_request, reply) => {
    asked += 1
    reply.end('secret')
  })
  const { port } = new URL(inside)
  const leading = await aSiteServer(({ url = '' }, reply) => {
    const to = { '/number': inside, '/name': `http://localhost:${port}`, '/file': 'file:///etc/passwd' }[url]
    reply.writeHead(302, { location: to }).end()
  }, '127.0.0.2')
  const outbound = createOutbound({ allowPrivate: true, agent: 'Test' }, (ip) => ip === '127.0.0.2')
  for (const way of ['/number', '/name', '/file']) {
    await expect(outbound.get(leading + way, page)).rejects.toMatchObject({ code: 'unreachable' })
  }
  expect(asked).toBe(0)
  await open.get(inside, page)
  expect(asked).toBe(1)
})

describe('a host name', () => {
  const named = (servers: string[], patience?: { timeout: number; tries: number }) =>
    createOutbound({ allowPrivate: true, agent: 'Test' }, (ip) => ip === '127.0.0.2', createResolver(servers, patience))

  test('is resolved by DNS, and only allowed addresses are used', async () => {
    const site = await aSiteServer((_request, reply) => void reply.end('hello'), '127.0.0.2')
    const { port } = new URL(site)
    const outbound = named([
      await aDnsServer({
        'open.example': ['127.0.0.2'],
        'inside.example': ['127.0.0.1'],
        'both.example': ['127.0.0.1', '127.0.0.2'],
      }),
    ])
    expect((await outbound.get(`http://open.example:${port}/`, page)).bytes.toString()).toBe('hello')
    expect((await outbound.get(`http://both.example:${port}/`, page)).bytes.toString()).toBe('hello')
    for (const name of ['inside.example', 'nobody.example']) {
      await expect(outbound.get(`http://${name}:${port}/`, page)).rejects.toMatchObject({ code: 'unreachable' })
    }
  })

  test('that does not resolve is unreachable', async () => {
    const silent = await aDnsServer({}, { ready: new Promise(() => {}) })
    const asked = named([silent], { timeout: 50, tries: 1 }).get('http://slow.example/', page)
    await expect(asked).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('that resolves slowly does not block file access', async () => {
    // More lookups than threads for file access.
    const MANY = 6
    const [ready, answer] = aSignal()
    const queried = new Set<number>()
    const slow = await Promise.all(
      Array.from({ length: MANY }, (_, nth) => aDnsServer({}, { onQuery: () => void queried.add(nth), ready })),
    )
    let settled = 0
    const asked = slow.map((server) =>
      named([server], { timeout: 60_000, tries: 1 })
        .get('http://slow.example/', page)
        .finally(() => (settled += 1)),
    )
    const all = Promise.allSettled(asked)
    await expect.poll(() => queried.size, { timeout: 15_000 }).toBe(MANY)
    await readFile(import.meta.filename)
    expect(settled).toBe(0)
    answer()
    for (const { status } of await all) expect(status).toBe('rejected')
  })
})

test('does not reuse connections', async () => {
  const site = await aSiteServer((_request, reply) => void reply.end('secret'))
  const named = `http://localhost:${new URL(site).port}/`
  await open.get(named, page)
  // A plain fetch leaves its connection open for a while.
  await new Promise<void>((done) => request(named, (answer) => answer.resume().on('end', done)).end())
  const nowhere = createOutbound({ allowPrivate: true, agent: 'Test' }, () => false)
  await expect(nowhere.get(named, page)).rejects.toMatchObject({ code: 'unreachable' })
})

test('limits concurrency, queues, and refuses when the queue is full', async () => {
  let [now, most] = [0, 0]
  const [ready, answer] = aSignal()
  const site = await aSiteServer((_request, reply) => {
    most = Math.max(most, (now += 1))
    void ready.then(() => {
      now -= 1
      reply.end('x')
    })
  })
  const asked = Promise.allSettled(Array.from({ length: 100 }, () => open.get(site, page)))
  await expect.poll(() => now, { timeout: 15_000 }).toBe(8)
  answer()
  const all = await asked
  expect(most).toBe(8)
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(all.length - refused.length).toBeGreaterThanOrEqual(40)
  expect(refused[0]).toMatchObject({ reason: { code: 'too-many-requests' } })
  expect((await open.get(site, page)).bytes.toString()).toBe('x')
})

test('refuses or truncates a response that is too large', async () => {
  const site = await aSiteServer((_request, reply) => void reply.end('x'.repeat(5000)))
  await expect(open.get(site, page)).rejects.toMatchObject({ code: 'too-large' })
  const { bytes } = await open.get(site, { ...page, truncate: true })
  expect(bytes).toHaveLength(1000)
})

test('fails on redirect loops, errors and truncated responses', async () => {
  const circle = await aSiteServer((_request, reply) => void reply.writeHead(301, { location: '/again' }).end())
  const missing = await aSiteServer((_request, reply) => void reply.writeHead(404).end())
  const broken = await aSiteServer((_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' })
    reply.write('half', () => reply.destroy())
  })
  for (const site of [circle, missing, broken, 'http://127.0.0.1:1/']) {
    await expect(open.get(site, page)).rejects.toMatchObject({ code: 'unreachable' })
  }
})

test('a configured service is reached on a private network, and no other address is', async () => {
  const address = await aSiteServer(({ url, method, headers }, response) => {
    if (url === '/elsewhere') response.writeHead(302, { location: '/secret' }).end('moved')
    else response.writeHead(201).end(`${method} ${String(headers['x-test'])}`)
  })
  const outbound = createOutbound({ allowPrivate: false, agent: 'Test', services: [address] })
  const reply = await outbound.callService(`${address}/one`, {
    method: 'DELETE',
    headers: { 'x-test': 'yes' },
    maxBytes: 99,
  })
  expect([reply.status, reply.bytes.toString()]).toEqual([201, 'DELETE yes'])
  expect((await outbound.callService(`${address}/elsewhere`, { maxBytes: 99 })).status).toBe(302)
  await expect(outbound.callService(`${address}/one`, { maxBytes: 3 })).rejects.toMatchObject({ code: 'too-large' })
  for (const other of ['http://127.0.0.1:1/', address.replace('127.0.0.1', 'localhost')])
    await expect(outbound.callService(other, { maxBytes: 99 })).rejects.toMatchObject({ code: 'unreachable' })
  // The allowance does not extend to addresses that people enter.
  await expect(outbound.get(`${address}/one`, { accept: '*/*', maxBytes: 99 })).rejects.toMatchObject({
    code: 'unreachable',
  })
})

test('a service is reached while addresses that people enter take all places', async () => {
  const waiting: (() => void)[] = []
  const slow = await aSiteServer((_request, response) => void waiting.push(() => response.writeHead(200).end('late')))
  const service = await aSiteServer((_request, response) => void response.writeHead(200).end('now'))
  const outbound = createOutbound({ allowPrivate: true, agent: 'Test', services: [service] })
  const pages = Array.from({ length: 8 }, () => outbound.get(slow, { accept: '*/*', maxBytes: 99 }))
  await expect.poll(() => waiting.length).toBe(8)
  expect((await outbound.callService(service, { maxBytes: 99 })).bytes.toString()).toBe('now')
  for (const answer of waiting) answer()
  await Promise.all(pages)
})

test('a call to a service ends after the time that it sets', async () => {
  const silent = await aSiteServer(() => {})
  const outbound = createOutbound({ allowPrivate: true, agent: 'Test', services: [silent] })
  const start = performance.now()
  const call = outbound.callService(silent, { maxBytes: 99, timeoutMs: 50 })
  await expect(call).rejects.toMatchObject({ code: 'unreachable' })
  // The default is 8 seconds.
  expect(performance.now() - start).toBeLessThan(6000)
})
