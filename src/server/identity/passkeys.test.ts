import { beforeAll, describe, expect, test } from 'vitest'
import { decodeJwt } from 'jose'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { anAuthenticator } from '#test/authenticator.ts'
import { type TestBrowser, aBrowser } from '#test/browser.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { PASSWORD, aPerson } from '#test/people.ts'

const origin = 'http://localhost:3000'
const clock = aClock()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, { SITE_URL: origin }, clock.now)
})

async function aSignedInPerson() {
  const person = await aPerson(database.db)
  const browser = aBrowser(app)
  await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
  return { person, browser }
}

type Wrong = { origin?: string; verified?: boolean }

async function register(browser: TestBrowser, wrong: Wrong = {}, authenticator = anAuthenticator('localhost')) {
  const { body } = await browser.change('POST /api/account/passkeys/options')
  const response = authenticator.register({ challenge: body.options.challenge, origin, ...wrong })
  const addition = { ticket: body.ticket, name: 'My laptop', response }
  const add = (by = browser) => by.change('POST /api/account/passkeys', { body: addition })
  return { authenticator, options: body.options, add }
}

async function aPersonWithPasskey() {
  const { person, browser } = await aSignedInPerson()
  const { authenticator, add } = await register(browser)
  await add()
  return { person, browser, authenticator }
}

const options = async () => (await aBrowser(app).ask('POST /api/sign-in/passkey/options')).body

async function signIn(authenticator: ReturnType<typeof anAuthenticator>, wrong: Wrong = {}) {
  const { ticket, options: asked } = await options()
  const response = authenticator.answer({ challenge: asked.challenge, origin, ...wrong })
  const browser = aBrowser(app)
  return { browser, ...(await browser.ask('POST /api/sign-in/passkey', { body: { ticket, response } })) }
}

describe('adding a passkey', () => {
  test('requests a discoverable credential, and lists it', async () => {
    const { person, browser } = await aSignedInPerson()
    const { options: asked, add, authenticator } = await register(browser)
    expect(asked).toMatchObject({
      rp: { id: 'localhost', name: 'Bramble' },
      user: { id: Buffer.from(person.uid).toString('base64url'), name: person.email, displayName: person.name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
      attestation: 'none',
    })
    expect((await add()).body.passkeys).toEqual([
      { id: authenticator.id, name: 'My laptop', createdAt: expect.any(String), lastUsedAt: null },
    ])
    const { body } = await browser.change('POST /api/account/passkeys/options')
    expect(body.options.excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ])
  })

  test.each<[string, Wrong]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['without user verification', { verified: false }],
  ])('%s is refused', async (_, wrong) => {
    const { browser } = await aSignedInPerson()
    const { add } = await register(browser, wrong)
    expect(await add()).toMatchObject({ status: 400, code: 'invalid-credential' })
    expect((await browser.ask('GET /api/account')).body.passkeys).toEqual([])
  })

  test('for another relying party is refused', async () => {
    const { browser } = await aSignedInPerson()
    const { add } = await register(browser, {}, anAuthenticator('evil.example'))
    expect(await add()).toMatchObject({ code: 'invalid-credential' })
  })

  test('with another account’s ticket, or with a used one, is refused', async () => {
    const [mine, theirs] = [await aSignedInPerson(), await aSignedInPerson()]
    const { add } = await register(mine.browser)
    expect(await add(theirs.browser)).toMatchObject({ code: 'invalid-credential' })
    expect((await add()).status).toBe(200)
    expect(await add()).toMatchObject({ code: 'invalid-credential' })
  })

  test('that belongs to another account is refused', async () => {
    const { authenticator } = await aPersonWithPasskey()
    const { browser } = await aSignedInPerson()
    const { add } = await register(browser, {}, authenticator)
    expect(await add()).toMatchObject({ code: 'credential-already-in-use' })
  })
})

