import fc from 'fast-check'
import { signInWithEmailAndPassword } from 'firebase/auth'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { aClient, anEmail, mailTo, refusedWith } from '#test/firebase-client.ts'
import { dump, errorBody, post, postPaths, refresh, send, tokenPaths } from '#test/firebase-auth.ts'
import { PASSWORD, type TestPerson, aPerson } from '#test/people.ts'

let database: Database
let app: TestApp
let person: TestPerson
let idToken: string
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  person = await aPerson(database.db)
  const { user } = await signInWithEmailAndPassword(aClient(app), person.email, PASSWORD)
  idToken = await user.getIdToken()
})

const readable = expect.stringMatching(/^INVALID_REQUEST : /)

async function unchanged<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = await dump(database)
  const result = await work()
  expect(await dump(database)).toEqual(before)
  return result
}

describe('a malformed body', () => {
  test.each(['{"email":', 'email=a@b.example', '\u0000', '[1,2', "{'email': 1}"])('%j is refused', async (body) => {
    await unchanged(async () => {
      for (const path of postPaths) {
        const { status, text } = await send(app, path, body)
        expect({ path, status, body: JSON.parse(text) }).toEqual({ path, status: 400, body: errorBody(readable) })
      }
    })
  })

  test.each(['null', '[]', '"text"', '7', 'true'])('%s is refused because it is not an object', async (body) => {
    await unchanged(async () => {
      for (const path of [...postPaths, ...tokenPaths]) {
        const { status, text } = await send(app, path, body)
        expect({ path, status, body: JSON.parse(text) }).toEqual({ path, status: 400, body: errorBody(readable) })
      }
    })
  })

  test('a body that is too large is refused before it is parsed', async () => {
    await unchanged(async () => {
      for (const path of [...postPaths, ...tokenPaths]) {
        const { status, text } = await post(app, path, { filler: 'x'.repeat(70_000) })
        expect({ path, status, body: JSON.parse(text) }).toEqual({ path, status: 400, body: errorBody(readable) })
      }
    })
  })
})

