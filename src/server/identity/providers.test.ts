import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from 'jose'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { type TestBrowser, aBrowser } from '#test/browser.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { type OidcServer, anOidcServer, signInAtProvider } from '#test/oidc-server.ts'
import { post } from '#test/firebase-auth.ts'
import { PASSWORD, type TestPerson, aPerson } from '#test/people.ts'

const clock = aClock()
let database: Database
let app: TestApp
let oidc: OidcServer
let talkative: OidcServer
beforeAll(async () => {
  database = await aDatabase()
  const port = await findFreePort()
  const siteUrl = `http://127.0.0.1:${port}`
  oidc = await anOidcServer({ siteUrl })
  talkative = await anOidcServer({ siteUrl, claimsInIdToken: true })
  const gone = { ...oidc.config('oidc.gone', 'Gone ID'), issuer: `http://127.0.0.1:${await findFreePort()}` }
  const providers = [oidc.config('oidc.test', 'Test ID'), talkative.config('oidc.talkative', 'Other ID'), gone]
  const env = {
    PORT: String(port),
    SITE_URL: siteUrl,
    IDENTITY_PROVIDERS: JSON.stringify(providers),
    AUTHORIZED_DOMAINS: 'app.example',
  }
  app = await anApp(database, env, clock.now)
})
afterAll(async () => {
  await oidc.close()
  await talkative.close()
})

let made = 0
const aLogin = () => `login-${(made += 1)}`

type AuthEvent = {
  type: string
  eventId: string
  urlResponse: string | null
  sessionId: string | null
  error: { code: string; message: string } | null
}

/** The data that a helper page passes to its script. */
async function delivered(response: Response, id = 'bramble-auth-event') {
  const html = await response.text()
  const json = new RegExp(`<script id="${id}" type="application/json">(.*)</script>`).exec(html)?.[1]
  return JSON.parse(json ?? 'null') as { authEvent: AuthEvent; redirectUrl: string; origins: string[] }
}

const startSignIn = (browser: TestBrowser, more: Record<string, string> = {}) => {
  const asked = {
    apiKey: 'any',
    authType: 'signInViaPopup',
    providerId: 'oidc.test',
    eventId: 'event-1',
    redirectUrl: `${app.url}/auth/newauth`,
    ...more,
  }
  return browser.visit(`/__/auth/handler?${new URLSearchParams(asked).toString()}`)
}

/** Signs in at the provider and returns. The result is what the opening window receives. */
async function visit(login: string, browser = aBrowser(app), providerId = 'oidc.test') {
  const there = await startSignIn(browser, { providerId })
  const callback = await signInAtProvider(browser, there.headers.get('location') ?? '', { login })
  const { authEvent } = await delivered(await browser.visit(callback))
  return { browser, requestUri: authEvent.urlResponse ?? '', sessionId: authEvent.sessionId ?? '' }
}

async function signIn(login: string, providerId?: string) {
  const { browser, ...body } = await visit(login, aBrowser(app), providerId)
  return { browser, ...(await browser.ask('POST /api/sign-in/provider', { body })) }
}

async function aSignedInPerson(): Promise<{ person: TestPerson; browser: TestBrowser }> {
  const person = await aPerson(database.db)
  const browser = aBrowser(app)
  await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
  return { person, browser }
}

const account = async (browser: TestBrowser) => (await browser.ask('GET /api/account')).body

