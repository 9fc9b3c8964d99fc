import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECOND_MS } from '#contract/constants.ts'
import { type SignInSettings } from '#contract/identity/sign-in-settings.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { atEnd } from '#test/at-end.ts'
import { type TestBrowser, aBrowser } from '#test/browser.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { type OidcServer, anOidcServer, signInAtProvider } from '#test/oidc-server.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { testVault } from '#test/vault.ts'
import { readSignIn } from './sign-in-settings.ts'

const SECRET = 'a secret between two servers'
let database: Database
let app: TestApp
let other: TestApp
let oidc: OidcServer
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  oidc = await anOidcServer({ siteUrl: url })
  atEnd(() => oidc.close())
  const env = { SITE_URL: url, OUTSIDE_PRIVATE: '1' }
  app = await anApp(database, { ...env, PORT: String(port) })
  const second = openDatabase(database.url, { log: testLog })
  atEnd(() => second.close())
  other = await anApp(second, env)
  admin = await aPerson(database.db, 'admin')
  call = await clientOf(app, admin)
})

beforeEach(async () => {
  await database.db.deleteFrom('identityProvider').execute()
  await save({ methods: ['password', 'email-link', 'anonymous', 'passkey'], domains: [] })
})

const provider = (change: Record<string, unknown> = {}) => {
  const { id, name, issuer, clientId } = oidc.config('oidc.test', 'Test ID')
  const fields = { scopes: ['openid', 'email', 'profile'], rawNonce: false, enabled: true, clientSecret: SECRET }
  return { id, name, issuer, clientId, ...fields, ...change }
}
/** Without the id, as a change of a provider is sent. */
const changeOf = (change: Record<string, unknown> = {}) => {
  const { id: _, ...fields } = provider(change)
  return fields
}

async function current() {
  return (await call('GET /api/admin/sign-in-settings')).body as unknown as SignInSettings
}

async function save(change: Record<string, unknown>) {
  const { methods, domains, version } = await current()
  return call('PUT /api/admin/sign-in-settings', { methods, domains, version, ...change })
}

const offered = async (of: TestApp) => (await (await of.get('/api/sign-in')).json()) as Record<string, unknown>

/** From the sign-in page through the provider and back. */
async function signIn(browser: TestBrowser, login: string) {
  const start = await browser.visit(
    `${app.url}/__/auth/handler?providerId=oidc.test&authType=signInViaPopup&eventId=e&redirectUrl=${app.url}/`,
  )
  const back = await signInAtProvider(browser, start.headers.get('location') ?? '', { login })
  const page = await (await browser.visit(back)).text()
  const sessionId = /"sessionId":"([^"]+)"/.exec(page)?.[1] ?? ''
  return browser.ask('POST /api/sign-in/provider', { body: { requestUri: back, sessionId } })
}

