import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/endpoint.ts'
import type { EndpointKey } from '#contract/endpoints.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { aBrowser } from '#test/browser.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { as } from '#test/workflow.ts'
import { PASSWORD, type TestPerson, aPerson } from '#test/people.ts'

const CHROME = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

const clock = aClock()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  const provider = { id: 'oidc.test', name: 'Test', issuer: 'https://id.example', clientId: 'x' }
  app = await anApp(database, { IDENTITY_PROVIDERS: JSON.stringify([provider]) }, clock.now)
})

async function signIn({ email }: { email: string }, password = PASSWORD, agent?: string) {
  const browser = aBrowser(app, agent)
  return { browser, ...(await browser.ask('POST /api/sign-in', { body: { email, password } })) }
}

async function aSignedInPerson(role: Role = 'reader') {
  const person = await aPerson(database.db, role)
  return { person, ...(await signIn(person)) }
}

const link = ({ uid }: TestPerson, providerId = 'oidc.test') =>
  database.db
    .insertInto('accountProvider')
    .values({ providerId, rawId: uid, uid, email: 'elsewhere@example.com', linkedAt: new Date() })
    .execute()

test('the account page returns all account data to its owner', async () => {
  const { person, browser } = await aSignedInPerson()
  await link(person)
  expect((await browser.ask('GET /api/account')).body).toEqual({
    uid: person.uid,
    email: person.email,
    emailVerified: true,
    hasPassword: true,
    providers: [{ id: 'oidc.test', name: 'Test', email: 'elsewhere@example.com' }],
    factors: [],
    recoveryCodesLeft: 0,
    passkeys: [],
    sessions: [
      {
        id: expect.any(String),
        current: true,
        device: 'Firefox on Linux',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ],
  })
})

describe('six minutes after the sign-in', () => {
  const sensitive: [EndpointKey, object][] = [
    ['POST /api/account/email', { body: { email: 'new@example.com' } }],
    ['POST /api/account/password', { body: { password: 'another password' } }],
    ['POST /api/account/factors', {}],
    ['DELETE /api/account/factors/{id}', { params: { id: 'x' } }],
    ['POST /api/account/recovery-codes', {}],
    ['POST /api/account/passkeys/options', {}],
    ['DELETE /api/account/passkeys/{id}', { params: { id: 'x' } }],
    ['POST /api/account/providers', { body: { requestUri: 'http://localhost/', sessionId: 'x' } }],
    ['DELETE /api/account/providers/{id}', { params: { id: 'password' } }],
    ['DELETE /api/account', {}],
  ]

  test.each(sensitive)('%s requires a new sign-in, and then succeeds', async (key, input) => {
    const { person, browser } = await aSignedInPerson()
    clock.pass(6 * MINUTE_MS)
    expect(await browser.change(key, input)).toMatchObject({ status: 400, code: 'requires-recent-login' })
    await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
    expect((await browser.change(key, input)).code).not.toBe('requires-recent-login')
  })

  test('other changes still work', async () => {
    const { browser } = await aSignedInPerson()
    clock.pass(6 * MINUTE_MS)
    const profile = { name: 'Ada', handle: 'ada-later', about: 'x' }
    expect((await browser.change('PUT /api/profile', { body: profile })).status).toBe(200)
    expect((await browser.change('POST /api/account/verification')).status).toBe(200)
    expect((await browser.change('DELETE /api/account/sessions')).status).toBe(200)
  })
})

describe('sessions', () => {
  test('are listed with the current one marked, and ending one revokes its token at once', async () => {
    const { person, browser } = await aSignedInPerson()
    const { browser: other } = await signIn(person, PASSWORD, CHROME)
    const authorization = `Bearer ${await other.token()}`
    const { body } = await browser.ask('GET /api/account')
    expect(body.sessions.map(({ current, device }) => ({ current, device }))).toEqual(
      expect.arrayContaining([
        { current: true, device: 'Firefox on Linux' },
        { current: false, device: 'Chrome on Mac' },
      ]),
    )
    const id = body.sessions.find(({ current }) => !current)?.id ?? ''
    expect((await other.ask('GET /api/account', {}, { authorization })).status).toBe(200)
    const ended = await browser.change('DELETE /api/account/sessions/{id}', { params: { id } })
    expect(ended.body.sessions.map(({ current }) => current)).toEqual([true])
    expect(await other.ask('GET /api/account', {}, { authorization })).toMatchObject({ code: 'user-token-expired' })
    expect(await other.viewer()).toBeNull()
    expect(await browser.change('DELETE /api/account/sessions/{id}', { params: { id } })).toMatchObject({
      status: 404,
    })
  })

  test('of other people cannot be ended', async () => {
    const [mine, theirs] = [await aSignedInPerson(), await aSignedInPerson()]
    const { body } = await theirs.browser.ask('GET /api/account')
    const params = { id: body.sessions[0]?.id ?? '' }
    expect(await mine.browser.change('DELETE /api/account/sessions/{id}', { params })).toMatchObject({ status: 404 })
    expect((await theirs.browser.viewer())?.id).toBe(theirs.person.id)
  })

  test('on other devices can be ended together, and this one stays', async () => {
    const { person, browser } = await aSignedInPerson()
    const others = [await signIn(person), await signIn(person)]
    const { body } = await browser.change('DELETE /api/account/sessions')
    expect(body.sessions).toHaveLength(1)
    for (const other of others) expect(await other.browser.viewer()).toBeNull()
    expect((await browser.viewer())?.id).toBe(person.id)
  })
})

describe('a password change', () => {
  test('keeps this session and ends the others, with their tokens', async () => {
    const { person, browser } = await aSignedInPerson()
    const { browser: other } = await signIn(person)
    const stolen = browser.copy()
    const authorization = `Bearer ${await other.token()}`
    const password = 'something else entirely'
    const { body } = await browser.change('POST /api/account/password', { body: { password } })
    expect(body.sessions.map(({ current }) => current)).toEqual([true])
    expect((await browser.viewer())?.id).toBe(person.id)
    expect((await browser.change('GET /api/account')).status).toBe(200)
    expect(await stolen.viewer()).toBeNull()
    expect(await other.ask('GET /api/account', {}, { authorization })).toMatchObject({ code: 'user-token-expired' })
    expect((await signIn(person)).code).toBe('invalid-credential')
    expect((await signIn(person, password)).status).toBe(200)
  })

  test('follows the password policy', async () => {
    const { browser } = await aSignedInPerson()
    const attempt = (password: string) => browser.change('POST /api/account/password', { body: { password } })
    expect(await attempt('')).toMatchObject({ code: 'missing-password' })
    expect(await attempt('12345')).toMatchObject({ code: 'password-does-not-meet-requirements' })
  })
})

describe('removing a sign-in method', () => {
  const remove = (id: string) => ({ params: { id } })

  test('works while another one is left', async () => {
    const { person, browser } = await aSignedInPerson()
    await link(person)
    expect((await browser.change('DELETE /api/account/providers/{id}', remove('oidc.test'))).body.providers).toEqual([])
    expect(await browser.change('DELETE /api/account/providers/{id}', remove('oidc.test'))).toMatchObject({
      code: 'no-such-provider',
    })
    // The address is confirmed, so a mailed link still signs in.
    expect((await browser.change('DELETE /api/account/providers/{id}', remove('password'))).body.hasPassword).toBe(
      false,
    )
    expect((await signIn(person)).code).toBe('invalid-credential')
  })

  test('is refused for the last one', async () => {
    const { person, browser } = await aSignedInPerson()
    await database.db.updateTable('account').set({ emailVerified: false }).where('uid', '=', person.uid).execute()
    const last = { status: 400, code: 'operation-not-allowed', details: { reason: 'last' } }
    expect(await browser.change('DELETE /api/account/providers/{id}', remove('password'))).toMatchObject(last)
    expect((await signIn(person)).status).toBe(200)
    await link(person)
    expect((await browser.change('DELETE /api/account/providers/{id}', remove('password'))).status).toBe(200)
    expect(await browser.change('DELETE /api/account/providers/{id}', remove('oidc.test'))).toMatchObject(last)
    expect((await browser.ask('GET /api/account')).body.providers).toHaveLength(1)
  })
})

describe('deleting the account', () => {
  test('anonymizes the person and trashes their stories, on cached pages too', async () => {
    const { person, browser } = await aSignedInPerson('author')
    const { slug } = await anArticle(database.db, person.id, { title: 'Soon gone' })
    const page = async (path: string) => (await app.get(path, { headers: { accept: 'text/html' } })).status
    const listed = async () => JSON.stringify((await aBrowser(app).ask('GET /api/stories')).body).includes(slug)
    const home = async () => (await (await app.get('/', { headers: { accept: 'text/html' } })).text()).includes(slug)
    for (let twice = 0; twice < 2; twice++) expect(await page(`/story/${slug}`)).toBe(200)
    expect(await page(`/user/${person.handle}`)).toBe(200)
    expect([await listed(), await home()]).toEqual([true, true])

    const { body, headers } = await browser.change('DELETE /api/account')
    expect(body).toEqual({ deleted: true })
    expect(headers.get('set-cookie')).toMatch(/^bramble_session=; .*Max-Age=0/)
    expect(await page(`/story/${slug}`)).toBe(404)
    expect(await page(`/user/${person.handle}`)).toBe(404)
    expect([await listed(), await home()]).toEqual([false, false])
    expect(await aBrowser(app).ask('GET /api/stories/{ref}', { params: { ref: slug } })).toMatchObject({ status: 404 })

    const left = await database.db.selectFrom('person').selectAll().where('id', '=', person.id).executeTakeFirst()
    expect(left).toMatchObject({ uid: null, name: 'Deleted user', about: '', avatar: null, storyCount: 0 })
    expect(JSON.stringify(left)).not.toContain(person.handle)
    expect((await signIn(person)).code).toBe('invalid-credential')
  })

  test('removes the person from other bylines, and those authors can still trash their stories', async () => {
    const { person, browser } = await aSignedInPerson('author')
    const other = await aPerson(database.db, 'author')
    const { id, slug } = await anArticle(database.db, other.id, { coAuthorIds: [person.id] })
    const byline = async () => {
      const { body } = await aBrowser(app).ask('GET /api/stories/{ref}', { params: { ref: slug } })
      return [body.author.id, ...body.coAuthors.map((each) => each.id)]
    }
    expect(await byline()).toEqual([other.id, person.id])
    await browser.change('DELETE /api/account')
    expect(await byline()).toEqual([other.id])
    await transitionArticle(as(database.db, other), id, { move: 'trash', note: '', at: null, version: null })
    const counts = database.db.selectFrom('person').select('storyCount').where('id', 'in', [person.id, other.id])
    expect(await counts.execute()).toEqual([{ storyCount: 0 }, { storyCount: 0 }])
  })

  test('ends every session, revokes its tokens, and frees the address', async () => {
    const { person, browser } = await aSignedInPerson()
    const { browser: other } = await signIn(person)
    const authorization = `Bearer ${await other.token()}`
    await browser.change('DELETE /api/account')
    expect(await other.viewer()).toBeNull()
    expect(await other.ask('GET /api/account', {}, { authorization })).toMatchObject({
      code: 'user-token-expired',
      details: { reason: 'gone' },
    })
    const body = { email: person.email, password: PASSWORD, name: 'Someone new' }
    const { body: made } = await aBrowser(app).ask('POST /api/sign-up', { body })
    expect(made.viewer.uid).not.toBe(person.uid)
  })

  test('is refused for the last admin, also when the last two try concurrently', async () => {
    const [one, other] = [await aSignedInPerson('admin'), await aSignedInPerson('admin')]
    const answers = await Promise.all([one, other].map(({ browser }) => browser.change('DELETE /api/account')))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['admin-restricted-operation', null])
    const admins = await database.db.selectFrom('person').select('id').where('role', '=', 'admin').execute()
    expect(admins).toHaveLength(1)
  })
})

