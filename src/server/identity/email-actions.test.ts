import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { type TestBrowser, aBrowser } from '#test/browser.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { mailedCode, newestMail } from '#test/mail.ts'
import { PASSWORD, aPerson } from '#test/people.ts'

const clock = aClock()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, clock.now)
})

const NEW_PASSWORD = 'a quite different one'
let made = 0
const anAddress = () => `mailed-${(made += 1)}@example.com`
const code = (to: string, kind: string) => mailedCode(database.db, to, kind)
const apply = (given: string) => aBrowser(app).ask('POST /api/mailed/apply', { body: { code: given } })
const look = (given: string) => aBrowser(app).ask('POST /api/mailed/look', { body: { code: given } })
const setPassword = (given: string, password = NEW_PASSWORD) =>
  aBrowser(app).ask('POST /api/mailed/password', { body: { code: given, password } })
const account = async (browser: TestBrowser) => (await browser.ask('GET /api/account')).body

async function signIn(email: string, password = PASSWORD) {
  const browser = aBrowser(app)
  return { browser, ...(await browser.ask('POST /api/sign-in', { body: { email, password } })) }
}

/** A user who signed up and has not confirmed the address. */
async function anUnconfirmedUser(email = anAddress()) {
  const browser = aBrowser(app)
  await browser.ask('POST /api/sign-up', { body: { email, password: PASSWORD, name: 'Mallory' } })
  return { email, browser }
}

async function linkFor(email: string) {
  await aBrowser(app).ask('POST /api/mailed/sign-in', { body: { email } })
  return code(email, 'sign-in')
}

async function resetFor(email: string) {
  await aBrowser(app).ask('POST /api/mailed/reset', { body: { email } })
  return code(email, 'reset')
}

describe('an emailed code', () => {
  test('can be inspected without using it up, and confirms the address once', async () => {
    const { email, browser } = await anUnconfirmedUser()
    const verify = await code(email, 'verify')
    for (let twice = 0; twice < 2; twice++) {
      expect((await look(verify)).body).toEqual({ kind: 'verify', email, newEmail: null })
    }
    expect((await account(browser)).emailVerified).toBe(false)
    expect((await apply(verify)).body).toEqual({ kind: 'verify', email })
    // Confirming ends no session.
    expect((await account(browser)).emailVerified).toBe(true)
    expect(await apply(verify)).toMatchObject({ status: 400, code: 'invalid-action-code' })
    expect(await look(verify)).toMatchObject({ code: 'invalid-action-code' })
  })

  test('that is unknown, or of another kind, has no effect', async () => {
    const person = await aPerson(database.db)
    const reset = await resetFor(person.email)
    expect(await look('invented')).toMatchObject({ code: 'invalid-action-code' })
    expect(await apply(reset)).toMatchObject({ code: 'invalid-action-code' })
    expect(await setPassword(await linkFor(person.email))).toMatchObject({ code: 'invalid-action-code' })
    expect((await setPassword(reset)).status).toBe(200)
  })

  test('expires: a reset after an hour, a confirmation after a day', async () => {
    const { email } = await anUnconfirmedUser()
    const [verify, reset] = [await code(email, 'verify'), await resetFor(email)]
    clock.pass(HOUR_MS + MINUTE_MS)
    expect(await setPassword(reset)).toMatchObject({ status: 400, code: 'expired-action-code' })
    expect((await look(verify)).status).toBe(200)
    clock.pass(23 * HOUR_MS)
    expect(await look(verify)).toMatchObject({ code: 'expired-action-code' })
    expect(await apply(verify)).toMatchObject({ code: 'expired-action-code' })
  })

  test('can be requested again while signed in', async () => {
    const { email, browser } = await anUnconfirmedUser()
    const first = await code(email, 'verify')
    clock.pass(1000)
    expect((await browser.change('POST /api/account/verification')).body).toEqual({ sent: true })
    const second = await code(email, 'verify')
    expect(second).not.toBe(first)
    expect((await apply(second)).status).toBe(200)
  })
})

