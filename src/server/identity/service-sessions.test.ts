import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { aBrowser } from '#test/browser.ts'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { anApp } from '#test/app.ts'
import { type TestSite, aGuest, callIdentity, twoSites } from '#test/two-sites.ts'
import { PASSWORD, aPerson, aSession } from '#test/people.ts'
import { aSiteServer } from '#test/site-server.ts'
import { untilLocksWait } from '#test/waiting-locks.ts'
import { findAccount, signOutUser } from './manage-users.ts'

let home: TestSite
let guest: TestSite
beforeAll(async () => {
  const sites = await twoSites()
  home = sites.home
  guest = sites.guest
})

const newGuest = (name?: string) => aGuest({ home, guest }, name)
const signInAtGuest = (refreshToken: string) =>
  aBrowser(guest.app).ask('POST /api/sign-in/service', { body: { refreshToken } })

describe('with another site as identity service', () => {
  test('a person signs in with their account there and has a users record here', async () => {
    const { browser, signedIn, uid, email } = await newGuest('Ada Lovelace')
    expect(signedIn).toMatchObject({ status: 200, body: { isNew: true, viewer: { uid, name: 'Ada Lovelace' } } })
    expect((await browser.viewer())?.uid).toBe(uid)
    const { body } = await browser.ask('POST /api/session/token')
    expect(body.account).toMatchObject({ uid, email })
    expect(decodeJwt(body.token)).toMatchObject({ iss: home.app.url, azp: guest.app.url, sub: uid })
    const profile = { name: 'Ada', handle: `ada-${Date.now()}`, about: '' }
    expect(await browser.change('PUT /api/profile', { body: profile })).toMatchObject({ status: 200 })
    const stored = await guest.database.db.selectFrom('serviceSession').select('token').execute()
    expect(stored.every(({ token }) => token.startsWith('sealed:'))).toBe(true)
  })

  test('a session that the service gave to its own pages, to a program or to a third site is refused', async () => {
    const person = await aPerson(home.database.db)
    const own = await aSession(home.database.db, person, home.app.ctx)
    const given = { email: person.email, password: PASSWORD, returnSecureToken: true }
    const program = await callIdentity(home.app, '/v1/accounts:signInWithPassword', given)
    const third = await callIdentity(home.app, '/v1/accounts:signInWithPassword', given, 'http://localhost:1')
    for (const refreshToken of [own.refreshToken, program.refreshToken, third.refreshToken, 'rubbish'])
      expect((await signInAtGuest(refreshToken)).status).toBeGreaterThanOrEqual(400)
    for (const token of [own.bearer.slice(7), program.idToken, third.idToken]) {
      const authorization = `Bearer ${token}`
      expect(await aBrowser(guest.app).ask('GET /api/viewer', {}, { authorization })).toMatchObject({ status: 401 })
    }
    expect(await guest.database.db.selectFrom('person').select('id').where('uid', '=', person.uid).execute()).toEqual(
      [],
    )
  })

  test('a page that the service does not authorize gets no token that names it', async () => {
    const given = { email: `x${Date.now()}@example.com`, password: 'a good long password', returnSecureToken: true }
    const { idToken } = await callIdentity(home.app, '/v1/accounts:signUp', given, 'https://evil.example')
    expect(decodeJwt(idToken)).not.toHaveProperty('azp')
  })

  test('the own origin is also known behind a proxy, and an opaque or overlong one is foreign', async () => {
    const url = 'http://localhost:8099'
    const proxied = await anApp(home.database, { SITE_URL: url })
    const person = await aPerson(home.database.db)
    const given = { email: person.email, password: PASSWORD, returnSecureToken: true }
    const viewerFrom = async (origin: string) => {
      const { idToken } = await callIdentity(proxied, '/v1/accounts:signInWithPassword', given, origin)
      expect(decodeJwt(idToken)).not.toHaveProperty('azp')
      return aBrowser(proxied).ask('GET /api/viewer', {}, { authorization: `Bearer ${idToken}` })
    }
    expect(await viewerFrom(url)).toMatchObject({ status: 200, body: { uid: person.uid } })
    for (const origin of ['null', `https://${'a.'.repeat(200)}example`])
      expect(await viewerFrom(origin)).toMatchObject({ status: 401, code: 'invalid-user-token' })
  })

  test('the token works at the service for account calls, but not for its own API', async () => {
    const { browser } = await newGuest()
    const idToken = await browser.token()
    expect(await callIdentity(home.app, '/v1/accounts:lookup', { idToken })).toMatchObject({ message: null })
    const authorization = `Bearer ${idToken}`
    const answer = await aBrowser(home.app).ask('GET /api/viewer', {}, { authorization })
    expect(answer).toMatchObject({ status: 401, code: 'invalid-user-token' })
  })

  test('the refresh token is no session cookie at the service', async () => {
    const { tokens } = await newGuest()
    const thief = aBrowser(home.app)
    thief.cookies.set('bramble_session', tokens.refreshToken)
    expect(await thief.viewer()).toBeNull()
    expect(await thief.ask('POST /api/session/token')).toMatchObject({ status: 401, code: 'invalid-refresh-token' })
    expect(thief.cookies.has('bramble_session')).toBe(false)
  })

  test('changing the password with such a token gives another one for the same site only', async () => {
    const { browser } = await newGuest()
    const given = { idToken: await browser.token(), password: 'another long password', returnSecureToken: true }
    const changed = await callIdentity(home.app, '/v1/accounts:update', given)
    expect(decodeJwt(changed.idToken)).toMatchObject({ azp: guest.app.url })
  })

  test('signing out ends both sessions, and neither token works again', async () => {
    const { browser, tokens } = await newGuest()
    const authorization = `Bearer ${await browser.token()}`
    expect((await browser.ask('POST /api/sign-out')).status).toBe(200)
    const read = () => aBrowser(guest.app).ask('GET /api/viewer', {}, { authorization })
    expect(await read()).toMatchObject({ code: 'user-token-expired' })
    const lookup = await callIdentity(home.app, '/v1/accounts:lookup', { idToken: authorization.slice(7) })
    expect(lookup.message).toBe('TOKEN_EXPIRED')
    expect(await signInAtGuest(tokens.refreshToken)).toMatchObject({ code: 'user-token-expired' })
  })

  describe('sessions that end here end at the service too', () => {
    async function aGuestWithTwoSessions() {
      const first = await newGuest()
      const given = { email: first.email, password: 'a good long password', returnSecureToken: true }
      const tokens = await callIdentity(home.app, '/v1/accounts:signInWithPassword', given, guest.app.url)
      await signInAtGuest(tokens.refreshToken)
      const { body } = await first.browser.ask('GET /api/account')
      return { ...first, other: body.sessions.find(({ current }) => !current)?.id ?? '' }
    }

    const active = (site: TestSite, uid: string) =>
      site.database.db.selectFrom('session').select('id').where('uid', '=', uid).where('endedAt', 'is', null).execute()
    const tokensFor = (uid: string) =>
      guest.database.db
        .selectFrom('serviceSession')
        .innerJoin('session', 'session.id', 'serviceSession.id')
        .select('session.id')
        .where('uid', '=', uid)
        .execute()

    test.each([
      ['one session', 'DELETE /api/account/sessions/{id}'],
      ['all other sessions', 'DELETE /api/account/sessions'],
    ] as const)('%s in the account settings, and the tokens are deleted', async (_which, key) => {
      const { browser, uid, other } = await aGuestWithTwoSessions()
      expect(await active(home, uid)).toHaveLength(2)
      expect(await browser.change(key, { params: { id: other } })).toMatchObject({ status: 200 })
      const left = await active(guest, uid)
      expect(left).toEqual([{ id: expect.not.stringMatching(other) }])
      expect(await active(home, uid)).toEqual(left)
      expect(await tokensFor(uid)).toEqual(left)
      expect(await browser.token()).toBeTruthy()
    })

    test('all sessions, by an operator', async () => {
      const { uid } = await aGuestWithTwoSessions()
      await signOutUser(guest.app.ctx, await findAccount(guest.app.ctx, uid))
      expect(await active(home, uid)).toEqual([])
      expect(await tokensFor(uid)).toEqual([])
    })
  })

  test('a session is started once: the same refresh token cannot start another', async () => {
    const { tokens } = await newGuest()
    expect(await signInAtGuest(tokens.refreshToken)).toMatchObject({ status: 401, code: 'user-token-expired' })
  })

  test('a sign-in that collides with another one can be tried again', async () => {
    const email = `taken-${Date.now()}@example.com`
    const given = { email, password: 'a good long password', returnSecureToken: true }
    const signUp = await callIdentity(home.app, '/v1/accounts:signUp', given, guest.app.url)
    const { db } = guest.database
    let signingIn: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      const at = new Date()
      const other = { uid: 'another', email, emailVerified: false, validSince: at, createdAt: at, lastSignInAt: at }
      await tx.insertInto('account').values(other).execute()
      signingIn = signInAtGuest(signUp.refreshToken)
      await untilLocksWait(db, 1)
    })
    expect(await signingIn).toMatchObject({ status: 409, code: 'maxretry' })
    const again = await callIdentity(home.app, '/v1/accounts:signInWithPassword', given, guest.app.url)
    expect(await signInAtGuest(again.refreshToken)).toMatchObject({ status: 200 })
  })

  test('an account that is disabled at the service is signed out here', async () => {
    const { browser, uid } = await newGuest()
    await home.database.db.updateTable('account').set({ disabledAt: new Date() }).where('uid', '=', uid).execute()
    expect(await browser.ask('POST /api/session/token')).toMatchObject({ status: 403, code: 'user-disabled' })
    expect(await browser.viewer()).toBeNull()
  })

  test('a session that ended at the service ends here, and one that is disabled here stays refused', async () => {
    const ended = await newGuest()
    await home.database.db.updateTable('session').set({ endedAt: new Date() }).where('uid', '=', ended.uid).execute()
    expect(await ended.browser.ask('POST /api/session/token')).toMatchObject({ code: 'user-token-expired' })
    const banned = await newGuest()
    const authorization = `Bearer ${await banned.browser.token()}`
    const { db } = guest.database
    await db.updateTable('account').set({ disabledAt: new Date() }).where('uid', '=', banned.uid).execute()
    expect(await banned.browser.ask('GET /api/viewer', {}, { authorization })).toMatchObject({ code: 'user-disabled' })
    const given = { email: banned.email, password: 'a good long password', returnSecureToken: true }
    const again = await callIdentity(home.app, '/v1/accounts:signInWithPassword', given, guest.app.url)
    expect(await signInAtGuest(again.refreshToken)).toMatchObject({ code: 'user-disabled' })
  })

  test('the address follows the account, and a verified one also moves to another account', async () => {
    const [first, second] = [await newGuest(), await newGuest()]
    const { db } = home.database
    await db.updateTable('account').set({ email: 'moved@example.com' }).where('uid', '=', first.uid).execute()
    await db.updateTable('account').set({ email: first.email }).where('uid', '=', second.uid).execute()
    await second.browser.token()
    const emailOf = async (uid: string) =>
      guest.database.db.selectFrom('account').select('email').where('uid', '=', uid).executeTakeFirst()
    expect(await emailOf(second.uid)).toEqual({ email: null })
    expect(await emailOf(first.uid)).toEqual({ email: first.email })
    await db.updateTable('account').set({ emailVerified: true }).where('uid', '=', second.uid).execute()
    await second.browser.token()
    expect(await emailOf(second.uid)).toEqual({ email: first.email })
    expect(await emailOf(first.uid)).toEqual({ email: null })
    await first.browser.token()
    expect(await emailOf(first.uid)).toEqual({ email: 'moved@example.com' })
  })

  test('credentials are neither checked nor changed here', async () => {
    const { browser, email } = await newGuest()
    const body = { email, password: 'a good long password' }
    expect(await browser.ask('POST /api/sign-in', { body })).toMatchObject({ code: 'operation-not-allowed' })
    expect(await browser.change('POST /api/account/password', { body: { password: 'x'.repeat(20) } })).toMatchObject({
      code: 'operation-not-allowed',
    })
    expect((await guest.app.get('/v1/accounts:signUp?key=any', { method: 'POST', body: '{}' })).status).toBe(405)
    expect((await browser.ask('GET /api/account')).body).toMatchObject({ email, passkeys: [], factors: [] })
    expect((await browser.ask('GET /api/sign-in')).body).toMatchObject({ password: true, service: `${home.app.url}/` })
    const page = await browser.visit('/user/account')
    expect(await page.text()).toContain('managed at')
    expect((await browser.change('DELETE /api/account')).body).toEqual({ deleted: true })
  })

  test('deleting the account here ends its sessions at the service, and does not delete it there', async () => {
    const { browser, uid } = await newGuest()
    expect((await browser.change('DELETE /api/account')).body).toEqual({ deleted: true })
    const { db } = home.database
    const sessions = await db.selectFrom('session').select('endedAt').where('uid', '=', uid).execute()
    expect(sessions).toEqual([{ endedAt: expect.any(Date) }])
    expect(await db.selectFrom('account').select('uid').where('uid', '=', uid).execute()).toEqual([{ uid }])
  })

  test('a service that cannot be reached signs no one out', async () => {
    const { browser } = await newGuest()
    const nowhere = `http://127.0.0.1:${await findFreePort()}`
    const alone = await anApp(guest.database, { IDENTITY_URL: nowhere })
    const there = aBrowser(alone)
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    expect(await there.ask('POST /api/session/token')).toMatchObject({ status: 503, code: 'unavailable' })
    expect(await there.viewer()).not.toBeNull()
    expect(await browser.token()).toBeTruthy()
  })

  test.each(['TOO_MANY_ATTEMPTS_TRY_LATER', 'OPERATION_NOT_ALLOWED', 'API key not valid.'])(
    'a service that answers %s signs no one out',
    async (message) => {
      const { browser } = await newGuest()
      const reply = JSON.stringify({ error: { code: 400, message } })
      const address = await aSiteServer((_request, response) => void response.writeHead(400).end(reply))
      const limited = aBrowser(await anApp(guest.database, { IDENTITY_URL: address }))
      for (const [name, value] of browser.cookies) limited.cookies.set(name, value)
      expect(await limited.ask('POST /api/session/token')).toMatchObject({ status: 503, code: 'unavailable' })
      expect(await browser.token()).toBeTruthy()
    },
  )
})
