import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { type TestBrowser, aBrowser } from '#test/browser.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { newestMail } from '#test/mail.ts'
import { PASSWORD, aPerson } from '#test/people.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

const signUp = (email: string, more: object = {}) => ({ body: { email, password: PASSWORD, name: 'Ada', ...more } })

describe('signing up', () => {
  test('sets an HttpOnly session cookie, and sends a link to confirm the address', async () => {
    const browser = aBrowser(app)
    const { status, body, headers } = await browser.ask('POST /api/sign-up', signUp(' Ada@Example.com '))
    expect(status).toBe(200)
    expect(body).toMatchObject({ isNew: true, viewer: { name: 'Ada', role: 'reader', welcomed: false } })
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^bramble_session=[\w.-]{108}; Path=\/; Max-Age=5184000; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^bramble_device=[\w.~-]+; Path=\/api\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/),
    ])
    expect(await browser.viewer()).toEqual(body.viewer)

    const mail = await newestMail(database.db, 'ada@example.com')
    expect(mail).toMatchObject({ kind: 'verify', subject: 'Confirm your email for Bramble', sentAt: null })
    const link = new URL(mail.link ?? '')
    expect(link.pathname).toBe('/auth/emailconfirm')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ mode: 'verifyEmail', oobCode: mail.code })
    expect(mail.text).toContain(link.href)
  })

  test.each([
    ['', {}, 'missing-email'],
    ['not an address', {}, 'invalid-email'],
    ['ada@example', {}, 'invalid-email'],
    ['b@example.com', { password: '' }, 'missing-password'],
    ['b@example.com', { password: 'short' }, 'password-does-not-meet-requirements'],
    ['b@example.com', { name: '  ' }, 'invalid'],
    ['b@example.com', { role: 'admin' }, 'invalid'],
  ])('refuses %o with %o', async (email, more, code) => {
    const browser = aBrowser(app)
    expect(await browser.ask('POST /api/sign-up', signUp(email, more))).toMatchObject({ status: 400, code })
    expect(browser.cookies.size).toBe(0)
  })

  test('an address belongs to one account, in any case and with concurrent requests', async () => {
    const spellings = ['twin@example.com', 'Twin@example.com', 'TWIN@EXAMPLE.COM']
    const answers = await Promise.all(spellings.map((email) => aBrowser(app).ask('POST /api/sign-up', signUp(email))))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['email-already-in-use', 'email-already-in-use', null])
  })

  test('each missing password requirement is reported', async () => {
    const strict = await anApp(database, { PASSWORD_REQUIRE: 'uppercase,numeric', PASSWORD_MIN_LENGTH: '8' })
    const { details } = await aBrowser(strict).ask('POST /api/sign-up', signUp('c@example.com', { password: 'lower' }))
    expect(details['missing']).toEqual([
      'Password must contain at least 8 characters',
      'Password must contain an upper case character',
      'Password must contain a numeric character',
    ])
    expect((await aBrowser(strict).ask('GET /api/password-policy')).body).toMatchObject({
      minLength: 8,
      uppercase: true,
      symbol: false,
    })
  })
})

describe('signing in', () => {
  test('accepts the address in any case, and only the exact password', async () => {
    const person = await aPerson(database.db)
    const browser = aBrowser(app)
    const right = { email: person.email.toUpperCase(), password: PASSWORD }
    expect(await browser.ask('POST /api/sign-in', { body: right })).toMatchObject({
      status: 200,
      body: { isNew: false, viewer: { id: person.id } },
    })
    expect((await browser.viewer())?.id).toBe(person.id)
    const wrong = { ...right, password: `${PASSWORD} ` }
    expect(await browser.ask('POST /api/sign-in', { body: wrong })).toMatchObject({ code: 'invalid-credential' })
    expect((await browser.viewer())?.id).toBe(person.id)
  })

  test('does not reveal which addresses have an account, unless the owner allows it', async () => {
    const person = await aPerson(database.db)
    const open = await anApp(database, { PROTECT_EMAILS: 'no' })
    const attempt = async (at: TestApp, email: string) =>
      (await aBrowser(at).ask('POST /api/sign-in', { body: { email, password: 'a wrong one' } })).code
    expect(await attempt(app, person.email)).toBe('invalid-credential')
    expect(await attempt(app, 'unknown@example.com')).toBe('invalid-credential')
    expect(await attempt(open, person.email)).toBe('wrong-password')
    expect(await attempt(open, 'unknown@example.com')).toBe('user-not-found')
  })

  test('reports a disabled account only with the correct password', async () => {
    const person = await aPerson(database.db)
    await database.db.updateTable('account').set({ disabledAt: new Date() }).where('uid', '=', person.uid).execute()
    const attempt = (password: string) =>
      aBrowser(app).ask('POST /api/sign-in', { body: { email: person.email, password } })
    expect(await attempt(PASSWORD)).toMatchObject({ status: 403, code: 'user-disabled' })
    expect(await attempt('a wrong one')).toMatchObject({ code: 'invalid-credential' })
  })

  test('is not offered if the owner has disabled it', async () => {
    const person = await aPerson(database.db)
    const without = await anApp(database, { SIGN_IN_METHODS: 'email-link' })
    const credentials = { email: person.email, password: PASSWORD }
    const browser = aBrowser(without)
    expect(await browser.ask('POST /api/sign-in', { body: credentials })).toMatchObject({
      code: 'operation-not-allowed',
    })
    expect(await browser.ask('POST /api/sign-up', signUp('d@example.com'))).toMatchObject({
      code: 'operation-not-allowed',
    })
    expect(await browser.ask('POST /api/sign-in/passkey/options')).toMatchObject({ code: 'operation-not-allowed' })
    expect((await browser.ask('GET /api/sign-in')).body).toMatchObject({ password: false, emailLink: true })
  })
})

