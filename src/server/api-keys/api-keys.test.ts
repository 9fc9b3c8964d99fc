import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_API_KEYS } from '#contract/api-keys/scopes.ts'
import type { ApiKey } from '#contract/api-keys/api-keys.ts'
import { DAY_MS } from '#contract/constants.ts'
import { erasePerson } from '#server/account-deletion/delete-account.ts'
import { listAudit } from '#server/audit/list.ts'
import { verifyAuditChain } from '#server/audit/verify.ts'
import type { Database } from '#server/platform/db.ts'
import { sendError } from '#server/platform/error-response.ts'
import { createHttp } from '#server/platform/http.ts'
import { createRateLimits } from '#server/platform/rate-limits.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aDraft } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson, aSession } from '#test/people.ts'
import { identifyByKey } from './identify-key.ts'
import { createKey, isWellFormed } from './key-format.ts'
import { createKeyUses } from './key-uses.ts'
import { createApiKey, listApiKeys, renameApiKey, revokeApiKey } from './manage.ts'

let database: Database
let app: TestApp
let other: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  other = await anApp(database)
  admin = await aPerson(database.db, 'admin')
  call = await clientOf(app, admin)
})

const as = (person: TestPerson, now?: () => Date) => ({
  ...aCtx(database.db, { ...(now && { now }) }),
  viewer: person,
})

async function aKey(scopes: ApiKey['scopes'] = ['stories:read'], person = admin) {
  const { apiKey, secret } = await createApiKey(as(person), { name: 'Test', scopes, expiresInDays: 90 })
  return { id: apiKey.id, secret, apiKey, authorization: `Bearer ${secret}` }
}

async function ask(
  key: string,
  headers: Record<string, string>,
  { at = app, body }: { at?: TestApp; body?: unknown } = {},
) {
  const [method = '', path = ''] = key.split(' ')
  const response = await at.get(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const json: unknown = isJson ? JSON.parse(text) : null
  return { status: response.status, headers: response.headers, text, body: json }
}

describe('a key', () => {
  test('has a prefix and a checksum, and is never the same', () => {
    const { key, lastFour } = createKey()
    expect(key).toMatch(/^bramble_sk_[A-Za-z0-9]{49}$/)
    expect(key.endsWith(lastFour)).toBe(true)
    expect(isWellFormed(key)).toBe(true)
    expect(isWellFormed(key.slice(0, -1))).toBe(false)
    const changed = key.replace(
      /^(bramble_sk_.{5})(.)/,
      (_all, start: string, letter: string) => start + (letter === 'a' ? 'b' : 'a'),
    )
    expect(isWellFormed(changed)).toBe(false)
    expect(createKey().key).not.toBe(key)
  })

  test('is in the reply that creates it only, and stored as a hash', async () => {
    const created = await call('POST /api/admin/api-keys', { name: ' Deploy ', scopes: ['audit:read'] })
    expect(created.body).toMatchObject({
      apiKey: { name: 'Deploy', scopes: ['audit:read'], state: 'active', creator: { id: admin.id }, lastUsedAt: null },
      secret: expect.stringMatching(/^bramble_sk_/),
    })
    const secret = String(created.body['secret'])
    const { expiresAt, createdAt, id } = created.body['apiKey'] as ApiKey
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBe(90 * DAY_MS)
    expect(JSON.stringify((await call('GET /api/admin/api-keys')).body)).not.toContain(secret)
    const row = await database.db.selectFrom('apiKey').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, hash: row.hash.toString() })).not.toContain(secret.slice(11))
    const { items } = await listAudit(aCtx(database.db), { target: `api-key:${id}`, limit: 10 })
    expect(items).toMatchObject([{ action: 'api-key.created', after: { scopes: ['audit:read'] } }])
    expect(JSON.stringify(items)).not.toContain(secret)
  })

  test('is created with at least one known scope and a name', async () => {
    for (const wrong of [
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['accounts:write'] },
      { name: ' ', scopes: ['audit:read'] },
      { name: 'x', scopes: ['audit:read'], expiresInDays: 31 },
    ]) {
      expect(await call('POST /api/admin/api-keys', wrong)).toMatchObject({ status: 400 })
    }
  })

  test('can be renamed, and a conflict replies with the current name', async () => {
    const { id } = await aKey()
    const renamed = await call(`PATCH /api/admin/api-keys/${id}`, { name: 'First', version: 1 })
    expect(renamed.body).toMatchObject({ name: 'First', version: 2 })
    expect(await call(`PATCH /api/admin/api-keys/${id}`, { name: 'Second', version: 1 })).toMatchObject({
      status: 409,
      body: { error: { code: 'version-conflict', details: { current: { name: 'First', version: 2 } } } },
    })
    await expect(renameApiKey(as(admin), 'x'.repeat(20), { name: 'x', version: 1 })).rejects.toThrow('Not found')
  })
})

