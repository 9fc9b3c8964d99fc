import { connect } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp(await aDatabase())
})

const json = { 'content-type': 'application/json' }
const setup = (body: string, headers: Record<string, string> = json) =>
  app.get('/api/setup', { method: 'POST', body, headers })

/** Sends bytes as they are, which no client library would. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let answer = ''
    socket.on('data', (piece) => (answer += String(piece)))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

async function stillUp() {
  expect((await app.get('/health/ready')).status).toBe(200)
}

const valid = {
  token: 'x'.repeat(43),
  name: 'Ada',
  handle: 'ada',
  email: 'ada@example.com',
  password: 'correct horse battery',
}

test.each([
  ['malformed JSON', '{"token": ', 400, 'malformed'],
  ['no body', '', 400, 'malformed'],
  ['a list instead of an object', '[]', 400, 'invalid'],
  ['a number instead of text', JSON.stringify({ ...valid, name: 7 }), 400, 'invalid'],
  ['an unknown field', JSON.stringify({ ...valid, role: 'admin' }), 400, 'invalid'],
  ['a missing field', JSON.stringify({ token: 'x' }), 400, 'invalid'],
  ['a poisoned prototype', '{"__proto__": {"role": "admin"}}', 400, 'malformed'],
  ['a null character', JSON.stringify({ ...valid, name: 'A\0da' }), 400, 'malformed'],
  ['an oversized field', JSON.stringify({ ...valid, name: 'x'.repeat(5000) }), 400, 'invalid'],
  ['an oversized body', JSON.stringify({ ...valid, name: 'x'.repeat(300_000) }), 413, 'too-large'],
])('%s is refused with a code', async (_what, body, status, code) => {
  const response = await setup(body)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { code, requestId: response.headers.get('x-request-id') } })
  await stillUp()
})

test('a refusal names the invalid field', async () => {
  const response = await setup(JSON.stringify({ ...valid, handle: 'Ada Lovelace!' }))
  expect(await response.json()).toMatchObject({ error: { details: { issues: [{ path: ['body', 'handle'] }] } } })
})

test('text that only looks like a null character is accepted', async () => {
  const response = await setup(JSON.stringify({ ...valid, name: String.raw`the \u0000 escape` }))
  expect(await response.json()).toMatchObject({ error: { code: 'link-expired' } })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
  'a body of type %s is refused',
  async (type) => {
    const response = await setup('token=x', { 'content-type': type })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ error: { code: 'wrong-type' } })
  },
)

test.each([
  ['/api/site', 'DELETE', 'GET, HEAD'],
  ['/api/setup', 'GET', 'POST'],
  ['/api/stories/x', 'PUT', 'GET, HEAD'],
  ['/latest', 'POST', 'GET, HEAD'],
  ['/no-such-page', 'PATCH', 'GET, HEAD'],
])('%s refuses %s with an Allow header', async (path, method, allow) => {
  const response = await app.get(path, { method, headers: json, body: method === 'GET' ? null : '{broken' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
})

test.each([
  ['/api/stories?limit=0', 'invalid'],
  ['/api/stories?limit=1e9', 'invalid'],
  ['/api/stories?limit=5&limit=6', 'invalid'],
  ['/api/stories?sort=title;drop table person', 'invalid'],
  ['/api/stories?before=not-a-place', 'invalid'],
  [`/api/stories?before=${Buffer.from('["x"]').toString('base64url')}`, 'invalid'],
  ['/icons/lucide.json?icons=<script>', 'invalid'],
  ['/icons/..%2f..%2fpackage.json?icons=a', 'invalid'],
])('%s is refused', async (path, code) => {
  const response = await app.get(path)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code } })
})

test.each([
  ['a broken percent-encoding', '/%E0%A4%A', 400],
  ['a truncated percent-encoding', '/story/%', 400],
  ['a null byte in a page', '/story/%00', 400],
  ['a null byte in the API', '/api/stories/%00', 400],
  ['an unknown API path', '/api/nothing', 404],
  ['a path traversal with dots', '/assets/../../package.json', 404],
  ['a path traversal with encoded slashes', '/assets/..%2f..%2fpackage.json', 404],
  ['a path traversal with backslashes', '/..%5c..%5cpackage.json', 404],
  ['a path traversal with encoded dots', '/%2e%2e/%2e%2e/etc/passwd', 404],
  ['a path traversal below /art', '/art/..%2f..%2fpackage.json', 404],
  ['a path of 10 KB', `/${'a'.repeat(10_000)}`, 414],
  ['a query of 10 KB', `/?${'a'.repeat(10_000)}`, 414],
  ['a name that is too long', `/api/stories/${'a'.repeat(500)}`, 400],
])('%s is a page for browsers and a code for API clients', async (_what, path, status) => {
  const page = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`)
  const program = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(page).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(program).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(page).not.toContain('"scripts"')
  expect(page.toLowerCase()).toContain("content-security-policy: default-src 'self'; script-src 'self'")
  await stillUp()
})

test.each([
  ['a request that is not HTTP', 'HELLO\r\n\r\n', 400],
  ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a header that never ends', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'two different lengths',
    'POST /api/setup HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    400,
  ],
  [
    'a length and chunks',
    'POST /api/setup HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
])('%s is refused and the connection is closed', async (_what, bytes, status) => {
  expect(await raw(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  await stillUp()
})

test('a slow request gets 408 while others are served', async () => {
  expect(app.server.headersTimeout).toBe(10_000)
  // The server checks for slow requests every two seconds.
  app.server.headersTimeout = 100
  onTestFinished(() => void (app.server.headersTimeout = 10_000))
  const slow = Promise.all([raw('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '), raw('GET / HTTP/1.1\r\nHo')])
  await stillUp()
  for (const answer of await slow) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('a page of another origin may not write', async () => {
  const body = JSON.stringify(valid)
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const response = await setup(body, { ...json, ...headers })
    expect(response.status).toBe(403)
  }
  const own = await setup(body, { ...json, origin: app.url })
  expect(await own.json()).toMatchObject({ error: { code: 'link-expired' } })
})

test('every response has the security headers and a request id', async () => {
  for (const path of ['/', '/api/site', '/api/nothing', '/nowhere', '/health/live', '/builds/latest.json']) {
    const { headers } = await app.get(path)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/)
    expect(headers.get('content-security-policy')).toMatch(
      /frame-src 'self' https:\/\/www\.youtube-nocookie\.com [^;]*;/,
    )
    expect(headers.get('content-security-policy')).not.toMatch(/frame-src[^;]* https:[ ;]/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9]{20}$/)
  }
})

test('a well-formed request id is kept and any other is replaced', async () => {
  const given = await app.get('/api/site', { headers: { 'x-request-id': 'trace-12345678' } })
  expect(given.headers.get('x-request-id')).toBe('trace-12345678')
  const strange = await app.get('/api/site', { headers: { 'x-request-id': '<script>' } })
  expect(strange.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9]{20}$/)
})

test('responses are compressed for clients that accept it', async () => {
  const packed = await app.get('/api/openapi.json', { headers: { 'accept-encoding': 'br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  const plain = await app.get('/api/openapi.json', { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
})
