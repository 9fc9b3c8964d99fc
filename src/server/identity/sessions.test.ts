import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, ID_TOKEN_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { type TestBrowser, aBrowser } from '#test/browser.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { mailedCode } from '#test/mail.ts'
import { PASSWORD, type TestPerson, aPerson } from '#test/people.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { setUserDisabled, findAccount } from './manage-users.ts'
import { holderOfRefreshToken } from './token-rotation.ts'
import { hashSecret } from './secrets.ts'
import { applySessionLimit } from './sessions.ts'

const clock = aClock()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, clock.now)
})

/** A person and a browser in which they are signed in. */
async function aSignedInPerson(): Promise<{ person: TestPerson; browser: TestBrowser }> {
  const person = await aPerson(database.db)
  const browser = aBrowser(app)
  await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
  return { person, browser }
}

const profile = { name: 'Ada', handle: 'ada-the-first', about: '' }

test('the cookie gets ID tokens with their account, and is replaced after half an hour', async () => {
  const { person, browser } = await aSignedInPerson()
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
  // Not immediately: a late response would overwrite a newer cookie.
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
  clock.pass(HOUR_MS)
  const later = await browser.ask('POST /api/session/token')
  expect(later.headers.get('set-cookie')).toMatch(
    /^bramble_session=[\w.-]{108}; Path=\/; Max-Age=5184000; HttpOnly; SameSite=Lax$/,
  )
  expect(browser.cookies.get('bramble_session')).not.toBe(before)
})

