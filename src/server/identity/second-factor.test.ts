import { TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
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

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
const signIn = async (person: TestPerson, browser = aBrowser(app)) => ({
  browser,
  ...(await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })),
})
const finish = (pending: unknown, code: string, browser = aBrowser(app)) =>
  browser.ask('POST /api/sign-in/second-factor', { body: { pending, code } })

/** A user with an authenticator app, and a browser that signed in before it was added. */
async function enrolled() {
  const person = await aPerson(database.db)
  const { browser } = await signIn(person)
  const { body: begun } = await browser.change('POST /api/account/factors')
  const confirmation = { ticket: begun.ticket, code: codeOf(begun.secret), name: 'My phone' }
  const { body } = await browser.change('POST /api/account/factors/confirm', { body: confirmation })
  clock.pass(30 * SECOND_MS)
  return { person, browser, secret: begun.secret, address: begun.address, recoveryCodes: body.recoveryCodes }
}

describe('adding an authenticator app', () => {
  test('requires a valid code and returns ten recovery codes', async () => {
    const { person, browser, address, recoveryCodes } = await enrolled()
    expect(address).toMatch(/^otpauth:\/\/totp\/Bramble:/)
    expect(new URL(address).searchParams.get('digits')).toBe('6')
    expect(decodeURIComponent(address)).toContain(person.email)
    expect(new Set(recoveryCodes).size).toBe(10)
    const { body } = await browser.ask('GET /api/account')
    expect(body).toMatchObject({ factors: [{ name: 'My phone' }], recoveryCodesLeft: 10 })
    expect(await browser.change('POST /api/account/factors')).toMatchObject({ code: 'second-factor-already-in-use' })
  })

  test('is refused for an invalid code, which can be retried, and for another account’s ticket', async () => {
    const { browser } = await signIn(await aPerson(database.db))
    const { body: begun } = await browser.change('POST /api/account/factors')
    const confirm = (code: string, by = browser) =>
      by.change('POST /api/account/factors/confirm', { body: { ticket: begun.ticket, code, name: 'Phone' } })
    const right = codeOf(begun.secret)
    expect(await confirm(right === '000000' ? '000001' : '000000')).toMatchObject({ code: 'invalid-verification-code' })
    const { browser: other } = await signIn(await aPerson(database.db))
    expect(await confirm(right, other)).toMatchObject({ code: 'invalid-multi-factor-session' })
    const twice = await Promise.all([confirm(right), confirm(right)])
    expect(twice.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(twice.every(({ status }) => status < 500)).toBe(true)
  })

  test('requires a confirmed address', async () => {
    const browser = aBrowser(app)
    const body = { email: 'unconfirmed@example.com', password: PASSWORD, name: 'Ada' }
    await browser.ask('POST /api/sign-up', { body })
    expect(await browser.change('POST /api/account/factors')).toMatchObject({ code: 'unverified-email' })
  })
})

describe('signing in with a second factor', () => {
  test('requires a code, with its own error code, and accepts each code once', async () => {
    const { person, secret } = await enrolled()
    const { browser, status, code, details } = await signIn(person)
    expect({ status, code }).toEqual({ status: 401, code: 'multi-factor-auth-required' })
    expect(details).toEqual({ pending: expect.any(String), factors: [{ id: expect.any(String), name: 'My phone' }] })
    expect(browser.cookies.size).toBe(0)

    const right = codeOf(secret)
    expect(await finish(details['pending'], right === '123456' ? '123457' : '123456', browser)).toMatchObject({
      code: 'invalid-verification-code',
    })
    expect((await finish(details['pending'], right, browser)).body.viewer.id).toBe(person.id)
    expect((await browser.viewer())?.id).toBe(person.id)
    expect(await finish(details['pending'], right)).toMatchObject({ code: 'invalid-multi-factor-session' })

    const again = await signIn(person)
    expect(await finish(again.details['pending'], right)).toMatchObject({ code: 'invalid-verification-code' })
  })

  test('keeps the browser’s previous session until it is complete', async () => {
    const [first, second] = [await aPerson(database.db), await enrolled()]
    const { browser } = await signIn(first)
    const { details } = await signIn(second.person, browser)
    expect((await browser.viewer())?.id).toBe(first.id)
    await finish(details['pending'], codeOf(second.secret), browser)
    expect((await browser.viewer())?.id).toBe(second.person.id)
  })

  test('accepts a recovery code once, in any notation', async () => {
    const { person, recoveryCodes } = await enrolled()
    const [recovery = ''] = recoveryCodes
    const { details, browser } = await signIn(person)
    expect((await finish(details['pending'], recovery.toUpperCase().replace('-', ' '), browser)).status).toBe(200)
    expect((await browser.ask('GET /api/account')).body.recoveryCodesLeft).toBe(9)
    const again = await signIn(person)
    expect(await finish(again.details['pending'], recovery)).toMatchObject({ code: 'invalid-verification-code' })
  })

  test('new recovery codes replace the old ones', async () => {
    const { person, browser, recoveryCodes } = await enrolled()
    const { body } = await browser.change('POST /api/account/recovery-codes')
    const { details } = await signIn(person)
    expect(await finish(details['pending'], recoveryCodes[0] ?? '')).toMatchObject({
      code: 'invalid-verification-code',
    })
    expect((await finish(details['pending'], body.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('expires after ten minutes, and when the password changes in the meantime', async () => {
    const { person, secret, browser } = await enrolled()
    const slow = await signIn(person)
    clock.pass(10 * MINUTE_MS)
    expect(await finish(slow.details['pending'], codeOf(secret))).toMatchObject({
      code: 'invalid-multi-factor-session',
    })
    const thief = await signIn(person)
    expect((await browser.viewer())?.id).toBe(person.id)
    const owner = await signIn(person)
    await finish(owner.details['pending'], codeOf(secret), owner.browser)
    const changed = await owner.browser.change('POST /api/account/password', { body: { password: 'another one' } })
    expect(changed.status).toBe(200)
    clock.pass(30 * SECOND_MS)
    expect(await finish(thief.details['pending'], codeOf(secret))).toMatchObject({
      code: 'invalid-multi-factor-session',
    })
  })

  test('allows ten codes in ten minutes per address, and a known device has its own limit', async () => {
    const strict = await anApp(database, { RELAX_LIMITS: '0', TRUST_PROXY: 'yes' }, clock.now)
    const { person, secret, browser } = await enrolled()
    const { details } = await signIn(person)
    const attempt = (code: string) => finish(details['pending'], code, aBrowser(strict))
    for (let count = 0; count < 10; count++) expect((await attempt('abcdef')).code).toBe('invalid-verification-code')
    expect(await attempt(codeOf(secret))).toMatchObject({ status: 429, code: 'too-many-requests' })

    // A known device has its own limit; all unknown devices share one.
    const known = browser.copy()
    const spent = { count: 60 }
    const ceiling = `codes-unknown:${person.uid}`
    await database.db.updateTable('rateLimit').set(spent).where('key', '=', ceiling).execute()
    const body = { pending: details['pending'], code: codeOf(secret) }
    const elsewhere = { 'x-forwarded-for': '192.0.2.1' }
    const fresh = await anApp(database, { RELAX_LIMITS: '0', TRUST_PROXY: 'yes' }, clock.now)
    const finishAt = (address: string, by: TestBrowser) =>
      by.visit(`${fresh.url}${address}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...elsewhere },
      })
    expect((await finishAt('/api/sign-in/second-factor', aBrowser(fresh))).status).toBe(429)
    expect((await finishAt('/api/sign-in/second-factor', known)).status).toBe(200)
  })
})

test('removing the app removes the second step and the recovery codes', async () => {
  const { person, browser } = await enrolled()
  const { body } = await browser.ask('GET /api/account')
  const params = { id: body.factors[0]?.id ?? '' }
  const { browser: other } = await signIn(await aPerson(database.db))
  expect(await other.change('DELETE /api/account/factors/{id}', { params })).toMatchObject({
    code: 'multi-factor-info-not-found',
  })
  expect((await browser.change('DELETE /api/account/factors/{id}', { params })).body).toMatchObject({
    factors: [],
    recoveryCodesLeft: 0,
  })
  expect((await signIn(person)).status).toBe(200)
})
