import {
  type JWK,
  SignJWT,
  UnsecuredJWT,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  generateKeyPair,
  importJWK,
  jwtVerify,
} from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/constants.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { setUserDisabled, findAccount, signOutUser } from '#server/identity/manage-users.ts'
import type { Database } from '#server/platform/db.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { dump, errorBody, post, refresh, tokenPaths } from '#test/firebase-auth.ts'
import { PASSWORD, aPerson, aSession } from '#test/people.ts'
import { testVault } from '#test/vault.ts'

const clock = aClock()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, clock.now)
  await app.ctx.tokens.ready()
})

async function aSignedInUser() {
  const person = await aPerson(database.db)
  const { bearer, refreshToken, session } = await aSession(database.db, person, app.ctx)
  return { ...person, idToken: bearer.slice('Bearer '.length), refreshToken, sessionId: session.id }
}

async function ownKey() {
  const [key] = await database.db.selectFrom('signingKey').selectAll().orderBy('createdAt', 'desc').execute()
  if (!key) throw new Error('There is no key')
  return {
    kid: key.id,
    sign: await importJWK(
      JSON.parse(testVault.open(placeOf('signing_key.private_jwk', key.id), key.privateJwk)) as JWK,
      'RS256',
    ),
    verify: await importJWK(key.publicJwk, 'RS256'),
  }
}

/** The same token with other claims, signed with the real key. */
async function resigned(idToken: string, changes: Record<string, unknown>) {
  const { kid, sign } = await ownKey()
  const claims = { ...decodeJwt(idToken), ...changes }
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(sign)
}

const fakes: [string, (idToken: string) => Promise<string> | string, string][] = [
  ['a malformed token', () => 'rubbish', 'INVALID_ID_TOKEN'],
  ['an empty token', () => '', 'INVALID_ID_TOKEN'],
  ['a token with another signature', (idToken) => `${idToken.slice(0, -6)}AAAAAA`, 'INVALID_ID_TOKEN'],
  ['a token without a signature', (idToken) => idToken.replace(/[^.]+$/, ''), 'INVALID_ID_TOKEN'],
  ['a token with changed claims', changedClaims, 'INVALID_ID_TOKEN'],
  ['a token signed by a stranger under the id of our key', forged, 'INVALID_ID_TOKEN'],
  ['a token with the algorithm “none”', (idToken) => unsecured(idToken), 'INVALID_ID_TOKEN'],
  ['a token signed with our public key as an HMAC secret', signedWithPublicKey, 'INVALID_ID_TOKEN'],
  ['a token with an unknown key', unknownKey, 'INVALID_ID_TOKEN'],
  ['a token for another audience', (idToken) => resigned(idToken, { aud: 'another-project' }), 'INVALID_ID_TOKEN'],
  [
    'a token from another issuer',
    (idToken) => resigned(idToken, { iss: 'https://elsewhere.example' }),
    'INVALID_ID_TOKEN',
  ],
  ['a token without a session', (idToken) => resigned(idToken, { sid: undefined }), 'INVALID_ID_TOKEN'],
  ['a token without an expiry', (idToken) => resigned(idToken, { exp: undefined }), 'INVALID_ID_TOKEN'],
  ['an expired token', (idToken) => resigned(idToken, { exp: Math.floor(Date.now() / 1000) - 1 }), 'TOKEN_EXPIRED'],
  ['a token with another person’s session', othersSession, 'TOKEN_EXPIRED'],
  ['a token of an unknown user', (idToken) => resigned(idToken, { sub: 'unknown' }), 'USER_NOT_FOUND'],
]

function changedClaims(idToken: string) {
  const [head, , signature] = idToken.split('.')
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(idToken), email: 'admin@example.com' }))
  return [head, claims.toString('base64url'), signature].join('.')
}

const stranger = generateKeyPair('RS256')

async function forged(idToken: string) {
  const { privateKey } = await stranger
  const { kid = '' } = decodeProtectedHeader(idToken)
  return new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
}

function unsecured(idToken: string) {
  return new UnsecuredJWT(decodeJwt(idToken)).encode()
}

async function signedWithPublicKey(idToken: string) {
  const { kid, verify } = await ownKey()
  if (verify instanceof Uint8Array) throw new Error('The key is not a public one')
  const secret = new TextEncoder().encode(await exportSPKI(verify))
  return new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: 'HS256', kid }).sign(secret)
}

async function unknownKey(idToken: string) {
  const { privateKey } = await stranger
  return new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: 'RS256', kid: 'unheard-of' }).sign(privateKey)
}

async function othersSession(idToken: string) {
  return resigned(idToken, { sid: (await aSignedInUser()).sessionId })
}