test('keys are listed valid ones first, then those that ended last', async () => {
  const { db } = await aDatabase()
  const person = await aPerson(db, 'admin')
  const base = Date.now()
  const onDay = (day: number) => ({ ...aCtx(db, { now: () => new Date(base + day * DAY_MS) }), viewer: person })
  const create = async (day: number, name: string, expiresInDays: 30 | 90 | null) =>
    (await createApiKey(onDay(day), { name, scopes: ['audit:read'], expiresInDays })).apiKey.id
  const early = await create(0, 'revoked last', null)
  await create(1, 'valid, older', null)
  await create(2, 'expired', 30)
  const late = await create(3, 'revoked first', 90)
  await create(4, 'valid, newer', 90)
  const both = await create(5, 'revoked after it expired', 30)
  await revokeApiKey(onDay(10), late)
  await revokeApiKey(onDay(40), early)
  await revokeApiKey(onDay(50), both)
  expect((await listApiKeys(onDay(60))).map(({ name }) => name)).toEqual([
    'valid, newer',
    'valid, older',
    'revoked last',
    'revoked after it expired',
    'expired',
    'revoked first',
  ])
})

describe('a call with a key', () => {
  test('acts as its creator, within the scopes', async () => {
    const story = await aDraft(database.db, admin.id)
    const { authorization, id } = await aKey(['stories:read'])
    const viewer = await ask('GET /api/viewer', { authorization })
    expect(viewer.body).toMatchObject({ id: admin.id, apiKey: { id, name: 'Test', scopes: ['stories:read'] } })
    expect(viewer.headers.get('cache-control')).toBe('no-store')
    expect((await ask(`GET /api/articles/${story.id}`, { authorization })).status).toBe(200)
    const refused = await ask(`DELETE /api/articles/${story.id}`, { authorization })
    expect(refused).toMatchObject({
      status: 403,
      body: {
        error: {
          code: 'scope-missing',
          message: expect.stringContaining('Create a key with the scope'),
          details: { scope: 'stories:write' },
        },
      },
    })
    expect((await ask('GET /api/account', { authorization })).body).toMatchObject({
      error: {
        code: 'scope-missing',
        message: 'API keys can’t call this endpoint. Sign in as a person instead.',
        details: { scope: null },
      },
    })
  })

  test('shows what visitors see where anyone may read and the scope is missing', async () => {
    const draft = await aDraft(database.db, admin.id)
    const bare = await aKey(['webhooks:read'])
    const reader = await aKey(['stories:read'])
    const path = `GET /api/previews/${draft.id}`
    expect((await ask(path, { authorization: bare.authorization })).status).toBe((await ask(path, {})).status)
    expect((await ask(path, { authorization: reader.authorization })).status).toBe(200)
    expect((await ask('GET /api/site', { authorization: bare.authorization })).status).toBe(200)
  })

  test('counts in the Authorization header only, and not for pages, files and streams', async () => {
    const { secret, authorization } = await aKey(['audit:read', 'system:read', 'people:read'])
    expect((await ask(`GET /api/admin/audit?key=${secret}`, {})).status).toBe(401)
    for (const name of ['bramble_session', 'session', '__session', 'authorization'])
      expect((await ask('GET /api/admin/audit', { cookie: `${name}=${secret}` })).status).toBe(401)
    expect((await ask('GET /api/live', { authorization })).status).toBe(401)
    expect((await ask(`GET /api/admin/backups/${'x'.repeat(20)}/file`, { authorization })).status).toBe(401)
    expect((await ask(`GET /api/admin/exports/${'x'.repeat(20)}/file`, { authorization })).status).toBe(401)
    for (const path of ['/admin/audit', '/admin/audit/_payload.json']) {
      const [page, visitor] = [await ask(`GET ${path}`, { authorization }), await ask(`GET ${path}`, {})]
      expect([page.status, page.text]).toEqual([visitor.status, visitor.text])
      expect(page.headers.get('cache-control')).toBe('private, no-store')
    }
    const lookup = await ask(
      `POST /v1/accounts:lookup?key=${app.ctx.identity.apiKey}`,
      { authorization },
      { body: { idToken: secret } },
    )
    expect(lookup.status).toBe(400)
  })

  test('wins over a cookie', async () => {
    const { cookie } = await aSession(database.db, await aPerson(database.db, 'reader'), app.ctx)
    const { authorization } = await aKey()
    expect((await ask('GET /api/viewer', { authorization, cookie })).body).toMatchObject({ id: admin.id })
  })

  test('exports a list as CSV, and the audit log names the key', async () => {
    const { id, authorization } = await aKey(['audit:read'])
    const bare = await aKey(['stories:read'])
    const whole = await ask('GET /api/admin/audit.csv?action=api-key.created', { authorization })
    expect(whole).toMatchObject({ status: 200 })
    expect(whole.text).toContain(id)
    expect((await ask('GET /api/admin/audit.csv', { authorization: bare.authorization })).status).toBe(403)
    const ctx = aCtx(database.db)
    expect((await listAudit(ctx, { key: id, limit: 10 })).items).toMatchObject([
      { action: 'list.exported', actor: { id: admin.id }, key: { id, name: 'Test' }, outcome: 'done' },
    ])
    expect((await listAudit(ctx, { key: bare.id, limit: 10 })).items).toMatchObject([
      { action: 'access.refused', key: { id: bare.id }, outcome: 'refused', target: { id: 'GET /api/admin/audit' } },
    ])
    expect((await verifyAuditChain(database.db)).broken).toBe(null)
  })

  test('is recorded with the key when it changes something', async () => {
    const { id, authorization } = await aKey(['taxonomy:write'])
    const name = `By key ${id.slice(0, 6)}`
    expect((await ask('POST /api/admin/tags', { authorization }, { body: { name } })).status).toBe(200)
    expect((await listAudit(aCtx(database.db), { key: id, limit: 10 })).items).toMatchObject([
      { action: 'tag.created', actor: { id: admin.id }, key: { id }, target: { name } },
    ])
  })

  test('cannot manage keys, sign in, see or change accounts, or rotate secrets', async () => {
    const all = await aKey(['stories:read', 'people:read', 'webhooks:write', 'system:write', 'audit:read'])
    const { authorization } = all
    for (const key of [
      'GET /api/admin/api-keys',
      'POST /api/admin/api-keys',
      `POST /api/admin/api-keys/${all.id}/revoke`,
      'POST /api/session/token',
      'POST /api/sign-in',
      'DELETE /api/account',
      `GET /api/admin/people/${admin.id}`,
      `PUT /api/admin/people/${admin.id}/role`,
      `POST /api/admin/people/${admin.id}/impersonation`,
      `POST /api/admin/webhooks/${'x'.repeat(20)}/secret`,
    ]) {
      const body = key.startsWith('GET') ? {} : { body: {} }
      expect([key, (await ask(key, { authorization }, body)).body]).toMatchObject([
        key,
        { error: { code: 'scope-missing' } },
      ])
    }
  })
})