describe('providers', () => {
  test('a provider that is added is offered by every process within a second, and signs people in', async () => {
    expect((await offered(other))['providers']).toEqual([])
    const added = await call('POST /api/admin/identity-providers', provider())
    expect(added.status).toBe(200)
    expect(added.body['redirectUrl']).toBe(`${app.url}/__/auth/handler`)
    await expect
      .poll(async () => (await offered(other))['providers'], { timeout: SECOND_MS, interval: 20 })
      .toEqual([{ id: 'oidc.test', name: 'Test ID' }])
    const signedIn = await signIn(aBrowser(app), 'grace')
    expect(signedIn.status).toBe(200)
    // A Firebase client with an ID token of the same person.
    const postBody = `id_token=${await oidc.idToken({ sub: 'grace' })}&providerId=oidc.test`
    const firebase = await fetch(`${other.url}/v1/accounts:signInWithIdp?key=x`, {
      method: 'POST',
      body: JSON.stringify({ postBody, requestUri: app.url, returnSecureToken: true }),
    })
    expect(await firebase.json()).toMatchObject({ email: 'grace@id.example', providerId: 'oidc.test' })
    expect((await current()).providers).toMatchObject([{ id: 'oidc.test', accounts: 1, source: 'settings' }])

    const { version } = (await current()).providers[0] ?? { version: 0 }
    await call('PUT /api/admin/identity-providers/oidc.test', { ...changeOf({ enabled: false }), version })
    await expect.poll(async () => (await offered(other))['providers'], { timeout: SECOND_MS, interval: 20 }).toEqual([])
    const removed = await call('DELETE /api/admin/identity-providers/oidc.test')
    expect(removed.body['providers']).toEqual([])
    // The links stay: added again, the person has the same account.
    await call('POST /api/admin/identity-providers', provider())
    expect((await current()).providers).toMatchObject([{ accounts: 1 }])
  })

  test('the secret is encrypted, never returned or audited, and not sent to another issuer', async () => {
    await call('POST /api/admin/identity-providers', provider())
    const stored = await database.db.selectFrom('identityProviderSecret').selectAll().execute()
    expect(stored).toEqual([{ id: 'oidc.test', clientSecret: expect.stringMatching(/^sealed:/) }])
    const read = async () => (await readSignIn({ db: database.db, vault: testVault })).providers[0]?.clientSecret
    const change = (fields: Record<string, unknown>, version: number) =>
      call('PUT /api/admin/identity-providers/oidc.test', { ...changeOf(fields), version })
    expect((await change({ clientSecret: '', name: 'Renamed' }, 1)).status).toBe(200)
    expect(await read()).toBe(SECRET)
    const moved = await change({ clientSecret: '', issuer: 'https://evil.example' }, 2)
    expect(moved.body.error).toMatchObject({ details: { issues: [{ path: ['body', 'clientSecret'] }] } })
    const entries = await database.db
      .selectFrom('auditEntry')
      .select(['action', 'before', 'after'])
      .where('action', 'like', 'identity-provider.%')
      .execute()
    expect(JSON.stringify([await current(), entries])).not.toContain(SECRET)
    expect(entries.at(-1)).toMatchObject({ before: { name: 'Test ID' }, after: { name: 'Renamed' } })
    await change({ clientSecret: null }, 2)
    expect(await read()).toBeNull()
  })

  test('of two admins, the second is refused with the values of the first', async () => {
    await call('POST /api/admin/identity-providers', provider())
    await call('PUT /api/admin/identity-providers/oidc.test', { ...changeOf({ name: 'First' }), version: 1 })
    const late = await call('PUT /api/admin/identity-providers/oidc.test', {
      ...changeOf({ name: 'Second' }),
      version: 1,
    })
    expect(late.status).toBe(409)
    expect(late.body.error).toMatchObject({ details: { current: { providers: [{ name: 'First', version: 2 }] } } })
    const twice = await call('POST /api/admin/identity-providers', provider())
    expect(twice.body.error).toMatchObject({ details: { issues: [{ path: ['body', 'id'] }] } })
  })

  test('providers are offered in the order that was chosen', async () => {
    await call('POST /api/admin/identity-providers', provider())
    await call('POST /api/admin/identity-providers', provider({ id: 'oidc.second', name: 'Second' }))
    const order = (ids: string[]) => call('PUT /api/admin/identity-provider-order', { ids })
    expect((await order(['oidc.second', 'oidc.test'])).status).toBe(200)
    expect((await offered(app))['providers']).toMatchObject([{ id: 'oidc.second' }, { id: 'oidc.test' }])
    expect((await order(['oidc.second'])).status).toBe(409)
  })

  test('providers of the environment come first, cannot be changed, and win over one with the same ID', async () => {
    const fresh = await aDatabase()
    const given = [{ id: 'oidc.env', name: 'Env', issuer: 'https://id.example', clientId: 'c', clientSecret: SECRET }]
    const fixed = await anApp(fresh, {
      IDENTITY_PROVIDERS: JSON.stringify(given),
      SIGN_IN_METHODS: 'password',
      AUTHORIZED_DOMAINS: 'app.example',
    })
    const ask = await clientOf(fixed, await aPerson(fresh.db, 'admin'))
    await fresh.db
      .insertInto('identityProvider')
      .values({
        id: 'oidc.env',
        name: 'Own',
        issuer: 'https://x.example',
        clientId: 'c',
        scopes: ['openid'],
        position: 1,
      })
      .execute()
    const shown = await ask('GET /api/admin/sign-in-settings')
    expect(shown.body).toMatchObject({
      setBy: { methods: 'SIGN_IN_METHODS', domains: 'AUTHORIZED_DOMAINS' },
      methods: ['password'],
      providers: [
        { name: 'Env', source: 'environment', clientSecret: { set: true } },
        { name: 'Own', source: 'settings', overridden: true },
      ],
    })
    expect(JSON.stringify(shown.body)).not.toContain(SECRET)
    const change = (fields: object) =>
      ask('PUT /api/admin/sign-in-settings', { methods: ['password'], domains: [], version: 1, ...fields })
    expect((await change({ methods: ['password', 'passkey'] })).status).toBe(403)
    expect((await change({ domains: ['other.example'] })).status).toBe(403)
    expect((await offered(fixed))['providers']).toEqual([{ id: 'oidc.env', name: 'Env' }])
  })

  test('a private address is refused, and never requested', async () => {
    const fresh = await aDatabase()
    // One that was stored anyway, such as by a restored backup, is not requested either.
    await fresh.db
      .insertInto('identityProvider')
      .values({ id: 'oidc.in', name: 'In', issuer: oidc.issuer, clientId: 'c', scopes: ['openid'], position: 1 })
      .execute()
    const guarded = await anApp(fresh, { SITE_URL: 'http://localhost:3000' })
    const ask = await clientOf(guarded, await aPerson(fresh.db, 'admin'))
    for (const issuer of ['https://127.0.0.1', 'https://10.0.0.1', 'https://id.example:22', 'http://id.example']) {
      const added = await ask('POST /api/admin/identity-providers', provider({ issuer }))
      expect(added.body.error).toMatchObject({ details: { issues: [{ path: ['body', 'issuer'] }] } })
    }
    const checked = await ask('POST /api/admin/identity-providers/check', { issuer: oidc.issuer })
    expect(checked.body).toMatchObject({ ok: false, steps: [{ step: 'discovery', ok: false }, {}, {}, {}] })
    const page = await guarded.get(
      '/__/auth/handler?providerId=oidc.in&authType=signInViaPopup&eventId=e&redirectUrl=http://localhost:3000/',
    )
    expect(await page.text()).toContain('network-request-failed')
  })
})

