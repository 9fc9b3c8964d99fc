import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from 'jose'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db.ts'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aBrowser } from '#test/browser.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'

const issuer = 'https://securetoken.google.com/elsewhere'
const seconds = () => Math.floor(Date.now() / 1000)

let database: Database
let app: TestApp
let key: CryptoKey
let working = true
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  key = pair.privateKey
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'theirs', alg: 'RS256', use: 'sig' }]
  const server = createServer((_request, response) =>
    response.writeHead(working ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify({ keys })),
  )
  const port = await findFreePort()
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  afterAll(() => new Promise((done) => server.close(done)))
  database = await aDatabase()
  const jwksUrl = `http://127.0.0.1:${port}/jwks`
  app = await anApp(database, { IDENTITY_PROJECT: 'elsewhere', IDENTITY_ISSUER: issuer, IDENTITY_JWKS_URL: jwksUrl })
})

const claims = (more: Record<string, unknown>) => ({
  iss: issuer,
  aud: 'elsewhere',
  iat: seconds(),
  exp: seconds() + 3600,
  auth_time: seconds(),
  ...more,
})
const sign = (more: Record<string, unknown>, by = key) =>
  new SignJWT(claims(more)).setProtectedHeader({ alg: 'RS256', kid: 'theirs' }).sign(by)
const ask = (token: string) => aBrowser(app).ask('GET /api/viewer', {}, { authorization: `Bearer ${token}` })

describe('with tokens of another issuer', () => {
  test('a person is created for a new user once, even with concurrent calls', async () => {
    const token = await sign({ sub: 'newcomer', name: 'Ada   Lovelace' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body?.id)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ uid: 'newcomer', name: 'Ada Lovelace', role: 'reader', welcomed: false })
    const profile = { name: 'Ada', handle: 'ada', about: '' }
    const authorization = `Bearer ${token}`
    const saved = await aBrowser(app).ask('PUT /api/profile', { body: profile }, { authorization })
    expect(saved.body).toMatchObject({ handle: 'ada', welcomed: true })
  })

  test('a known user is found, and a disabled person is refused', async () => {
    const person = await aPerson(database.db, 'editor')
    const token = await sign({ sub: person.uid })
    expect((await ask(token)).body).toMatchObject({ id: person.id, role: 'editor' })
    await database.db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', person.id).execute()
    expect(await ask(token)).toMatchObject({ status: 403, code: 'user-disabled' })
  })

  test('the sign-up rules apply to new users', async () => {
    const setMode = (value: string) =>
      database.db
        .insertInto('setting')
        .values({ key: 'signUp.mode', value: JSON.stringify(value) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
        .execute()
    await setMode('closed')
    const token = await sign({ sub: 'late', email: 'late@example.com', email_verified: true })
    expect(await ask(token)).toMatchObject({ code: 'admin-restricted-operation', details: { reason: 'closed' } })
    await setMode('open')
    expect((await ask(token)).body).toMatchObject({ uid: 'late' })
  })

  test('account settings are not available', async () => {
    const authorization = `Bearer ${await sign({ sub: 'accountless' })}`
    expect(await aBrowser(app).ask('GET /api/account', {}, { authorization })).toMatchObject({
      code: 'operation-not-allowed',
    })
  })

  test('a token that is forged, of another issuer, for another project, unsigned or incomplete is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const bad = [
      await sign({ sub: 'x' }, privateKey),
      await sign({ sub: 'x', iss: 'https://securetoken.google.com/another' }),
      await sign({ sub: 'x', aud: 'another' }),
      await sign({ sub: '' }),
      await sign({ sub: 'x', exp: undefined }),
      await sign({ sub: 'x', auth_time: undefined }),
      new UnsecuredJWT(claims({ sub: 'x' })).encode(),
      'rubbish',
    ]
    for (const token of bad) expect(await ask(token)).toMatchObject({ status: 401, code: 'invalid-user-token' })
    expect(await ask(await sign({ sub: 'x', exp: seconds() - 1 }))).toMatchObject({ code: 'user-token-expired' })
    expect(await database.db.selectFrom('person').select('id').where('uid', '=', 'x').execute()).toEqual([])
  })

  test('tokens issued by this site are refused', async () => {
    const own = await app.ctx.tokens.issue({ sub: 'x', auth_time: seconds() })
    expect(await ask(own.token)).toMatchObject({ status: 401, code: 'invalid-user-token' })
  })

  test('when the keys cannot be fetched, a token is not reported as invalid', async () => {
    const { identity } = app.ctx
    const fresh = await anApp(database, {
      IDENTITY_PROJECT: identity.projectId,
      IDENTITY_ISSUER: identity.issuer,
      IDENTITY_JWKS_URL: identity.jwksUrl ?? '',
    })
    working = false
    const authorization = `Bearer ${await sign({ sub: 'newcomer' })}`
    expect((await aBrowser(fresh).ask('GET /api/viewer', {}, { authorization })).status).toBe(500)
    working = true
    expect((await aBrowser(fresh).ask('GET /api/viewer', {}, { authorization })).status).toBe(200)
  })
})