describe('an invalid ID token is refused by every call', () => {
  const calls: [string, Record<string, unknown>][] = [
    ['v1/accounts:lookup', {}],
    ['v1/accounts:update', { displayName: 'Changed' }],
    ['v1/accounts:update', { password: 'a changed password' }],
    ['v1/accounts:update', { deleteProvider: ['password'] }],
    ['v1/accounts:delete', {}],
    ['v1/accounts:signUp', { email: 'changed@example.com', password: PASSWORD }],
    ['v1/accounts:signInWithEmailLink', { email: 'changed@example.com', oobCode: 'x' }],
    ['v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL' }],
    ['v1/accounts:sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'changed@example.com' }],
    ['v2/accounts:revokeToken', { providerId: 'apple.com', token: 'x' }],
    ['v2/accounts/mfaEnrollment:start', { totpEnrollmentInfo: {} }],
    ['v2/accounts/mfaEnrollment:finalize', { totpVerificationInfo: { sessionInfo: 'x', verificationCode: '123456' } }],
    ['v2/accounts/mfaEnrollment:withdraw', { mfaEnrollmentId: 'x' }],
  ]

  test.each(fakes)('%s', async (what, fake, message) => {
    const { idToken: real } = await aSignedInUser()
    const idToken = await fake(real)
    const before = await dump(database)
    for (const [path, body] of calls) {
      // Without a token, these calls sign up or sign in.
      if (what === 'an empty token' && /signUp|signIn/.test(path)) continue
      for (const prefix of ['/', '/identitytoolkit.googleapis.com/']) {
        const { status, text } = await post(app, prefix + path, { ...body, idToken })
        expect({ path, status, body: JSON.parse(text) }).toEqual({ path, status: 400, body: errorBody(message) })
      }
    }
    expect(await dump(database)).toEqual(before)
    expect((await post(app, '/v1/accounts:lookup', { idToken: real })).status).toBe(200)
  })
})

test('an ID token can be verified with the published keys', async () => {
  const { uid, email, idToken } = await aSignedInUser()
  const keys = createRemoteJWKSet(new URL(`${app.url}/.well-known/jwks.json`))
  const expected = { issuer: 'http://localhost:3000', audience: 'bramble', algorithms: ['RS256'] }
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, expected)
  expect(payload).toMatchObject({ sub: uid, email })
  const response = await app.get('/.well-known/jwks.json')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const { keys: published } = (await response.json()) as { keys: Record<string, unknown>[] }
  expect(published.find(({ kid }) => kid === protectedHeader.kid)).toMatchObject({ alg: 'RS256', use: 'sig' })
  for (const key of published) expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

describe('a refresh token', () => {
  const using = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token })

  /** The refusal of both URLs, which must not change any data. */
  async function refusalOf(form: Record<string, string>) {
    const before = await dump(database)
    const [answer, same] = [await refresh(app, form, tokenPaths[0]), await refresh(app, form, tokenPaths[1])]
    expect(await dump(database)).toEqual(before)
    expect(same.text).toBe(answer.text)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([400, errorBody(answer.message)])
    return answer.message
  }

  test('returns a new ID token and stays the same', async () => {
    const { uid, refreshToken } = await aSignedInUser()
    for (const path of tokenPaths) {
      const answer = JSON.parse((await refresh(app, using(refreshToken), path)).text) as Record<string, unknown>
      expect(answer).toEqual({
        access_token: expect.any(String),
        id_token: answer['access_token'],
        refresh_token: refreshToken,
        expires_in: '3600',
        token_type: 'Bearer',
        user_id: uid,
        project_id: 'bramble',
      })
    }
  })

  test('is refused with a specific code when it is malformed, missing or sent with another grant type', async () => {
    const { refreshToken } = await aSignedInUser()
    expect(await refusalOf(using('rubbish'))).toBe('INVALID_REFRESH_TOKEN')
    expect(await refusalOf(using(''))).toBe('MISSING_REFRESH_TOKEN')
    expect(await refusalOf({ grant_type: 'refresh_token' })).toBe('MISSING_REFRESH_TOKEN')
    expect(await refusalOf({ refresh_token: refreshToken })).toBe('INVALID_GRANT_TYPE')
    expect(await refusalOf({ ...using(refreshToken), grant_type: 'password' })).toBe('INVALID_GRANT_TYPE')
  })

  test('of an ended session is refused as expired, like its ID token', async () => {
    const { uid, refreshToken, idToken } = await aSignedInUser()
    await signOutUser(app.ctx, await findAccount(app.ctx, uid))
    expect(await refusalOf(using(refreshToken))).toBe('TOKEN_EXPIRED')
    expect((await post(app, '/v1/accounts:lookup', { idToken })).message).toBe('TOKEN_EXPIRED')
  })

  test('of a disabled account is refused as disabled', async () => {
    const { uid, refreshToken, idToken } = await aSignedInUser()
    await setUserDisabled(app.ctx, await findAccount(app.ctx, uid), true)
    expect(await refusalOf(using(refreshToken))).toBe('USER_DISABLED')
    expect((await post(app, '/v1/accounts:lookup', { idToken })).message).toBe('USER_DISABLED')
  })

  test('of a deleted account is refused as not found', async () => {
    const { uid, refreshToken, idToken } = await aSignedInUser()
    await deleteAccount(app.ctx, uid)
    expect(await refusalOf(using(refreshToken))).toBe('USER_NOT_FOUND')
    expect((await post(app, '/v1/accounts:lookup', { idToken })).message).toBe('USER_NOT_FOUND')
  })

  test('expires sixty days after its last use and ninety after sign-in; an ID token after an hour', async () => {
    const { refreshToken, idToken } = await aSignedInUser()
    clock.pass(HOUR_MS + 1000)
    expect((await post(app, '/v1/accounts:lookup', { idToken })).message).toBe('TOKEN_EXPIRED')
    clock.pass(59 * 24 * HOUR_MS)
    expect((await refresh(app, using(refreshToken))).status).toBe(200)
    clock.pass(30 * 24 * HOUR_MS)
    expect((await refresh(app, using(refreshToken))).status).toBe(200)
    clock.pass(24 * HOUR_MS)
    expect(await refusalOf(using(refreshToken))).toBe('TOKEN_EXPIRED')
    const unused = await aSignedInUser()
    clock.pass(60 * 24 * HOUR_MS)
    expect(await refusalOf(using(unused.refreshToken))).toBe('TOKEN_EXPIRED')
  })
})