describe('the redirect to the provider and back', () => {
  test('uses state, nonce and PKCE, and returns an event', async () => {
    const browser = aBrowser(app)
    const there = await startSignIn(browser)
    expect(there.status).toBe(302)
    expect(there.headers.get('cache-control')).toBe('no-store')
    expect(there.headers.get('set-cookie')).toMatch(
      /^bramble_visit_\w{8}=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    const address = new URL(there.headers.get('location') ?? '')
    expect(address.origin).toBe(oidc.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${app.url}/__/auth/handler`,
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      state: expect.any(String),
    })

    const callback = await signInAtProvider(browser, address.href, { login: aLogin() })
    const page = await browser.visit(callback)
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await delivered(page)).toEqual({
      redirectUrl: `${app.url}/auth/newauth`,
      origins: [app.url],
      authEvent: {
        type: 'signInViaPopup',
        eventId: 'event-1',
        urlResponse: callback,
        sessionId: expect.any(String),
        postBody: null,
        tenantId: null,
        error: null,
      },
    })
  })

  test('is refused at the callback in any other browser', async () => {
    const browser = aBrowser(app)
    const there = await startSignIn(browser)
    const callback = await signInAtProvider(browser, there.headers.get('location') ?? '', { login: aLogin() })
    const elsewhere = await aBrowser(app).visit(callback)
    expect(elsewhere.status).toBe(400)
    expect((await delivered(elsewhere)).authEvent).toMatchObject({
      urlResponse: null,
      sessionId: null,
      error: { code: 'auth/invalid-credential' },
    })
    expect((await delivered(await browser.visit(callback))).authEvent.error).toBeNull()
  })

  test('reports to the opener that the user cancelled', async () => {
    const browser = aBrowser(app)
    const there = await startSignIn(browser, { eventId: 'event-2' })
    const callback = await signInAtProvider(browser, there.headers.get('location') ?? '', 'cancel')
    expect(new URL(callback).searchParams.get('error')).toBe('access_denied')
    expect((await delivered(await browser.visit(callback))).authEvent).toMatchObject({
      eventId: 'event-2',
      urlResponse: null,
      error: { code: 'auth/user-cancelled' },
    })
  })

  test('does not start for a page of an unauthorized domain', async () => {
    for (const redirectUrl of [
      'https://evil.example/',
      'https://app.example.evil.example/',
      'javascript:alert(1)',
      '',
    ]) {
      const refused = await startSignIn(aBrowser(app), { redirectUrl })
      expect(refused.status, redirectUrl).toBe(403)
      expect(await delivered(refused)).toMatchObject({
        redirectUrl: '',
        authEvent: { error: { code: 'auth/unauthorized-domain' } },
      })
    }
    expect((await startSignIn(aBrowser(app), { redirectUrl: 'https://www.app.example/page' })).status).toBe(302)
  })

  test('does not start for an unknown or unreachable provider', async () => {
    const unknown = await delivered(await startSignIn(aBrowser(app), { providerId: 'google.com' }))
    expect(unknown.authEvent.error?.code).toBe('auth/operation-not-allowed')
    const gone = await delivered(await startSignIn(aBrowser(app), { providerId: 'oidc.gone' }))
    expect(gone.authEvent.error?.code).toBe('auth/network-request-failed')
  })

  test('cannot inject markup into the page', async () => {
    const page = await startSignIn(aBrowser(app), {
      providerId: 'unknown',
      eventId: '</script><script>alert(1)</script>',
    })
    expect(await page.text()).not.toContain('<script>alert')
  })
})

describe('signing in with a provider', () => {
  test('creates an account the first time and finds it the next', async () => {
    const login = aLogin()
    const first = await signIn(login)
    expect(first.body).toMatchObject({ isNew: true, viewer: { name: login, welcomed: false } })
    expect(await account(first.browser)).toMatchObject({
      email: `${login}@id.example`,
      emailVerified: true,
      hasPassword: false,
      providers: [{ id: 'oidc.test', name: 'Test ID', email: `${login}@id.example` }],
    })
    const { body } = await first.browser.ask('POST /api/session/token')
    expect(body.account).toMatchObject({
      isAnonymous: false,
      providers: [{ providerId: 'oidc.test', uid: login, displayName: login }],
    })
    expect((await signIn(login)).body).toMatchObject({ isNew: false, viewer: { id: first.body.viewer.id } })
  })

  test('uses the claims of the ID token if it has them', async () => {
    const login = aLogin()
    talkative.people.set(login, { email: `${login}@Id.Example`, email_verified: true, name: 'Talkative' })
    const { body, browser } = await signIn(login, 'oidc.talkative')
    expect(body.viewer.name).toBe('Talkative')
    expect((await account(browser)).email).toBe(`${login}@id.example`)
  })

  test('works without an email address', async () => {
    const login = aLogin()
    oidc.people.set(login, { name: 'Nameless' })
    const { body, browser } = await signIn(login)
    expect(body.isNew).toBe(true)
    expect(await account(browser)).toMatchObject({ email: null, emailVerified: false })
  })

  test('links to the account with the same confirmed address if the provider has verified it', async () => {
    const person = await aPerson(database.db)
    const login = aLogin()
    oidc.people.set(login, { email: person.email, email_verified: true })
    const { body, browser } = await signIn(login)
    expect(body).toMatchObject({ isNew: false, viewer: { id: person.id, name: person.name } })
    expect(await account(browser)).toMatchObject({ hasPassword: true, providers: [{ id: 'oidc.test' }] })
  })

  test('removes an unconfirmed password when it confirms the address', async () => {
    const email = 'hijacked@example.com'
    const mallory = aBrowser(app)
    await mallory.ask('POST /api/sign-up', { body: { email, password: PASSWORD, name: 'Mallory' } })
    const login = aLogin()
    oidc.people.set(login, { email, email_verified: true, name: 'The owner' })
    const { browser } = await signIn(login)
    expect(await account(browser)).toMatchObject({ email, emailVerified: true, hasPassword: false })
    expect(await mallory.viewer()).toBeNull()
    const again = await aBrowser(app).ask('POST /api/sign-in', { body: { email, password: PASSWORD } })
    expect(again.code).toBe('invalid-credential')
  })

  test('does not link to an account if the provider has not verified the address', async () => {
    const person = await aPerson(database.db)
    const login = aLogin()
    oidc.people.set(login, { email: person.email, email_verified: false })
    const refused = await signIn(login)
    expect(refused).toMatchObject({
      status: 400,
      code: 'account-exists-with-different-credential',
      details: { email: person.email },
    })
    expect(refused.browser.cookies.has('bramble_session')).toBe(false)
  })

  test('accepts a response once, and only with the secret of the window that started it', async () => {
    const { browser, requestUri, sessionId } = await visit(aLogin())
    const submit = (body: object) => browser.ask('POST /api/sign-in/provider', { body })
    expect(await submit({ requestUri, sessionId: 'guessed' })).toMatchObject({ code: 'invalid-credential' })
    expect(await submit({ requestUri: 'no address', sessionId })).toMatchObject({ code: 'invalid-credential' })
    const right = await submit({ requestUri, sessionId })
    expect(right.status).toBe(200)
    expect(await submit({ requestUri, sessionId })).toMatchObject({ status: 400, code: 'invalid-credential' })
  })

  test('refuses a response that is late or belongs to another sign-in', async () => {
    const [first, second] = [await visit(aLogin()), await visit(aLogin())]
    const mixed = new URL(first.requestUri)
    mixed.searchParams.set('code', new URL(second.requestUri).searchParams.get('code') ?? '')
    const submit = ({ requestUri, sessionId }: { requestUri: string; sessionId: string }) =>
      aBrowser(app).ask('POST /api/sign-in/provider', { body: { requestUri, sessionId } })
    expect(await submit({ ...first, requestUri: mixed.href })).toMatchObject({ code: 'invalid-credential' })
    const late = await visit(aLogin())
    clock.pass(10 * MINUTE_MS)
    expect(await submit(late)).toMatchObject({ code: 'invalid-credential' })
  })

  test('requires the second factor of the account', async () => {
    const login = aLogin()
    const { body } = await signIn(login)
    await database.db
      .insertInto('secondFactor')
      .values({ id: 'B'.repeat(20), uid: body.viewer.uid, name: 'Phone', secret: 'AAAA', enrolledAt: new Date() })
      .execute()
    expect(await signIn(login)).toMatchObject({ status: 401, code: 'multi-factor-auth-required' })
  })
})

describe('linking a provider', () => {
  const link = async (browser: TestBrowser, login: string) => {
    const { requestUri, sessionId } = await visit(login, browser)
    return browser.change('POST /api/account/providers', { body: { requestUri, sessionId } })
  }

  test('adds a sign-in method to the account', async () => {
    const { person, browser } = await aSignedInPerson()
    const login = aLogin()
    expect((await link(browser, login)).body).toMatchObject({
      email: person.email,
      hasPassword: true,
      providers: [{ id: 'oidc.test', email: `${login}@id.example` }],
      sessions: [{ current: true }],
    })
    expect((await browser.viewer())?.id).toBe(person.id)
    expect((await signIn(login)).body).toMatchObject({ isNew: false, viewer: { id: person.id } })
    const params = { id: 'oidc.test' }
    expect((await browser.change('DELETE /api/account/providers/{id}', { params })).body.providers).toEqual([])
    oidc.people.set(login, { name: 'On their own' })
    expect((await signIn(login)).body.isNew).toBe(true)
  })

  test('is refused if another account uses it, or this one has another of the same provider', async () => {
    const taken = aLogin()
    await signIn(taken)
    const { browser } = await aSignedInPerson()
    expect(await link(browser, taken)).toMatchObject({ status: 400, code: 'credential-already-in-use' })
    browser.cookies.delete('_session')
    await link(browser, aLogin())
    browser.cookies.delete('_session')
    expect(await link(browser, aLogin())).toMatchObject({ code: 'credential-already-in-use' })
    expect((await account(browser)).providers).toHaveLength(1)
  })
})

describe('in the Firebase-compatible API', () => {
  const call = async (body: object) => {
    const response = await app.get('/v1/accounts:signInWithIdp?key=any', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requestUri: 'http://localhost', returnSecureToken: true, ...body }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const withToken = (idToken: string, more: Record<string, string> = {}, body: object = {}) =>
    call({
      postBody: `&${new URLSearchParams({ id_token: idToken, providerId: 'oidc.test', ...more }).toString()}`,
      ...body,
    })
  const refused = (message: string) => ({ status: 400, body: { error: { message } } })

  test('the response of a popup signs in once', async () => {
    const login = aLogin()
    const { requestUri, sessionId } = await visit(login)
    const asked = { requestUri, sessionId, returnIdpCredential: true }
    const { status, body } = await call(asked)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      providerId: 'oidc.test',
      federatedId: login,
      email: `${login}@id.example`,
      emailVerified: true,
      isNewUser: true,
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
      oauthIdToken: expect.any(String),
      oauthAccessToken: expect.any(String),
    })
    expect(JSON.parse(String(body['rawUserInfo']))).toMatchObject({ sub: login })
    expect(body).not.toHaveProperty('needConfirmation')
    expect(await call(asked)).toMatchObject(refused('INVALID_IDP_RESPONSE'))
    expect(await call({ ...asked, sessionId: 'guessed' })).toMatchObject(refused('INVALID_IDP_RESPONSE'))
  })

  test('revoking the access token of a linked provider ends it at the provider', async () => {
    const { requestUri, sessionId } = await visit(aLogin())
    const { body } = await call({ requestUri, sessionId, returnIdpCredential: true })
    const token = String(body['oauthAccessToken'])
    const headers = { authorization: `Bearer ${token}` }
    const profile = () => fetch(`${oidc.issuer}/me`, { headers })
    expect((await profile()).status).toBe(200)
    const given = { providerId: 'oidc.test', tokenType: 'ACCESS_TOKEN', token, idToken: body['idToken'] }
    expect(await post(app, '/v2/accounts:revokeToken', given)).toMatchObject({ status: 200, text: '{}' })
    expect((await profile()).status).toBe(401)
    const other = await post(app, '/v2/accounts:revokeToken', { ...given, providerId: 'oidc.talkative' })
    expect(other.message).toBe('OPERATION_NOT_ALLOWED')
  })

  test('an ID token obtained by the client signs in, with the hash of its nonce', async () => {
    const sub = aLogin()
    const nonce = 'only the client knows'
    const hashed = createHash('sha256').update(nonce).digest('hex')
    const first = await withToken(await oidc.idToken({ sub, nonce: hashed, name: 'Client' }), { nonce })
    expect(first.body).toMatchObject({ isNewUser: true, displayName: 'Client', federatedId: sub })
    // An unhashed nonce could be read from the token.
    const open = await withToken(await oidc.idToken({ sub, nonce }), { nonce })
    expect(open).toMatchObject(refused('MISSING_OR_INVALID_NONCE'))
    const second = await withToken(await oidc.idToken({ sub, nonce: hashed }), { nonce })
    expect(second.body).toMatchObject({ isNewUser: false, localId: first.body['localId'] })
    expect((await withToken(await oidc.idToken({ sub }))).status).toBe(200)
  })

  test('a token with another nonce, or without its nonce, is refused', async () => {
    const idToken = await oidc.idToken({ sub: aLogin(), nonce: 'right' })
    expect(await withToken(idToken, { nonce: 'wrong' })).toMatchObject(refused('MISSING_OR_INVALID_NONCE'))
    expect(await withToken(idToken)).toMatchObject(refused('MISSING_OR_INVALID_NONCE'))
  })

  test('a token that is forged, expired, or from or for another party is refused', async () => {
    const sub = aLogin()
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const publicText = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)))
    const symmetric = new SignJWT({ iss: oidc.issuer, aud: 'bramble-test', sub, iat: 1, exp: 9_999_999_999 })
    const bad = [
      await oidc.idToken({ sub }, privateKey),
      await oidc.idToken({ sub, aud: 'another-client' }),
      await oidc.idToken({ sub, iss: 'https://evil.example' }),
      await oidc.idToken({ sub, exp: 1000 }),
      await oidc.idToken({ sub, exp: undefined }),
      await oidc.idToken({ sub: '' }),
      await symmetric.setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(publicText),
      new UnsecuredJWT({ iss: oidc.issuer, aud: 'bramble-test', sub, iat: 1, exp: 9_999_999_999 }).encode(),
      'rubbish',
    ]
    for (const idToken of bad) expect(await withToken(idToken)).toMatchObject(refused('INVALID_IDP_RESPONSE'))
    const right = await oidc.idToken({ sub })
    expect(await withToken(right, { providerId: 'oidc.unknown' })).toMatchObject(refused('OPERATION_NOT_ALLOWED'))
    expect(await withToken(right, { providerId: 'oidc.talkative' })).toMatchObject(refused('INVALID_IDP_RESPONSE'))
    expect((await withToken(right)).body['isNewUser']).toBe(true)
  })

  test('an unverified address of another account needs confirmation', async () => {
    const person = await aPerson(database.db)
    const idToken = await oidc.idToken({ sub: aLogin(), email: person.email, email_verified: false })
    const { status, body } = await withToken(idToken)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      needConfirmation: true,
      email: person.email,
      localId: person.uid,
      verifiedProvider: ['password'],
      oauthIdToken: idToken,
    })
    expect(body).not.toHaveProperty('idToken')
  })

  test('a provider account linked elsewhere is refused, with the credential if requested', async () => {
    const sub = aLogin()
    const token = await oidc.idToken({ sub })
    await withToken(token)
    const { browser } = await aSignedInPerson()
    const idToken = await browser.token()
    expect(await withToken(token, {}, { idToken })).toMatchObject(refused('FEDERATED_USER_ID_ALREADY_LINKED'))
    expect(await withToken(token, {}, { idToken, returnIdpCredential: true })).toMatchObject({
      status: 200,
      body: { errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED', oauthIdToken: token },
    })
  })
})

describe('the helper frame', () => {
  const frame = (referer?: string) => app.get('/__/auth/iframe', { headers: referer ? { referer } : {} })

  test('can be embedded in pages of authorized domains', async () => {
    const response = await frame('https://www.app.example/some/page')
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://www.app.example")
    expect((await delivered(response, 'bramble-auth-frame')).origins).toEqual(['https://www.app.example'])
  })

  test('cannot be embedded elsewhere', async () => {
    for (const referer of [undefined, 'https://evil.example/', 'https://app.example.evil.example/', 'rubbish']) {
      const response = await frame(referer)
      expect(response.headers.get('x-frame-options'), referer).toBe('SAMEORIGIN')
      expect(response.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'(;|$)/)
      expect((await delivered(response, 'bramble-auth-frame')).origins).toEqual([app.url])
    }
  })
})

test('the sign-in methods list the providers without their secrets', async () => {
  const { body } = await aBrowser(app).ask('GET /api/sign-in')
  expect(body.providers).toEqual([
    { id: 'oidc.test', name: 'Test ID' },
    { id: 'oidc.talkative', name: 'Other ID' },
    { id: 'oidc.gone', name: 'Gone ID' },
  ])
})