describe('a key stops', () => {
  test('at once in every process when it is revoked', async () => {
    const { id, authorization } = await aKey()
    for (const at of [app, other]) expect((await ask('GET /api/articles', { authorization }, { at })).status).toBe(200)
    expect((await call(`POST /api/admin/api-keys/${id}/revoke`)).body).toMatchObject({ state: 'revoked' })
    for (const at of [app, other])
      expect(await ask('GET /api/articles', { authorization }, { at })).toMatchObject({
        status: 401,
        body: { error: { code: 'invalid-api-key', details: { state: 'revoked' } } },
      })
    const again = await revokeApiKey(as(admin), id)
    const { items } = await listAudit(aCtx(database.db), { target: `api-key:${id}`, limit: 10 })
    expect([again.state, items.map(({ action }) => action)]).toEqual([
      'revoked',
      ['api-key.revoked', 'api-key.created'],
    ])
  })

  test('when it expires', async () => {
    const { secret } = await createApiKey(as(admin), { name: 'Short', scopes: ['audit:read'], expiresInDays: 30 })
    const uses = createKeyUses({ db: database.db, now: () => new Date(), log: testLog })
    const at = (days: number) => aCtx(database.db, { now: () => new Date(Date.now() + days * DAY_MS) })
    expect((await identifyByKey(at(29), secret, uses)).viewer.id).toBe(admin.id)
    await expect(identifyByKey(at(30), secret, uses)).rejects.toMatchObject({ code: 'invalid-api-key' })
    await uses.close()
  })

  test('while its creator is not an admin or is disabled', async () => {
    const person = await aPerson(database.db, 'admin')
    const { id, authorization } = await aKey(['audit:read'], person)
    const status = async () => (await ask('GET /api/admin/audit', { authorization })).status
    const set = (change: { role?: 'admin' | 'editor'; disabledAt?: Date | null }) =>
      database.db.updateTable('person').set(change).where('id', '=', person.id).execute()
    expect(await status()).toBe(200)
    await set({ role: 'editor' })
    expect(await status()).toBe(401)
    expect((await listApiKeys(as(admin))).find((key) => key.id === id)?.state).toBe('stopped')
    await set({ role: 'admin', disabledAt: new Date() })
    expect(await status()).toBe(401)
    await set({ disabledAt: null })
    await database.db.updateTable('account').set({ disabledAt: new Date() }).where('uid', '=', person.uid).execute()
    expect(await status()).toBe(401)
  })

  test('and is deleted when its creator is erased', async () => {
    const person = await aPerson(database.db, 'admin')
    const { id, authorization } = await aKey(['audit:read'], person)
    await ask('GET /api/admin/people', { authorization })
    await erasePerson(as(admin), person.id, { handle: person.handle, reason: '' })
    expect(await ask('GET /api/admin/audit', { authorization })).toMatchObject({ status: 401 })
    expect(await database.db.selectFrom('apiKey').select('id').where('id', '=', id).execute()).toEqual([])
    expect((await listAudit(aCtx(database.db), { key: id, limit: 10 })).items).toMatchObject([
      { key: { id, name: null } },
    ])
  })
})