describe('invalid fields', () => {
  const long = 'x'.repeat(20_000)
  test.each<[string, string, Record<string, unknown>]>([
    ['a number as the email address', 'v1/accounts:signUp', { email: 7, password: PASSWORD }],
    ['a list as the password', 'v1/accounts:signInWithPassword', { email: 'a@b.example', password: [PASSWORD] }],
    ['an object as the token', 'v1/accounts:lookup', { idToken: { toString: 'x' } }],
    ['a number as the code', 'v1/accounts:resetPassword', { oobCode: 7 }],
    ['an unknown request type', 'v1/accounts:sendOobCode', { requestType: 'SPAM', email: 'a@b.example' }],
    ['a missing request type', 'v1/accounts:sendOobCode', { email: 'a@b.example' }],
    ['a string instead of a list', 'v1/accounts:update', { idToken: 'x', deleteProvider: 'password' }],
    ['a string instead of an object', 'v2/accounts/mfaSignIn:finalize', { totpVerificationInfo: '123456' }],
    ['an email address that is too long', 'v1/accounts:signUp', { email: `${long}@b.example`, password: PASSWORD }],
    ['a token that is too long', 'v1/accounts:lookup', { idToken: long }],
    ['a code that is too long', 'v1/accounts:update', { oobCode: long }],
    ['a name that is too long', 'v1/accounts:update', { idToken: 'x', displayName: long }],
    ['a picture URL that is too long', 'v1/accounts:update', { idToken: 'x', photoUrl: `https://a.example/${long}` }],
    ['a picture with a javascript: URL', 'v1/accounts:update', { idToken: 'x', photoUrl: 'javascript:alert(1)' }],
    ['a provider response that is too long', 'v1/accounts:signInWithIdp', { postBody: long }],
    ['a factor id that is too long', 'v2/accounts/mfaEnrollment:withdraw', { idToken: 'x', mfaEnrollmentId: long }],
  ])('%s is refused', async (_what, path, body) => {
    await unchanged(async () => {
      for (const prefix of ['/', '/identitytoolkit.googleapis.com/']) {
        const { status, text } = await post(app, prefix + path, body)
        expect({ status, body: JSON.parse(text) }).toEqual({ status: 400, body: errorBody(readable) })
      }
    })
  })

  test.each<[string, string, Record<string, unknown>, string]>([
    ['a missing email address', 'v1/accounts:signInWithPassword', { password: PASSWORD }, 'MISSING_EMAIL'],
    ['a missing password', 'v1/accounts:signUp', { email: 'a@b.example' }, 'MISSING_PASSWORD'],
    [
      'an incomplete email address',
      'v1/accounts:signInWithPassword',
      { email: 'a@b', password: PASSWORD },
      'INVALID_EMAIL',
    ],
    ['an invalid identifier', 'v1/accounts:createAuthUri', { identifier: 'a b' }, 'INVALID_IDENTIFIER'],
    ['a missing continue URL', 'v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN' }, 'MISSING_CONTINUE_URI'],
    ['an unknown code', 'v1/accounts:update', { oobCode: 'x' }, 'INVALID_OOB_CODE'],
    ['an empty code', 'v1/accounts:resetPassword', {}, 'INVALID_OOB_CODE'],
    ['a missing token', 'v1/accounts:update', { displayName: 'x' }, 'INVALID_ID_TOKEN'],
    ['a missing pending sign-in', 'v2/accounts/mfaSignIn:finalize', {}, 'INVALID_CODE'],
    [
      'an unknown pending sign-in',
      'v2/accounts/mfaSignIn:finalize',
      { mfaPendingCredential: 'x', totpVerificationInfo: { verificationCode: '123456' } },
      'INVALID_MFA_PENDING_CREDENTIAL',
    ],
    ['a missing provider response', 'v1/accounts:signInWithIdp', {}, 'INVALID_IDP_RESPONSE'],
    [
      'an unknown provider',
      'v1/accounts:signInWithIdp',
      { postBody: '&id_token=x&providerId=oidc.nobody' },
      'OPERATION_NOT_ALLOWED',
    ],
  ])('%s is refused with its own code', async (_what, path, body, message) => {
    await unchanged(async () => {
      for (const prefix of ['/', '/identitytoolkit.googleapis.com/']) {
        const { status, text } = await post(app, prefix + path, body)
        expect({ status, body: JSON.parse(text) }).toEqual({ status: 400, body: errorBody(message) })
      }
    })
  })

  test('unknown fields are ignored, and JSON is parsed whatever its content type', async () => {
    const body = { email: person.email, password: PASSWORD, clientType: 'CLIENT_TYPE_WEB', tenantId: 'x', extra: [{}] }
    for (const type of ['application/json', 'text/plain;charset=UTF-8', 'application/x-unheard-of']) {
      expect((await send(app, '/v1/accounts:signInWithPassword', JSON.stringify(body), type)).status).toBe(200)
    }
  })
})

test('a call without an API key, or with the wrong one, is refused', async () => {
  const keyed = await anApp(database, { IDENTITY_API_KEY: 'the-key' })
  await unchanged(async () => {
    for (const path of [...postPaths, ...tokenPaths]) {
      for (const [on, query] of [
        [app, ''],
        [app, '?key='],
        [keyed, '?key=another'],
      ] as const) {
        const response = await on.get(path + query, { method: 'POST', body: '{}' })
        const expected = errorBody(expect.stringContaining('API key'), 403)
        expect([response.status, await response.json()]).toEqual([403, expected])
      }
    }
  })
  expect((await keyed.get('/v2/recaptchaConfig?key=the-key')).status).toBe(200)
  expect((await keyed.get('/v2/recaptchaConfig')).status).toBe(403)
})