test('a check loads the discovery document and the keys, and says what is wrong', async () => {
  const check = async (issuer: string) =>
    (await call('POST /api/admin/identity-providers/check', { issuer })).body as { ok: boolean; steps: object[] }
  expect(await check(oidc.issuer)).toMatchObject({
    ok: true,
    steps: [
      { step: 'discovery', ok: true },
      { step: 'issuer', found: oidc.issuer },
      { step: 'endpoints', ok: true },
      { step: 'keys', found: '1 signing key' },
    ],
  })
  // Another name for the same server.
  const alias = await check(oidc.issuer.replace('127.0.0.1', 'localhost'))
  expect(alias.steps[1]).toMatchObject({ ok: false, found: expect.stringContaining(oidc.issuer) })
  expect(alias.steps[2]).toMatchObject({ ok: null })
  const missing = await check(`${oidc.issuer}/nothing`)
  expect(missing.steps[0]).toMatchObject({ ok: false, found: expect.stringContaining('status 404') })
})

describe('methods and domains', () => {
  test('a method that is turned off is refused by every process within a second', async () => {
    expect((await save({ methods: ['password', 'passkey'] })).status).toBe(200)
    await expect.poll(async () => (await offered(other))['emailLink'], { timeout: SECOND_MS, interval: 20 }).toBe(false)
    const anonymous = await fetch(`${other.url}/v1/accounts:signUp?key=x`, { method: 'POST', body: '{}' })
    expect(anonymous.status).toBe(400)
    expect((await save({ methods: [] })).body.error).toMatchObject({ code: 'admin-restricted-operation' })
  })

  test('an admin must stay able to sign in, by a linked provider too', async () => {
    expect((await save({ methods: ['email-link'] })).body.error).toMatchObject({ details: { reason: 'lockout' } })
    await call('POST /api/admin/identity-providers', provider())
    await database.db
      .insertInto('accountProvider')
      .values({ providerId: 'oidc.test', rawId: 'admin', uid: admin.uid, linkedAt: new Date() })
      .execute()
    expect((await save({ methods: ['email-link'] })).status).toBe(200)
    const off = { ...changeOf({ enabled: false }), version: 1 }
    expect((await call('PUT /api/admin/identity-providers/oidc.test', off)).status).toBe(400)
    expect((await call('DELETE /api/admin/identity-providers/oidc.test')).status).toBe(400)
    expect((await current()).providers).toMatchObject([{ enabled: true }])
    expect((await save({ methods: ['password'] })).status).toBe(200)
    expect((await call('DELETE /api/admin/identity-providers/oidc.test')).status).toBe(200)
  })

  test('a change that helps is not refused while no admin can sign in', async () => {
    await database.db.updateTable('account').set({ passwordHash: null }).where('uid', '=', admin.uid).execute()
    expect((await save({ methods: ['password', 'passkey'] })).status).toBe(200)
    expect((await call('POST /api/admin/identity-providers', provider())).status).toBe(200)
  })

  test('authorized domains are added to the domains of the site', async () => {
    expect((await save({ domains: ['com'] })).status).toBe(400)
    expect((await save({ domains: ['App.example', 'app.example', 'https://x.example'] })).status).toBe(400)
    const saved = await save({ domains: ['App.example', 'app.example', 'localhost'] })
    expect(saved.body).toMatchObject({ domains: ['app.example'], ownDomains: ['127.0.0.1', 'localhost'] })
    const config = await fetch(`${app.url}/v1/projects?key=x`)
    expect(await config.json()).toMatchObject({ authorizedDomains: ['127.0.0.1', 'localhost', 'app.example'] })
  })

  test('of two admins, the second is refused with the values of the first', async () => {
    const { version } = await current()
    await save({ domains: ['first.example'] })
    const late = await call('PUT /api/admin/sign-in-settings', { methods: ['password'], domains: [], version })
    expect(late.body.error).toMatchObject({
      code: 'version-conflict',
      details: { current: { domains: ['first.example'] } },
    })
  })
})