describe('a page of another site', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'null' }],
  ])('with %o does not sign in or out', async (headers) => {
    const person = await aPerson(database.db)
    const browser = aBrowser(app)
    const body = { email: person.email, password: PASSWORD }
    expect(await browser.ask('POST /api/sign-in', { body }, headers)).toMatchObject({
      status: 403,
      code: 'not-allowed',
    })
    expect(browser.cookies.size).toBe(0)
    await browser.ask('POST /api/sign-in', { body }, { 'origin': app.url, 'sec-fetch-site': 'same-origin' })
    expect(await browser.ask('POST /api/sign-out', {}, headers)).toMatchObject({ code: 'not-allowed' })
    expect(await browser.ask('POST /api/session/token', {}, headers)).toMatchObject({ code: 'not-allowed' })
    expect((await browser.viewer())?.id).toBe(person.id)
  })
})

describe('rate limits', () => {
  test('an account accepts twenty attempts per address, across processes and restarts', async () => {
    const clock = aClock()
    const strict = () => anApp(database, { RELAX_LIMITS: '0' }, clock.now)
    const [one, other] = [await strict(), await strict()]
    const person = await aPerson(database.db)
    const attempt = (at: TestApp, password = 'a wrong one') =>
      aBrowser(at).ask('POST /api/sign-in', { body: { email: person.email, password } })
    const half = async (at: TestApp) => {
      for (let count = 0; count < 10; count++) expect((await attempt(at)).code).toBe('invalid-credential')
    }
    await half(one)
    await half(other)
    for (const at of [one, other, await strict()]) {
      const refused = await attempt(at, PASSWORD)
      expect(refused).toMatchObject({ status: 429, code: 'too-many-requests' })
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(600)
    }
    clock.pass(10 * MINUTE_MS)
    expect((await attempt(one, PASSWORD)).status).toBe(200)
  })

  /** An app with rate limits that trusts x-forwarded-for. */
  async function strictApp(clock = aClock()) {
    const strict = await anApp(database, { RELAX_LIMITS: '0', TRUST_PROXY: 'yes' }, clock.now)
    const signIn = (email: string, password: string, from: string, browser = aBrowser(strict)) =>
      browser.ask('POST /api/sign-in', { body: { email, password } }, { 'x-forwarded-for': from })
    const guess = async (email: string, from: string, times: number, browser?: TestBrowser) => {
      const codes = new Set<string | null>()
      for (let count = 0; count < times; count++) codes.add((await signIn(email, 'a wrong one', from, browser)).code)
      return [...codes]
    }
    /** A browser that has signed in to these accounts, from its own address. */
    const known = async (...emails: string[]) => {
      const browser = aBrowser(strict)
      for (const email of emails) expect((await signIn(email, PASSWORD, '198.51.100.1', browser)).code).toBe(null)
      return browser
    }
    return { strict, clock, signIn, guess, known }
  }

  test('wrong passwords from one address do not block the owner at another', async () => {
    const { signIn, guess } = await strictApp()
    const { email } = await aPerson(database.db)
    expect(await guess(email, '192.0.2.1', 25)).toEqual(['invalid-credential', 'too-many-requests'])
    expect((await signIn(email, PASSWORD, '192.0.2.1')).code).toBe('too-many-requests')
    expect((await signIn(email, PASSWORD, '192.0.2.2')).code).toBe(null)
  })

  test('a known device can sign in from a blocked address, and has its own limit', async () => {
    const { strict, clock, signIn, guess, known } = await strictApp()
    const { email } = await aPerson(database.db)
    const own = await known(email)
    // More attempts than the limit of this address.
    expect(await guess(email, '192.0.2.3', 40)).toContain('too-many-requests')
    expect((await signIn(email, PASSWORD, '192.0.2.3', own)).code).toBe(null)
    // All unknown devices together have reached the limit of the account.
    const spent = { count: 1000 }
    await database.db.updateTable('rateLimit').set(spent).where('key', '=', `attempts-unknown:${email}`).execute()
    expect((await signIn(email, PASSWORD, '192.0.2.4', aBrowser(strict))).code).toBe('too-many-requests')
    expect((await signIn(email, PASSWORD, '192.0.2.4', own)).code).toBe(null)
    expect(await guess(email, '192.0.2.5', 20, own)).toContain('too-many-requests')
    expect((await signIn(email, PASSWORD, '192.0.2.6', own)).code).toBe('too-many-requests')
    clock.pass(10 * MINUTE_MS)
    expect((await signIn(email, PASSWORD, '192.0.2.6', own)).code).toBe(null)
  })

  test('a device cookie that is forged, too old or of another account has no effect', async () => {
    const { strict, clock, signIn, guess, known } = await strictApp()
    const [victim, thief] = [await aPerson(database.db), await aPerson(database.db)]
    const [own, other] = [await known(victim.email), await known(thief.email)]
    const [id = '', day = '', mac = ''] = own.cookies.get('bramble_device')?.split('.') ?? []
    const forged = [
      other.cookies.get('bramble_device') ?? '',
      `${id}.${Number(day) + 1}.${mac}`,
      `${'x'.repeat(20)}.${day}.${mac}`,
      `${id}.${day}.${mac.slice(0, -2)}AA`,
      'rubbish',
    ]
    expect(await guess(victim.email, '192.0.2.7', 21)).toContain('too-many-requests')
    const attempt = async (cookie: string) => {
      const browser = aBrowser(strict)
      browser.cookies.set('bramble_device', cookie)
      return (await signIn(victim.email, PASSWORD, '192.0.2.7', browser)).code
    }
    for (const cookie of forged) expect(await attempt(cookie), cookie).toBe('too-many-requests')
    expect(await attempt([...forged.slice(0, 1), `${id}.${day}.${mac}`].join('~'))).toBe(null)
    clock.pass(366 * 24 * HOUR_MS)
    expect(await guess(victim.email, '192.0.2.7', 21)).toContain('too-many-requests')
    expect(await attempt(`${id}.${day}.${mac}`)).toBe('too-many-requests')
  })

  test('one browser can be a known device of several accounts', async () => {
    const { signIn, guess, known } = await strictApp()
    const people = [await aPerson(database.db), await aPerson(database.db)]
    const browser = await known(...[...people, ...people].map(({ email }) => email))
    expect(browser.cookies.get('bramble_device')?.split('~')).toHaveLength(2)
    for (const { email } of people) {
      await guess(email, '192.0.2.8', 21)
      expect((await signIn(email, PASSWORD, '192.0.2.8', browser)).code).toBe(null)
    }
  })

  test('unknown devices can request five mails an hour per address and eight in total, known ones five more', async () => {
    const { strict, known } = await strictApp()
    const { email } = await aPerson(database.db)
    const ask = async (from: string, browser = aBrowser(strict)) =>
      (await browser.ask('POST /api/mailed/reset', { body: { email } }, { 'x-forwarded-for': from })).code
    const mails = async (count: number, from: string, browser?: TestBrowser) => {
      const codes: (string | null)[] = []
      for (let sent = 0; sent < count; sent++) codes.push(await ask(from, browser))
      return codes.filter((code) => code === null).length
    }
    expect(await mails(6, '192.0.2.9')).toBe(5)
    expect(await mails(6, '192.0.2.10')).toBe(3)
    expect(await mails(2, '192.0.2.11')).toBe(0)
    const [own, another] = [await known(email), await known(email)]
    // All known devices share one limit.
    expect((await mails(4, '192.0.2.9', own)) + (await mails(4, '192.0.2.9', another))).toBe(5)
  })

  test('sign-ups are limited per client address', async () => {
    const strict = await anApp(database, { RELAX_LIMITS: '0' })
    // A new account does not reset the limit.
    const browser = aBrowser(strict)
    expect((await browser.ask('POST /api/sign-up', signUp('e@example.com'))).code).toBe(null)
    await database.db.updateTable('rateLimit').set({ count: 20 }).where('key', 'like', 'sign-up:%').execute()
    expect(await browser.change('POST /api/sign-up', signUp('f@example.com'))).toMatchObject({ status: 429 })
  })
})