test('invalid keys are refused and rate limited by address, apart from sign-ins', async () => {
  for (const key of ['bramble_sk_', 'bramble_sk_x', createKey().key])
    expect(await ask('GET /api/site', { authorization: `Bearer ${key}` })).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid-api-key', details: {} } },
    })
  const limits = createRateLimits({ db: database.db, now: () => new Date(), relaxed: false })
  const ctx = aCtx(database.db, { limits })
  const guessing = { ...ctx, session: { ...ctx.session, address: '203.0.113.77' } }
  const uses = createKeyUses({ db: database.db, now: () => new Date(), log: testLog })
  const codes: unknown[] = []
  for (let n = 0; n < 32; n++)
    codes.push(await identifyByKey(guessing, createKey().key, uses).catch((error: { code: string }) => error.code))
  expect(codes.slice(0, 30)).toEqual(Array(30).fill('invalid-api-key'))
  expect(codes.slice(30)).toEqual(['too-many-requests', 'too-many-requests'])
  await limits.take('sign-in', '203.0.113.77')
  // A valid key still works at this address.
  const { secret } = await aKey()
  expect((await identifyByKey(guessing, secret, uses)).viewer.id).toBe(admin.id)
  await uses.close()
})

test('each key has its own rate limit', async () => {
  const limited = await anApp(database, { RELAX_LIMITS: '' })
  const first = await aKey(['taxonomy:write'])
  const second = await aKey(['taxonomy:write'])
  const write = async ({ authorization }: { authorization: string }) =>
    (await ask('POST /api/admin/tags', { authorization }, { at: limited, body: {} })).status
  const statuses = await Promise.all(Array.from({ length: 61 }, () => write(first)))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect(await write(second)).toBe(400)
})

test('the last use is written in the background, at most once a minute', async () => {
  const { id } = await aKey()
  let time = Date.parse('2031-01-01T00:00:00Z')
  const uses = createKeyUses({ db: database.db, now: () => new Date(time), log: testLog })
  const lastUsed = async () =>
    (await database.db.selectFrom('apiKey').select('lastUsedAt').where('id', '=', id).executeTakeFirstOrThrow())
      .lastUsedAt
  uses.add(id, null)
  uses.add(id, null)
  expect(await lastUsed()).toBe(null)
  await uses.write()
  const first = await lastUsed()
  expect(first?.toISOString()).toBe('2031-01-01T00:00:00.000Z')
  time += 59_000
  uses.add(id, first)
  await uses.write()
  expect(await lastUsed()).toEqual(first)
  time += 1000
  uses.add(id, first)
  await uses.close()
  expect((await lastUsed())?.toISOString()).toBe('2031-01-01T00:01:00.000Z')
})

test('the number of valid keys is limited, also for two admins at once', async () => {
  const { db } = await aDatabase()
  const [one, two] = [await aPerson(db, 'admin'), await aPerson(db, 'admin')]
  const create = (person: TestPerson) =>
    createApiKey({ ...aCtx(db), viewer: person }, { name: 'Many', scopes: ['audit:read'], expiresInDays: null })
  for (let n = 1; n < MAX_API_KEYS; n++) await create(one)
  const outcomes = await Promise.allSettled([create(one), create(two)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [newest] = await listApiKeys(aCtx(db))
  await revokeApiKey({ ...aCtx(db), viewer: two }, newest?.id ?? '')
  await expect(create(two)).resolves.toMatchObject({ apiKey: { state: 'active', expiresAt: null } })
})

test('no key is in the log, also when a client sends it in the path or the query', async () => {
  const { key } = createKey()
  const lines: string[] = []
  const http = await createHttp({
    trustProxy: false,
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    headers: {},
    onError: sendError,
    shortcut: () => false,
  })
  for (const url of [`/api/admin/${key}?key=${key}`, `/${key}/file`, `/api/x-${key}`])
    await http.inject({ url, headers: { authorization: `Bearer ${key}` } })
  await http.close()
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toContain(key.slice(0, 20))
})
