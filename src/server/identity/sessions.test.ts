import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS, ID_TOKEN_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { type TestBrowser, aBrowser } from '#test/browser.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { PASSWORD, type TestPerson, aPerson } from '#test/people.ts'

const clock = aClock()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, clock.now)
})

/** Somebody in front of a browser in which they have signed in. */
async function somebody(): Promise<{ person: TestPerson; browser: TestBrowser }> {
  const person = await aPerson(database.db)
  const browser = aBrowser(app)
  await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
  return { person, browser }
}

const profile = { name: 'Ada', handle: 'ada-the-first', about: '' }

test('the cookie gets ID tokens with the account they are for, and is renewed when it is half an hour old', async () => {
  const { person, browser } = await somebody()
  const before = browser.cookies.get('bramble_session')
  const { body, headers } = await browser.ask('POST /api/session/token')
  expect(body.account).toEqual({
    uid: person.uid,
    displayName: person.name,
    photoURL: null,
    email: person.email,
    emailVerified: true,
    phoneNumber: null,
    tenantId: null,
    isAnonymous: false,
    providers: [{ providerId: 'password', uid: person.email, email: person.email, displayName: person.name }],
    creationTime: expect.any(String),
    lastSignInTime: expect.any(String),
  })
  const left = new Date(body.expiresAt).getTime() - clock.now().getTime()
  expect(left).toBeGreaterThan(ID_TOKEN_MS - 10_000)
  expect(left).toBeLessThanOrEqual(ID_TOKEN_MS)
  // Not at once: an answer that comes late would put it back over a newer one.
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
  clock.pass(HOUR_MS)
  const later = await browser.ask('POST /api/session/token')
  expect(later.headers.get('set-cookie')).toBe(
    `bramble_session=${before}; Path=/; Max-Age=5184000; HttpOnly; SameSite=Lax`,
  )
})

test('the cookie alone reads and changes nothing; with the token the same browser does', async () => {
  const { person, browser } = await somebody()
  expect((await browser.viewer())?.id).toBe(person.id)
  expect(await browser.ask('PUT /api/profile', { body: profile })).toMatchObject({
    status: 401,
    code: 'sign-in-needed',
  })
  expect(await browser.ask('DELETE /api/account')).toMatchObject({ status: 401 })
  expect(await browser.change('PUT /api/profile', { body: profile })).toMatchObject({
    status: 200,
    body: { handle: profile.handle },
  })
})

test('a token needs no cookie, runs out after an hour, and cannot be altered', async () => {
  const { person, browser } = await somebody()
  const token = await browser.token()
  const authorization = `Bearer ${token}`
  const client = aBrowser(app)
  expect((await client.ask('GET /api/viewer', {}, { authorization })).body?.id).toBe(person.id)
  const altered = `Bearer ${token.slice(0, -6)}${token.slice(-6) === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'}`
  for (const bad of [altered, 'Bearer x', 'Bearer a.b.c']) {
    expect(await client.ask('GET /api/account', {}, { authorization: bad })).toMatchObject({
      status: 401,
      code: 'invalid-user-token',
    })
  }
  clock.pass(ID_TOKEN_MS)
  expect(await client.ask('GET /api/account', {}, { authorization })).toMatchObject({
    status: 401,
    code: 'user-token-expired',
  })
  expect((await browser.change('GET /api/account')).status).toBe(200)
})

test('without a cookie there is no token, and an invented one is thrown away', async () => {
  expect(await aBrowser(app).ask('POST /api/session/token')).toMatchObject({ status: 401, code: 'sign-in-needed' })
  const browser = aBrowser(app)
  browser.cookies.set('bramble_session', 'invented')
  const refused = await browser.ask('POST /api/session/token')
  expect(refused).toMatchObject({ status: 401, code: 'invalid-refresh-token' })
  expect(refused.headers.get('set-cookie')).toMatch(/^bramble_session=; .*Max-Age=0/)
  expect(browser.cookies.size).toBe(0)
})

test('signing out ends the session wherever its cookie was copied, and the tokens made from it', async () => {
  const { browser } = await somebody()
  const thief = browser.copy()
  const authorization = `Bearer ${await thief.token()}`
  await browser.ask('POST /api/sign-out')
  expect(browser.cookies.has('bramble_session')).toBe(false)
  expect(await thief.viewer()).toBeNull()
  expect(await thief.ask('GET /api/account', {}, { authorization })).toMatchObject({ code: 'user-token-expired' })
  expect(await thief.ask('POST /api/session/token')).toMatchObject({ status: 401, code: 'user-token-expired' })
})

test('a session that nobody used for sixty days has ended; one in use goes on', async () => {
  const used = await somebody()
  const unused = await somebody()
  for (let day = 0; day < 4; day++) {
    clock.pass(16 * 24 * HOUR_MS)
    await used.browser.token()
  }
  expect((await used.browser.viewer())?.id).toBe(used.person.id)
  expect(await unused.browser.viewer()).toBeNull()
  expect(await unused.browser.ask('POST /api/session/token')).toMatchObject({ code: 'user-token-expired' })
})

test('a disabled account’s cookie reads as a visitor and gets no token; enabled again, it goes on', async () => {
  const { person, browser } = await somebody()
  const kept = browser.copy()
  const disable = (disabledAt: Date | null) =>
    database.db.updateTable('account').set({ disabledAt }).where('uid', '=', person.uid).execute()
  const authorization = `Bearer ${await browser.token()}`
  await disable(new Date())
  expect(await browser.viewer()).toBeNull()
  expect(await browser.ask('GET /api/account', {}, { authorization })).toMatchObject({
    status: 403,
    code: 'user-disabled',
  })
  expect(await browser.ask('POST /api/session/token')).toMatchObject({ status: 403, code: 'user-disabled' })
  await disable(null)
  expect((await kept.viewer())?.id).toBe(person.id)
})

test('signing in again replaces the session of the browser', async () => {
  const { browser } = await somebody()
  const before = browser.copy()
  const other = await aPerson(database.db)
  await browser.ask('POST /api/sign-in', { body: { email: other.email, password: PASSWORD } })
  expect((await browser.viewer())?.id).toBe(other.id)
  expect(await before.viewer()).toBeNull()
})

test('the users record is read by its owner alone', async () => {
  const { person, browser } = await somebody()
  const stranger = await aPerson(database.db)
  expect((await browser.ask('GET /api/users', { query: { uid: person.uid } })).body).toEqual([
    expect.objectContaining({ id: person.id, uid: person.uid, handle: person.handle, role: 'reader' }),
  ])
  for (const uid of [stranger.uid, 'nobody']) {
    expect(await browser.ask('GET /api/users', { query: { uid } })).toMatchObject({ status: 404, code: 'not-found' })
  }
  expect(await aBrowser(app).ask('GET /api/users', { query: { uid: person.uid } })).toMatchObject({ status: 401 })
})
