import { beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { type Sender, type StorageApp, aSender, aStorageApp, anUpload, at } from '#test/storage.ts'

const clock = aClock()
let database: Database
let app: StorageApp
let ada: Sender
beforeAll(async () => {
  database = await aDatabase()
  app = await aStorageApp(database, { APP_CHECK: 'enforce', AUTHORIZED_DOMAINS: 'app.example' }, clock.now)
  ada = await aSender(database, app)
})

async function ask(origin: string | null) {
  const response = await app.get('/v0/appCheck', { method: 'POST', headers: origin ? { origin } : {} })
  const body = (await response.json()) as { token: string; ttl: string; error?: { status: string } }
  return { status: response.status, headers: response.headers, ...body }
}

async function upload(name: string, headers: Record<string, string>) {
  const { authorization } = ada
  const sent = { 'content-type': 'text/plain', authorization, ...headers }
  const response = await app.get(anUpload(ada.own(name)), { method: 'POST', headers: sent, body: 'hello' })
  return { status: response.status, body: (await response.json()) as { downloadTokens: string; error?: unknown } }
}

const refused = {
  status: 401,
  body: {
    error: { code: 401, status: 'invalid-app-check', message: expect.stringContaining('App Check token is invalid') },
  },
}

test('a page of the site gets a token that is not cached, and its requests are accepted with it', async () => {
  const { status, token, ttl, headers } = await ask(app.url)
  expect([status, ttl, headers.get('cache-control')]).toEqual([200, '900s', 'no-store'])
  const sent = await upload('one.txt', { 'x-firebase-appcheck': token, 'origin': app.url })
  expect(sent.status).toBe(200)
  const metadata = at(ada.own('one.txt'))
  const { authorization } = ada
  expect((await app.get(metadata, { headers: { authorization, 'x-firebase-appcheck': token } })).status).toBe(200)
  expect((await app.get(metadata, { headers: { authorization } })).status).toBe(401)
  // Pictures on pages are loaded without headers.
  expect((await app.get(`${metadata}?alt=media&token=${sent.body.downloadTokens}`)).status).toBe(200)
  expect((await app.get(`${metadata}?alt=media`, { headers: { authorization } })).status).toBe(401)
})

test('the query of a download URL does not replace the token for other requests', async () => {
  const { token } = await ask(app.url)
  const { body } = await upload('kept.txt', { 'x-firebase-appcheck': token, 'origin': app.url })
  const { authorization } = ada
  const address = at(ada.own('kept.txt'))
  const query = `?alt=media&token=${body.downloadTokens}`
  const list = address.slice(0, address.lastIndexOf('/'))
  for (const [method, url, headers] of [
    ['DELETE', address, { authorization }],
    ['DELETE', address, {}],
    ['PATCH', address, { authorization }],
    ['POST', list, { authorization }],
    ['GET', address, { authorization }],
    ['GET', list, {}],
  ] as const) {
    const response = await app.get(url + query, { method, headers })
    expect([method, url, response.status]).toEqual([method, url, 401])
    expect(await response.json()).toEqual(refused.body)
  }
  expect((await app.get(address + query, { method: 'HEAD' })).status).toBe(200)
})

test('a page of another site gets no token, and one of an authorized domain does', async () => {
  for (const origin of ['https://evil.example', 'null', 'https://evil-app.example', null])
    expect(await ask(origin)).toMatchObject({ status: 403, error: { status: 'unauthorized-domain' } })
  const { token } = await ask('https://app.example')
  const header = { 'x-firebase-appcheck': token }
  expect((await upload('two.txt', { ...header, origin: 'https://app.example' })).status).toBe(200)
  // Bound to the page that it was issued to.
  expect(await upload('two.txt', { ...header, origin: 'https://evil.example' })).toEqual(refused)
  expect(await upload('two.txt', { ...header, origin: app.url })).toEqual(refused)
})

test('a missing, forged, changed or expired token is refused', async () => {
  const { token } = await ask(app.url)
  const [expires = '', place = '', mac = ''] = token.split('.')
  const forged = ['', 'rubbish', `${Number(expires) + 60}.${place}.${mac}`, `${expires}.${place}.${mac.slice(0, -2)}AA`]
  for (const one of forged) expect(await upload('three.txt', { 'x-firebase-appcheck': one })).toEqual(refused)
  expect(await upload('three.txt', {})).toEqual(refused)
  clock.pass(14 * MINUTE_MS)
  expect((await upload('three.txt', { 'x-firebase-appcheck': token })).status).toBe(200)
  clock.pass(2 * MINUTE_MS)
  expect(await upload('three.txt', { 'x-firebase-appcheck': token })).toEqual(refused)
})

test('the status line says so, which is what the official client reads in a browser', async () => {
  const { authorization } = ada
  const response = await app.get(at(ada.own('x')), { headers: { authorization } })
  expect(response.statusText).toBe('Firebase App Check token is invalid')
})

test('without enforcement no token is needed', async () => {
  const open = await aStorageApp(database)
  const { authorization, own } = await aSender(database, open)
  const response = await open.get(at(own('none.txt')), { headers: { authorization } })
  expect(response.status).toBe(404)
})