test('the cookie alone can neither read private data nor write; with the token the same browser can', async () => {
  const { person, browser } = await aSignedInPerson()
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

test('a token works without a cookie, expires after an hour, and cannot be altered', async () => {
  const { person, browser } = await aSignedInPerson()
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

test('without a cookie there is no token, and an invalid cookie is cleared', async () => {
  expect(await aBrowser(app).ask('POST /api/session/token')).toMatchObject({ status: 401, code: 'sign-in-needed' })
  const browser = aBrowser(app)
  browser.cookies.set('bramble_session', 'invented')
  const refused = await browser.ask('POST /api/session/token')
  expect(refused).toMatchObject({ status: 401, code: 'invalid-refresh-token' })
  expect(refused.headers.get('set-cookie')).toMatch(/^bramble_session=; .*Max-Age=0/)
  expect(browser.cookies.size).toBe(0)
})

test('signing out ends the session, also for copies of its cookie and for its tokens', async () => {
  const { browser } = await aSignedInPerson()
  const thief = browser.copy()
  const authorization = `Bearer ${await thief.token()}`
  await browser.ask('POST /api/sign-out')
  expect(browser.cookies.has('bramble_session')).toBe(false)
  expect(await thief.viewer()).toBeNull()
  expect(await thief.ask('GET /api/account', {}, { authorization })).toMatchObject({ code: 'user-token-expired' })
  expect(await thief.ask('POST /api/session/token')).toMatchObject({ status: 401, code: 'user-token-expired' })
})

describe('a replaced token', () => {
  const mint = (browser: TestBrowser) => browser.ask('POST /api/session/token')
  const cookieOf = (browser: TestBrowser) => browser.cookies.get('bramble_session') ?? ''

  /** A browser whose token has just been replaced, and one that still has the previous token. */
  async function rotated() {
    const { person, browser } = await aSignedInPerson()
    const before = browser.copy()
    clock.pass(HOUR_MS)
    await browser.token()
    expect(cookieOf(browser)).not.toBe(cookieOf(before))
    return { person, browser, before }
  }

  test('still works for a minute after the new one was used, for concurrent tabs', async () => {
    const { person, browser, before } = await rotated()
    expect((await browser.viewer())?.id).toBe(person.id)
    clock.pass(30_000)
    expect((await before.viewer())?.id).toBe(person.id)
    const { code, headers } = await mint(before)
    expect([code, headers.get('set-cookie')]).toEqual([null, null])
  })

  test('is replaced once for concurrent tabs, and each stays signed in', async () => {
    const { person, browser } = await aSignedInPerson()
    const windows = [browser, browser.copy(), browser.copy(), browser.copy()]
    clock.pass(HOUR_MS)
    const answers = await Promise.all(windows.map(mint))
    expect(answers.map(({ code }) => code)).toEqual([null, null, null, null])
    expect(answers.filter(({ headers }) => headers.get('set-cookie') !== null)).toHaveLength(1)
    // All tabs of a browser share one cookie, whichever response set it last.
    const token =
      windows.map(cookieOf).find((cookie) => cookie !== cookieOf(windows[0] ?? browser)) ?? cookieOf(browser)
    browser.cookies.set('bramble_session', token)
    clock.pass(5 * MINUTE_MS)
    expect((await browser.viewer())?.id).toBe(person.id)
    expect((await mint(browser)).code).toBeNull()
  })

  test('ends its session when it is used later, and the reuse is logged once', async () => {
    const { person, browser, before } = await rotated()
    await browser.viewer()
    clock.pass(5 * MINUTE_MS)
    const warn = vi.fn<(fields: object, message: string) => void>()
    const ctx = { ...app.ctx, now: clock.now, log: { ...testLog, warn } as unknown as Log }
    const use = () => holderOfRefreshToken(ctx, cookieOf(before))
    await expect(use()).rejects.toMatchObject({ code: 'user-token-expired' })
    await expect(use()).rejects.toMatchObject({ code: 'user-token-expired' })
    const fields = { event: 'refresh-token-reused', uid: person.uid, session: expect.any(String) }
    expect(warn.mock.calls).toEqual([[fields, 'session revoked']])
    expect(await browser.viewer()).toBeNull()
  })

  test('gets no new one within a minute, because that response is on its way to another tab', async () => {
    const { before } = await rotated()
    const { code, headers } = await mint(before)
    expect([code, headers.get('set-cookie')]).toEqual([null, null])
  })

  test('works until the new one was used, because the response may be lost, and gets the same one again', async () => {
    const { person, browser: lost, before } = await rotated()
    clock.pass(3 * 24 * HOUR_MS)
    expect((await before.viewer())?.id).toBe(person.id)
    expect((await mint(before)).code).toBeNull()
    expect(cookieOf(before)).toBe(cookieOf(lost))
    expect((await before.viewer())?.id).toBe(person.id)
  })

  test('revokes the session for every browser when it is used later, and reads nothing', async () => {
    const { browser, before } = await rotated()
    const authorization = `Bearer ${await browser.token()}`
    clock.pass(2 * MINUTE_MS)
    expect(await before.viewer()).toBeNull()
    // Reading does not end the session; only a renewal does.
    expect(await browser.viewer()).not.toBeNull()
    expect(await mint(before)).toMatchObject({ status: 401, code: 'user-token-expired' })
    expect(await browser.viewer()).toBeNull()
    expect(await mint(browser)).toMatchObject({ code: 'user-token-expired' })
    expect(await browser.ask('GET /api/account', {}, { authorization })).toMatchObject({ code: 'user-token-expired' })
  })

  test('is recognized however old it is, and a forged one ends nothing', async () => {
    const { person, browser, before } = await rotated()
    for (let more = 0; more < 2; more++) {
      clock.pass(HOUR_MS)
      await browser.token()
    }
    const forger = before.copy()
    forger.cookies.set('bramble_session', cookieOf(before).replace(/\.[\w-]{43}\./, `.${'x'.repeat(43)}.`))
    expect(await mint(forger)).toMatchObject({ code: 'invalid-refresh-token' })
    expect((await browser.viewer())?.id).toBe(person.id)
    expect(await mint(before)).toMatchObject({ code: 'user-token-expired' })
    expect(await browser.viewer()).toBeNull()
  })

  test('in the old format is replaced as well', async () => {
    const { person, browser } = await aSignedInPerson()
    const old = 'o'.repeat(43)
    await database.db
      .updateTable('session')
      .set({ tokenHash: hashSecret(old) })
      .where('uid', '=', person.uid)
      .execute()
    browser.cookies.set('bramble_session', old)
    clock.pass(HOUR_MS)
    await browser.token()
    expect(cookieOf(browser)).toMatch(/^[\w.-]{108}$/)
    expect((await browser.viewer())?.id).toBe(person.id)
  })

  test('can sign out its session', async () => {
    const { browser, before } = await rotated()
    await before.ask('POST /api/sign-out')
    expect(await browser.viewer()).toBeNull()
  })
})

test('a session expires after sixty days without use, and after ninety days in any case', async () => {
  const used = await aSignedInPerson()
  const unused = await aSignedInPerson()
  for (let times = 0; times < 4; times++) {
    clock.pass(16 * DAY_MS)
    await used.browser.token()
  }
  expect((await used.browser.viewer())?.id).toBe(used.person.id)
  expect(await unused.browser.viewer()).toBeNull()
  expect(await unused.browser.ask('POST /api/session/token')).toMatchObject({ code: 'user-token-expired' })
  clock.pass(25 * DAY_MS)
  await used.browser.token()
  clock.pass(DAY_MS)
  expect(await used.browser.viewer()).toBeNull()
  expect(await used.browser.ask('POST /api/session/token')).toMatchObject({ code: 'user-token-expired' })
})

test('a shorter session limit applies to existing sessions when the site starts', async () => {
  const { person, browser } = await aSignedInPerson()
  const short = { ...app.ctx.identity, sessionMs: 10 * DAY_MS }
  await applySessionLimit({ ...app.ctx, identity: short })
  clock.pass(9 * DAY_MS)
  expect((await browser.viewer())?.id).toBe(person.id)
  clock.pass(2 * DAY_MS)
  expect(await browser.viewer()).toBeNull()
})

test('a disabled account is a visitor and gets no token; after it is enabled, old sessions stay ended', async () => {
  const { person, browser } = await aSignedInPerson()
  const copy = browser.copy()
  const disable = async (disabled: boolean) =>
    setUserDisabled(app.ctx, await findAccount(app.ctx, person.uid), disabled)
  const authorization = `Bearer ${await browser.token()}`
  await browser.ask('POST /api/mailed/reset', { body: { email: person.email } })
  const code = await mailedCode(database.db, person.email, 'reset')
  await disable(true)
  expect(await browser.viewer()).toBeNull()
  expect(await browser.ask('GET /api/account', {}, { authorization })).toMatchObject({
    status: 403,
    code: 'user-disabled',
  })
  expect(await browser.ask('POST /api/session/token')).toMatchObject({ status: 403, code: 'user-disabled' })
  await disable(false)
  expect(await copy.viewer()).toBeNull()
  expect(await copy.ask('POST /api/session/token')).toMatchObject({ code: 'user-token-expired' })
  expect(await copy.ask('GET /api/account', {}, { authorization })).toMatchObject({ code: 'user-token-expired' })
  expect(await copy.ask('POST /api/mailed/look', { body: { code } })).toMatchObject({ code: 'invalid-action-code' })
  await copy.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
  expect((await copy.viewer())?.id).toBe(person.id)
})

test('signing in while the account is disabled leaves no session', async () => {
  const person = await aPerson(database.db)
  const account = await findAccount(app.ctx, person.uid)
  await Promise.allSettled([
    setUserDisabled(app.ctx, account, true),
    ...[1, 2, 3].map(() => inTransaction(app.ctx, (tx) => completeSignIn(tx, account, { provider: 'password' }))),
  ])
  const live = database.db.selectFrom('session').select('id').where('uid', '=', person.uid).where('endedAt', 'is', null)
  expect(await live.execute()).toEqual([])
})

test('signing in again replaces the session of the browser', async () => {
  const { browser } = await aSignedInPerson()
  const before = browser.copy()
  const other = await aPerson(database.db)
  await browser.ask('POST /api/sign-in', { body: { email: other.email, password: PASSWORD } })
  expect((await browser.viewer())?.id).toBe(other.id)
  expect(await before.viewer()).toBeNull()
})

test('the users record can only be read by its owner', async () => {
  const { person, browser } = await aSignedInPerson()
  const stranger = await aPerson(database.db)
  expect((await browser.ask('GET /api/users', { query: { uid: person.uid } })).body).toEqual([
    expect.objectContaining({ id: person.id, uid: person.uid, handle: person.handle, role: 'reader' }),
  ])
  for (const uid of [stranger.uid, 'nobody']) {
    expect(await browser.ask('GET /api/users', { query: { uid } })).toMatchObject({ status: 404, code: 'not-found' })
  }
  expect(await aBrowser(app).ask('GET /api/users', { query: { uid: person.uid } })).toMatchObject({ status: 401 })
})
