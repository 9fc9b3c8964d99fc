import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { aNameServer } from '#test/name-server.ts'
import { aSite } from '#test/a-site.ts'
import { isPublic } from './addresses.ts'
import { createNames } from './names.ts'
import { createOutside } from './fetch.ts'

const open = createOutside({ privateToo: true, agent: 'Test' })
const closed = createOutside({ privateToo: false, agent: 'Test' })
const page = { accept: 'text/html', mostBytes: 1000 }

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
])('%s is on the open internet: %s', (ip, wanted) => {
  expect(isPublic(ip)).toBe(wanted)
})

test('gives what a site sends, with where it came from in the end', async () => {
  const site = await aSite(({ url }, reply) =>
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
  'http://somebody:secret@example.org/',
  'http://:secret@example.org/',
  'http://example.org:22/',
  'file:///etc/passwd',
  'ftp://example.org/',
])('never asks %s', async (address) => {
  await expect(closed.get(address, page)).rejects.toMatchObject({ code: 'unreachable' })
})

test('is not led inside by a redirect or by a name', async () => {
  let asked = 0
  const inside = await aSite((_request, reply) => {
    asked += 1
    reply.end('secret')
  })
  const { port } = new URL(inside)
  const leading = await aSite(({ url = '' }, reply) => {
    const to = { '/number': inside, '/name': `http://localhost:${port}`, '/file': 'file:///etc/passwd' }[url]
    reply.writeHead(302, { location: to }).end()
  }, '127.0.0.2')
  const outside = createOutside({ privateToo: true, agent: 'Test' }, (ip) => ip === '127.0.0.2')
  for (const way of ['/number', '/name', '/file']) {
    await expect(outside.get(leading + way, page)).rejects.toMatchObject({ code: 'unreachable' })
  }
  expect(asked).toBe(0)
  await open.get(inside, page)
  expect(asked).toBe(1)
})

describe('a name', () => {
  const named = (servers: string[], patience?: { timeout: number; tries: number }) =>
    createOutside({ privateToo: true, agent: 'Test' }, (ip) => ip === '127.0.0.2', createNames(servers, patience))

  test('is asked for at a name server, and leads only where it may', async () => {
    const site = await aSite((_request, reply) => void reply.end('hello'), '127.0.0.2')
    const { port } = new URL(site)
    const outside = named([
      await aNameServer({
        'open.example': ['127.0.0.2'],
        'inside.example': ['127.0.0.1'],
        'both.example': ['127.0.0.1', '127.0.0.2'],
      }),
    ])
    expect((await outside.get(`http://open.example:${port}/`, page)).bytes.toString()).toBe('hello')
    expect((await outside.get(`http://both.example:${port}/`, page)).bytes.toString()).toBe('hello')
    for (const name of ['inside.example', 'nobody.example']) {
      await expect(outside.get(`http://${name}:${port}/`, page)).rejects.toMatchObject({ code: 'unreachable' })
    }
  })

  test('without an answer is given up', async () => {
    const silent = await aNameServer({}, { ready: new Promise(() => {}) })
    const asked = named([silent], { timeout: 50, tries: 1 }).get('http://slow.example/', page)
    await expect(asked).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('that is answered late holds no file up meanwhile', async () => {
    // More than there are threads for files.
    const MANY = 6
    const [ready, answer] = aSignal()
    const queried = new Set<number>()
    const slow = await Promise.all(
      Array.from({ length: MANY }, (_, nth) => aNameServer({}, { onQuery: () => void queried.add(nth), ready })),
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

test('goes no way that was opened for somebody else', async () => {
  const site = await aSite((_request, reply) => void reply.end('secret'))
  const named = `http://localhost:${new URL(site).port}/`
  await open.get(named, page)
  // What we ask for ourselves leaves its connection open for a while.
  await new Promise<void>((done) => request(named, (answer) => answer.resume().on('end', done)).end())
  const nowhere = createOutside({ privateToo: true, agent: 'Test' }, () => false)
  await expect(nowhere.get(named, page)).rejects.toMatchObject({ code: 'unreachable' })
})

test('asks a few at a time; the others wait, and are turned away when they are many', async () => {
  let [now, most] = [0, 0]
  const [ready, answer] = aSignal()
  const site = await aSite((_request, reply) => {
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

test('stops at too much, or keeps the beginning', async () => {
  const site = await aSite((_request, reply) => void reply.end('x'.repeat(5000)))
  await expect(open.get(site, page)).rejects.toMatchObject({ code: 'too-large' })
  const { bytes } = await open.get(site, { ...page, cut: true })
  expect(bytes).toHaveLength(1000)
})

test('gives up on circles, on errors and on what is cut off', async () => {
  const circle = await aSite((_request, reply) => void reply.writeHead(301, { location: '/again' }).end())
  const missing = await aSite((_request, reply) => void reply.writeHead(404).end())
  const broken = await aSite((_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' })
    reply.write('half', () => reply.destroy())
  })
  for (const site of [circle, missing, broken, 'http://127.0.0.1:1/']) {
    await expect(open.get(site, page)).rejects.toMatchObject({ code: 'unreachable' })
  }
})