describe('signing in with a passkey', () => {
  test('requires no user name and no second factor', async () => {
    const { person, authenticator } = await aPersonWithPasskey()
    await database.db
      .insertInto('secondFactor')
      .values({ id: 'A'.repeat(20), uid: person.uid, name: 'Phone', secret: 'AAAA', enrolledAt: new Date() })
      .execute()
    const { body, browser } = await signIn(authenticator)
    expect(body).toMatchObject({ isNew: false, viewer: { id: person.id } })
    expect((await browser.ask('GET /api/account')).body.passkeys[0]?.lastUsedAt).not.toBeNull()
    expect(decodeJwt(await browser.token())['firebase']).toEqual({
      sign_in_provider: 'passkey',
      identities: { email: [person.email] },
    })
    expect((await signIn(authenticator)).status).toBe(200)
  })

  test.each<[string, Wrong]>([
    ['at another origin', { origin: 'https://evil.example' }],
    ['without user verification', { verified: false }],
  ])('%s is refused', async (_, wrong) => {
    const { authenticator } = await aPersonWithPasskey()
    const refused = await signIn(authenticator, wrong)
    expect(refused).toMatchObject({ status: 400, code: 'invalid-credential' })
    expect(refused.browser.cookies.size).toBe(0)
    expect((await signIn(authenticator)).status).toBe(200)
  })

  test('with an unknown or removed passkey is refused', async () => {
    expect(await signIn(anAuthenticator('localhost'))).toMatchObject({ code: 'invalid-credential' })
    const { authenticator, browser } = await aPersonWithPasskey()
    const params = { id: authenticator.id }
    expect((await browser.change('DELETE /api/account/passkeys/{id}', { params })).body.passkeys).toEqual([])
    expect(await signIn(authenticator)).toMatchObject({ code: 'invalid-credential' })
  })

  test('accepts a challenge once, with its own ticket, and in time', async () => {
    const { authenticator } = await aPersonWithPasskey()
    const [first, second] = [await options(), await options()]
    const answer = (challenge: string) => authenticator.answer({ challenge, origin })
    const use = (ticket: string, response: unknown) =>
      aBrowser(app).ask('POST /api/sign-in/passkey', { body: { ticket, response } })
    expect(await use(first.ticket, answer(second.options.challenge))).toMatchObject({ code: 'invalid-credential' })
    const right = answer(second.options.challenge)
    expect((await use(second.ticket, right)).status).toBe(200)
    expect(await use(second.ticket, right)).toMatchObject({ code: 'invalid-credential' })
    const third = await options()
    expect(await use(third.ticket, right)).toMatchObject({ code: 'invalid-credential' })
    const late = await options()
    clock.pass(10 * MINUTE_MS)
    expect(await use(late.ticket, answer(late.options.challenge))).toMatchObject({ code: 'invalid-credential' })
  })

  test('with a signature by another key is refused', async () => {
    const { authenticator } = await aPersonWithPasskey()
    const { ticket, options: asked } = await options()
    const forged = anAuthenticator('localhost').answer({ challenge: asked.challenge, origin })
    const response = { ...forged, id: authenticator.id, rawId: authenticator.id }
    expect(await aBrowser(app).ask('POST /api/sign-in/passkey', { body: { ticket, response } })).toMatchObject({
      code: 'invalid-credential',
    })
  })

  test('is refused for disabled users', async () => {
    const { person, authenticator } = await aPersonWithPasskey()
    await database.db.updateTable('account').set({ disabledAt: new Date() }).where('uid', '=', person.uid).execute()
    expect(await signIn(authenticator)).toMatchObject({ status: 403, code: 'user-disabled' })
  })
})

test('a passkey can be removed by its owner, unless it is the last sign-in method', async () => {
  const { person, browser, authenticator } = await aPersonWithPasskey()
  const params = { id: authenticator.id }
  const { browser: stranger } = await aSignedInPerson()
  expect(await stranger.change('DELETE /api/account/passkeys/{id}', { params })).toMatchObject({ code: 'not-found' })
  const nothingElse = { email: null, emailVerified: false, passwordHash: null }
  await database.db.updateTable('account').set(nothingElse).where('uid', '=', person.uid).execute()
  expect(await browser.change('DELETE /api/account/passkeys/{id}', { params })).toMatchObject({
    code: 'operation-not-allowed',
    details: { reason: 'last' },
  })
  expect((await signIn(authenticator)).status).toBe(200)
})