describe('onboarding', () => {
  const signUp = async (email: string, name = 'Newcomer') => {
    const browser = aBrowser(app)
    const { body } = await browser.ask('POST /api/sign-up', { body: { email, password: PASSWORD, name } })
    return { browser, viewer: body.viewer }
  }

  test('ends with a name and a handle, which the account shows too', async () => {
    const { browser, viewer } = await signUp('steps@example.com')
    expect(viewer).toMatchObject({ welcomed: false, handle: expect.stringMatching(/^newcomer(-\d)?$/) })
    const profile = { name: '  Grace Hopper ', handle: 'grace', about: 'Sailor.' }
    expect((await browser.change('PUT /api/profile', { body: profile })).body).toMatchObject({
      welcomed: true,
      name: 'Grace Hopper',
      handle: 'grace',
    })
    expect((await browser.ask('POST /api/session/token')).body.account.displayName).toBe('Grace Hopper')
    expect((await browser.ask('GET /api/people/{ref}', { params: { ref: 'grace' } })).body.about).toBe('Sailor.')
  })

  test('begins with a handle made from the name', async () => {
    const handlesOf = async (names: string[]) => {
      const people = await Promise.all(
        names.map((name, place) => signUp(`from-name-${name.length}-${place}@example.com`, name)),
      )
      return people.map(({ viewer }) => viewer.handle).toSorted()
    }
    // Two people with one name sign up at once.
    expect(await handlesOf(['Zoë Ørsted-Łuk', 'Zoë Ørsted-Łuk'])).toEqual(['zoe-orsted-luk', 'zoe-orsted-luk-2'])
    expect(await handlesOf(['About', '李小龙'])).toEqual(['about-2', expect.stringMatching(/^reader-[a-z0-9]{10}$/)])
  })

  test('does not take over a handle that redirects to its former owner', async () => {
    const { browser, viewer } = await signUp('former@example.com', 'Former Owner')
    await browser.change('PUT /api/profile', { body: { name: 'Other', handle: 'another-handle', about: '' } })
    expect((await signUp('later@example.com', 'Former Owner')).viewer.handle).toBe('former-owner-2')
    expect(viewer.handle).toBe('former-owner')
  })

  test('refuses a taken, reserved or invalid handle', async () => {
    const { browser } = await signUp('handles@example.com')
    const taken = await aPerson(database.db)
    const attempt = async (handle: string) =>
      browser.change('PUT /api/profile', { body: { name: 'Ada', handle, about: '' } })
    for (const handle of [taken.handle, 'admin', 'bookmarks']) {
      expect(await attempt(handle)).toMatchObject({ status: 409, code: 'handle-taken' })
    }
    for (const handle of ['a', '-ada', 'Ada', 'a'.repeat(41), 'ada lovelace']) {
      expect(await attempt(handle)).toMatchObject({ status: 400, code: 'invalid' })
    }
    expect((await browser.viewer())?.welcomed).toBe(false)
  })

  test('can be skipped, and a new name appears on cached pages', async () => {
    const { browser, viewer } = await signUp('skips@example.com')
    expect((await browser.change('POST /api/profile/welcomed')).body).toEqual({ ...viewer, welcomed: true })
    const page = async () => (await app.get(`/user/${viewer.handle}`, { headers: { accept: 'text/html' } })).text()
    expect(await page()).toContain('Newcomer')
    const body = { name: 'Renamed', handle: viewer.handle, about: '' }
    await browser.change('PUT /api/profile', { body })
    expect(await page()).toContain('Renamed')
  })
})