describe('a password reset', () => {
  test('sets the password, ends every session, and is not used up by a refused password', async () => {
    const person = await aPerson(database.db)
    const { browser } = await signIn(person.email)
    const authorization = `Bearer ${await browser.token()}`
    const reset = await resetFor(person.email)
    expect(await setPassword(reset, 'short')).toMatchObject({ code: 'password-does-not-meet-requirements' })
    expect((await setPassword(reset)).body).toEqual({ email: person.email })
    expect(await setPassword(reset)).toMatchObject({ code: 'invalid-action-code' })
    expect(await browser.viewer()).toBeNull()
    expect(await browser.ask('GET /api/account', {}, { authorization })).toMatchObject({ code: 'user-token-expired' })
    expect((await signIn(person.email)).code).toBe('invalid-credential')
    expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('of two concurrent uses of one code, one succeeds', async () => {
    const person = await aPerson(database.db)
    const reset = await resetFor(person.email)
    const answers = await Promise.all([setPassword(reset, 'the first one'), setPassword(reset, 'the second one')])
    expect(answers.map((answer) => answer.code).toSorted()).toEqual(['invalid-action-code', null])
  })

  test('for an unknown address gets the same reply and sends no mail', async () => {
    const email = anAddress()
    expect((await aBrowser(app).ask('POST /api/mailed/reset', { body: { email } })).body).toEqual({ sent: true })
    await expect(newestMail(database.db, email)).rejects.toThrow('no result')
  })

  test('confirms the address, and removes what another person may have set up', async () => {
    const { email, browser } = await anUnconfirmedUser()
    const theirs = anAddress()
    await browser.change('POST /api/account/email', { body: { email: theirs } })
    const { uid } = await account(browser)
    await database.db
      .insertInto('accountProvider')
      .values({ providerId: 'oidc.mallory', rawId: 'mallory', uid, linkedAt: new Date() })
      .execute()
    await setPassword(await resetFor(email))
    expect(await apply(await code(theirs, 'change'))).toMatchObject({ code: 'invalid-action-code' })
    const owner = await signIn(email, NEW_PASSWORD)
    expect(await account(owner.browser)).toMatchObject({ email, emailVerified: true, providers: [] })
  })
})

describe('a sign-in link', () => {
  test('creates an account for a new address and confirms the address', async () => {
    const email = anAddress()
    const browser = aBrowser(app)
    const { body } = await browser.ask('POST /api/sign-in/link', { body: { email, code: await linkFor(email) } })
    expect(body).toMatchObject({ isNew: true, viewer: { name: 'New reader', welcomed: false } })
    expect(await account(browser)).toMatchObject({ email, emailVerified: true, hasPassword: false })
    const again = await aBrowser(app).ask('POST /api/sign-in/link', { body: { email, code: await linkFor(email) } })
    expect(again.body).toMatchObject({ isNew: false, viewer: { id: body.viewer.id } })
  })

  test('does not reveal its address, requires it, and works once', async () => {
    const person = await aPerson(database.db)
    const link = await linkFor(person.email)
    expect((await look(link)).body).toEqual({ kind: 'sign-in', email: null, newEmail: null })
    const use = (email: string) => aBrowser(app).ask('POST /api/sign-in/link', { body: { email, code: link } })
    expect(await use('someone@example.com')).toMatchObject({ status: 400, code: 'invalid-email' })
    expect((await use(person.email.toUpperCase())).body.viewer.id).toBe(person.id)
    expect(await use(person.email)).toMatchObject({ code: 'invalid-action-code' })
  })

  test('continues only to a page of this site', async () => {
    const ask = async (next: string) => {
      const email = anAddress()
      await aBrowser(app).ask('POST /api/mailed/sign-in', { body: { email, next } })
      return new URL((await newestMail(database.db, email)).link ?? '').searchParams.get('continueUrl')
    }
    expect(await ask('/user/bookmarks?x=1')).toMatch(/^http:\/\/localhost:3000\/user\/bookmarks\?x=1$/)
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(await ask(next), next).toBeNull()
    }
  })

  test('removes the password of an account with an unconfirmed address, and ends its sessions', async () => {
    const mallory = await anUnconfirmedUser()
    const owner = aBrowser(app)
    await owner.ask('POST /api/sign-in/link', { body: { email: mallory.email, code: await linkFor(mallory.email) } })
    expect(await account(owner)).toMatchObject({ emailVerified: true, hasPassword: false })
    expect(await mallory.browser.viewer()).toBeNull()
    expect((await signIn(mallory.email)).code).toBe('invalid-credential')
  })

  test('keeps the password of a confirmed address', async () => {
    const person = await aPerson(database.db)
    const body = { email: person.email, code: await linkFor(person.email) }
    expect((await aBrowser(app).ask('POST /api/sign-in/link', { body })).status).toBe(200)
    expect((await signIn(person.email)).status).toBe(200)
  })
})

describe('an address change', () => {
  test('takes effect when the new address is confirmed, and can be undone from the old one', async () => {
    const person = await aPerson(database.db)
    const { browser } = await signIn(person.email)
    const email = anAddress()
    await browser.change('POST /api/account/email', { body: { email } })
    expect((await account(browser)).email).toBe(person.email)

    const change = await code(email, 'change')
    expect((await look(change)).body).toEqual({ kind: 'change', email: person.email, newEmail: email })
    expect((await apply(change)).body).toEqual({ kind: 'change', email })
    expect(await browser.viewer()).toBeNull()
    expect((await signIn(person.email)).code).toBe('invalid-credential')
    expect((await signIn(email)).status).toBe(200)

    const recover = await code(person.email, 'recover')
    expect((await look(recover)).body).toEqual({ kind: 'recover', email: person.email, newEmail: email })
    expect((await apply(recover)).body).toEqual({ kind: 'recover', email: person.email })
    expect((await signIn(email)).code).toBe('invalid-credential')
    expect((await signIn(person.email)).status).toBe(200)
    expect(await apply(recover)).toMatchObject({ code: 'invalid-action-code' })
  })

  test('to an address that another account has, or takes in the meantime, is refused', async () => {
    const [person, other] = [await aPerson(database.db), await aPerson(database.db)]
    const { browser } = await signIn(person.email)
    expect(await browser.change('POST /api/account/email', { body: { email: other.email } })).toMatchObject({
      code: 'email-already-in-use',
    })
    const email = anAddress()
    await browser.change('POST /api/account/email', { body: { email } })
    await anUnconfirmedUser(email)
    expect(await apply(await code(email, 'change'))).toMatchObject({ code: 'email-already-in-use' })
    expect((await account(browser)).email).toBe(person.email)
  })

  test('cannot be undone from an unconfirmed address, which may belong to a stranger', async () => {
    const { email: mistyped, browser } = await anUnconfirmedUser()
    const right = anAddress()
    await browser.change('POST /api/account/email', { body: { email: right } })
    await apply(await code(right, 'change'))
    await expect(code(mistyped, 'recover')).rejects.toThrow('no result')
  })

  test('requested before a password reset no longer works', async () => {
    const person = await aPerson(database.db)
    const { browser: thief } = await signIn(person.email)
    const theirs = anAddress()
    await thief.change('POST /api/account/email', { body: { email: theirs } })
    await setPassword(await resetFor(person.email))
    expect(await apply(await code(theirs, 'change'))).toMatchObject({ code: 'invalid-action-code' })
  })
})