describe('fields that a client cannot set', () => {
  const protectedFields = (localId: string) => ({
    emailVerified: true,
    customAttributes: '{"admin":true}',
    disableUser: true,
    disabled: true,
    localId,
    validSince: '1',
    createdAt: '1',
    passwordHash: 'x',
    mfaInfo: [],
    phoneNumber: '+441134960000',
  })

  test('are ignored in a profile update', async () => {
    const other = await aPerson(database.db)
    const mine = await aPerson(database.db)
    await database.db.updateTable('account').set({ emailVerified: false }).where('uid', '=', mine.uid).execute()
    const { user } = await signInWithEmailAndPassword(aClient(app), mine.email, PASSWORD)
    const before = await accountOf(mine.uid)
    const theirs = await accountOf(other.uid)
    const body = { idToken: await user.getIdToken(), displayName: 'Ada', ...protectedFields(other.uid) }
    const { status, text } = await post(app, '/v1/accounts:update', body)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ localId: mine.uid, displayName: 'Ada', emailVerified: false })
    expect(await accountOf(mine.uid)).toEqual({ ...before, displayName: 'Ada' })
    expect(await accountOf(other.uid)).toEqual(theirs)
    expect((await user.getIdTokenResult(true)).claims).not.toHaveProperty('admin')
  })

  test('are ignored in a sign-up', async () => {
    const email = anEmail()
    const { text } = await post(app, '/v1/accounts:signUp', { email, password: PASSWORD, ...protectedFields('chosen') })
    const { localId } = JSON.parse(text) as { localId: string }
    expect(localId).not.toBe('chosen')
    expect(await accountOf(localId)).toMatchObject({ emailVerified: false, disabledAt: null, phoneNumber: null })
  })

  const accountOf = (uid: string) =>
    database.db.selectFrom('account').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
})

test('a used code has no further effect', async () => {
  const { email } = await aPerson(database.db)
  const continueUrl = 'http://localhost:3000/'
  await post(app, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const reset = (await mailTo(database.db, email)).code
  await post(app, '/v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl })
  const signIn = (await mailTo(database.db, email)).code
  expect((await post(app, '/v1/accounts:signInWithEmailLink', { email, oobCode: signIn })).status).toBe(200)
  expect((await post(app, '/v1/accounts:resetPassword', { oobCode: reset, newPassword: PASSWORD })).status).toBe(200)
  await unchanged(async () => {
    for (const prefix of ['/', '/identitytoolkit.googleapis.com/']) {
      for (const [path, body] of [
        ['v1/accounts:signInWithEmailLink', { email, oobCode: signIn }],
        ['v1/accounts:resetPassword', { oobCode: reset, newPassword: 'yet another password' }],
        ['v1/accounts:resetPassword', { oobCode: reset }],
        ['v1/accounts:update', { oobCode: reset }],
        ['v1/accounts:update', { oobCode: signIn }],
      ] as const) {
        expect((await post(app, prefix + path, body)).message).toBe('INVALID_OOB_CODE')
      }
    }
  })
})

describe('pages of other origins', () => {
  test('can call the API: every path answers the preflight', async () => {
    const sent = ['content-type', 'x-client-version', 'x-firebase-gmpid', 'x-firebase-client', 'x-firebase-locale']
    const paths = [...postPaths, ...tokenPaths, '/v1/projects', '/v2/passwordPolicy', '/v2/recaptchaConfig']
    for (const path of paths) {
      const response = await app.get(`${path}?key=any`, {
        method: 'OPTIONS',
        headers: {
          'origin': 'https://app.stories.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': [...sent, 'x-firebase-appcheck'].join(', '),
        },
      })
      expect([path, response.status]).toEqual([path, 204])
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-methods')).toMatch(/GET.*POST/)
      const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? []
      expect(allowed).toEqual(expect.arrayContaining([...sent, 'x-firebase-appcheck']))
    }
  })

  test('may read every response, and none is cached', async () => {
    const answers = [
      await app.get('/v1/projects?key=any'),
      await app.get('/v1/projects'),
      await post(app, '/v1/accounts:lookup', { idToken }),
      await post(app, '/v1/accounts:lookup', { idToken: 'x' }),
      await send(app, '/v1/accounts:lookup', '{'),
      await post(app, '/v1/accounts:lookup', { idToken: 'x'.repeat(70_000) }),
      await refresh(app, { grant_type: 'refresh_token', refresh_token: 'x' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 400, 400, 400, 400])
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
  })
})

describe('the project configuration', () => {
  const get = async (path: string) => (await app.get(`${path}?key=any`)).json()

  test.each(['', '/identitytoolkit.googleapis.com'])('is served below %j', async (prefix) => {
    expect(await get(`${prefix}/v1/projects`)).toEqual({
      projectId: 'bramble',
      authorizedDomains: ['localhost', '127.0.0.1'],
    })
    expect(await get(`${prefix}/v2/recaptchaConfig`)).toEqual({
      recaptchaKey: 'projects/bramble/keys/none',
      recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' }],
    })
    expect(await get(`${prefix}/v2/passwordPolicy`)).toEqual({
      schemaVersion: 1,
      customStrengthOptions: {
        minPasswordLength: 6,
        maxPasswordLength: 4096,
        containsLowercaseCharacter: false,
        containsUppercaseCharacter: false,
        containsNumericCharacter: false,
        containsNonAlphanumericCharacter: false,
      },
      allowedNonAlphanumericCharacters: expect.arrayContaining(['!', '$', '_', '~']),
      enforcementState: 'ENFORCE',
      forceUpgradeOnSignin: false,
    })
  })

  test('is served at the root and below the base path', async () => {
    const below = await anApp(database, { BASE_URL: '/stories/' })
    for (const root of ['', '/stories', '/identitytoolkit.googleapis.com', '/stories/identitytoolkit.googleapis.com']) {
      expect((await below.get(`${root}/v1/projects?key=any`)).status).toBe(200)
    }
    expect((await below.get('/stories/.well-known/jwks.json')).status).toBe(200)
  })
})

test('only pages of an authorized domain may use the helper page', async () => {
  const open = (redirectUrl: string) =>
    app.get(`/__/auth/handler?apiKey=any&providerId=oidc.x&redirectUrl=${encodeURIComponent(redirectUrl)}`)
  const refused = await open('https://elsewhere.example/')
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('auth/unauthorized-domain')
  expect(await (await open('http://localhost:3000/')).text()).toContain('auth/operation-not-allowed')
})

test('a server error looks like a network failure, so clients stay signed in', async () => {
  const own = await aDatabase()
  const broken = await anApp(own)
  const owner = await aPerson(own.db)
  const auth = aClient(broken)
  const { user } = await signInWithEmailAndPassword(auth, owner.email, PASSWORD)
  await own.pool.query('alter table account rename to account_away')
  for (const { status, headers, text } of [
    await post(broken, '/v1/accounts:lookup', { idToken: await user.getIdToken() }),
    await post(broken, '/v1/accounts:signInWithPassword', { email: owner.email, password: PASSWORD }),
    await refresh(broken, { grant_type: 'refresh_token', refresh_token: user.refreshToken }),
  ]) {
    expect(status).toBe(503)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
    expect(text).not.toMatch(/account|relation|select/i)
  }
  await expect(user.reload()).rejects.toMatchObject(refusedWith('network-request-failed'))
  await expect(user.getIdToken(true)).rejects.toMatchObject(refusedWith('network-request-failed'))
  expect(auth.currentUser?.uid).toBe(owner.uid)
  await own.pool.query('alter table account_away rename to account')
  await user.reload()
})

test('no body causes a server error', async () => {
  const victim = await aPerson(database.db)
  const { user } = await signInWithEmailAndPassword(aClient(app), victim.email, PASSWORD)
  const token = await user.getIdToken()
  const names = ['idToken', 'email', 'password', 'displayName', 'photoUrl', 'oobCode', 'newPassword', 'newEmail']
  const more = ['requestType', 'continueUrl', 'identifier', 'continueUri', 'postBody', 'requestUri', 'sessionId']
  const nested = ['totpVerificationInfo', 'mfaPendingCredential', 'mfaEnrollmentId', 'verificationCode', 'sessionInfo']
  const others = ['deleteProvider', 'deleteAttribute', 'autoCreate', 'returnIdpCredential', '__proto__', 'tenantId']
  const types = ['PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']
  const known = [token, victim.email, PASSWORD, ...types, 'http://localhost:3000/', '&id_token=a.b.c&providerId=x', '']
  const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    anyText,
    fc.emailAddress(),
    fc.webUrl(),
    fc.jsonValue(),
  )
  const name = fc.constantFrom(...names, ...more, ...nested, ...others)
  const fields = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value)), { maxKeys: 8 })
  const body = fc.oneof({ weight: 6, arbitrary: fields }, fc.jsonValue())
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...postPaths, ...tokenPaths), body, async (path, given) => {
      const { status, message } = await post(app, path, given)
      expect([200, 400]).toContain(status)
      expect(message === null).toBe(status === 200)
    }),
    { numRuns: 150 },
  )
})
