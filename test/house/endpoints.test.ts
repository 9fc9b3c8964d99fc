import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson, aSession } from '#test/people.ts'
import { type ApiScope, apiScopes } from '#contract/api-keys/scopes.ts'
import { type Endpoint, type Role, roles } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createApiKey } from '#server/api-keys/manage.ts'
import type { Database } from '#server/platform/db.ts'
import { fieldsOf } from './schema-fields.ts'

const all = Object.entries<Endpoint>(endpoints).map(([key, endpoint]) => ({ key, ...endpoint }))
const open = all.filter(({ access }) => access === 'anyone')
const restricted = all.flatMap(({ key, access }) => (access === 'anyone' ? [] : { key, access }))

/** Routes below /api that the contract does not describe, because their replies are not JSON. */
const outsideContract = [
  'GET /api/live',
  'GET /api/admin/audit.csv',
  'GET /api/admin/tags.csv',
  'GET /api/admin/topics.csv',
  'GET /api/admin/people.csv',
  'GET /api/admin/moderation.csv',
  'GET /api/admin/responses.csv',
  'GET /api/admin/articles.csv',
  'GET /api/admin/exports/{id}/file',
  'GET /api/admin/backups/{id}/file',
  'GET /api/admin/membership/members.csv',
  'GET /api/admin/membership/payments.csv',
  'GET /api/membership/receipts/{file}',
  'GET /api/admin/rewards/ledger.csv',
  'GET /api/admin/rewards/redemptions.csv',
  'GET /api/earnings/stories.csv',
  'GET /api/admin/earnings.csv',
  'GET /api/admin/earnings/payouts.csv',
  'GET /api/admin/analytics/days.csv',
  'GET /api/admin/analytics/figures/{dimension}.csv',
  'GET /api/analytics/stories/{ref}/days.csv',
  'GET /api/analytics/stories/{ref}/depth.csv',
  'POST /api/billing/webhook',
]

const HANDLED_BY = 'x-handled-by'
let database: Database
let app: TestApp
const served: string[] = []
const sessions = {} as Record<Role, { cookie: string; authorization: string }>

beforeAll(async () => {
  database = await aDatabase()
  subscribe('fastify.initialization', observe)
  app = await anApp(database)
  unsubscribe('fastify.initialization', observe)
  for (const role of roles) sessions[role] = await sessionOf(role)
})

/** Records every route, and makes each response name the route that handled it: all unmatched paths share one. */
function observe(message: unknown) {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, handler, onRequest }) => {
    // Routes that refuse other methods use their hook as handler.
    if (handler !== onRequest) served.push(...[method].flat().map((one) => `${one} ${contractPath(url)}`))
  })
  fastify.addHook('onRequest', async ({ method, routeOptions }, reply) => {
    reply.header(HANDLED_BY, `${method} ${contractPath(routeOptions.url ?? '')}`)
  })
}

/** The contract writes `{id}` and `:`, the router `:id` and `::`. */
function contractPath(url: string) {
  return url.replace(/(?<!:):(\w+)/g, '{$1}').replaceAll('::', ':')
}

async function sessionOf(role: Role) {
  const { cookie, bearer } = await aSession(database.db, await aPerson(database.db, role), app.ctx)
  return { cookie, authorization: bearer }
}

type Credentials = { cookie?: string; authorization?: string }

async function call(key: string, credentials: Credentials = {}) {
  const [method = '', path = ''] = key.split(' ')
  const filled = path.replace('{file}', 'lucide.json').replace(/\{\w+\}/g, 'nothing')
  const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
  const response = await app.get(filled, { method, ...body, headers: { ...body.headers, ...credentials } })
  const code = response.ok ? null : /"code":"([\w-]+)"/.exec(await response.text())?.[1]
  if (!response.bodyUsed) await response.body?.cancel()
  return { status: response.status, route: response.headers.get(HANDLED_BY), code }
}

test('access levels and scopes match the reviewed list', async () => {
  const lines = all.map(({ key, access, scope = '-' }) => `${access.padEnd(6)} ${scope.padEnd(19)} ${key}\n`)
  await expect(lines.toSorted().join('')).toMatchFileSnapshot('endpoint-access.txt')
})

test.each(all)('$key is described, with a schema for each parameter of its path', ({ key, says, params }) => {
  expect(says.length).toBeGreaterThan(10)
  const named = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(Object.keys(params?.shape ?? {})).toEqual(named)
})

test('the server serves the endpoints of the contract and no others', () => {
  const keys = all.map(({ key }) => key)
  const ours = served.filter((key) => !key.startsWith('HEAD') && (key.includes(' /api/') || keys.includes(key)))
  expect(ours.toSorted()).toEqual([...keys, ...outsideContract].toSorted())
})

test('an unknown path is not handled by an endpoint', async () => {
  expect(await call('GET /api/nothing')).toMatchObject({ status: 404, route: 'GET /*' })
})

describe('without credentials', () => {
  test.each(open)('$key is allowed', async ({ key }) => {
    const { status, route } = await call(key)
    expect(route).toBe(key)
    // This endpoint replies with 401 because there is no session to renew.
    expect(key === 'POST /api/session/token' ? [401] : [200, 400, 403, 404, 409, 422]).toContain(status)
  })

  test.each(restricted)('$key requires sign-in', async ({ key }) => {
    expect(await call(key)).toMatchObject({ status: 401, route: key })
  })
})

test.each(restricted.filter(({ key }) => !key.startsWith('GET')))('$key ignores a cookie', async ({ key, access }) => {
  const { cookie } = sessions[access]
  expect(await call(key, { cookie })).toMatchObject({ status: 401, route: key })
})

test.each(restricted.filter(({ access }) => access !== roles[0]))(
  '$key refuses every role below $access',
  async ({ key, access }) => {
    for (const role of roles.slice(0, roles.indexOf(access))) {
      const { authorization } = sessions[role]
      expect(await call(key, { authorization }), role).toMatchObject({ status: 403, route: key })
    }
    if (access === 'author') return
    const refused = await database.db
      .selectFrom('auditEntry')
      .select('actorId')
      .where('targetKind', '=', 'endpoint')
      .where('targetId', '=', key)
      .where('outcome', '=', 'refused')
      .execute()
    expect(new Set(refused.map(({ actorId }) => actorId)).size, 'in the audit log').toBeGreaterThanOrEqual(
      roles.indexOf(access),
    )
  },
)

test.each(restricted)('$key lets the role $access in', async ({ key, access }) => {
  // This endpoint needs no body, and would delete the shared account.
  const { authorization } = key === 'DELETE /api/account' ? await sessionOf(access) : sessions[access]
  const { status, route } = await call(key, { authorization })
  expect(route).toBe(key)
  expect([200, 400, 404, 409, 422]).toContain(status)
})

/** The tables that processes write by themselves, or that a refused call is recorded in. */
const BACKGROUND =
  /^(?:audit_.*|rate_limit|site_process|process_job|job_.*|cache_minute|slow_query|daily_job|api_key|for_you.*|related_.*|.*_rank|sitemap.*)$/

/** The content of the database. */
async function contents() {
  const tables = await database.db.introspection.getTables()
  const names = tables.map(({ name }) => snakeCase(name)).filter((name) => !BACKGROUND.test(name))
  const hashes = await Promise.all(
    names.map(async (name) => {
      const { rows } = await sql<{ hash: string | null }>`
        select md5(string_agg(row::text, '|' order by row::text)) as hash from ${sql.table(name)} as row`.execute(
        database.db,
      )
      return [name, rows[0]?.hash ?? null] as const
    }),
  )
  return Object.fromEntries(hashes)
}

function snakeCase(name: string) {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

async function aKey(scopes: ApiScope[]) {
  const viewer = await aPerson(database.db, 'admin')
  const { apiKey, secret } = await createApiKey({ ...app.ctx, viewer }, { name: 'Walk', scopes, expiresInDays: null })
  return { id: apiKey.id, authorization: `Bearer ${secret}` }
}

describe('with an API key', () => {
  test('every endpoint refuses a key without its scope, and nothing changes', async () => {
    const keys = new Map<ApiScope | undefined, { id: string; authorization: string }>()
    const scoped = [...new Set(all.flatMap(({ scope }) => (scope && scope !== 'any' ? [scope] : [])))]
    for (const scope of scoped) keys.set(scope, await aKey(apiScopes.filter((one) => one !== scope)))
    keys.set(undefined, await aKey([...apiScopes]))
    const before = await contents()
    expect(before).toMatchObject({ person: expect.any(String), account: expect.any(String) })
    for (const { key, access, scope } of all) {
      if (scope === 'any') continue
      const { id, authorization } = keys.get(scope) ?? { id: '', authorization: '' }
      const isPublicRead = access === 'anyone' && key.startsWith('GET')
      const { status, code } = await call(key, { authorization })
      if (isPublicRead) expect([key, status]).toEqual([key, (await call(key)).status])
      else expect([key, status, code]).toEqual([key, 403, 'scope-missing'])
      if (access !== 'admin' && access !== 'editor') continue
      const entry = await database.db
        .selectFrom('auditEntry')
        .select('action')
        .where('keyId', '=', id)
        .where('targetId', '=', key)
        .executeTakeFirst()
      expect([key, entry?.action]).toEqual([key, 'access.refused'])
    }
    expect(await contents()).toEqual(before)
  })

  test('every endpoint with a scope admits a key with it', async () => {
    const { authorization } = await aKey([...apiScopes])
    for (const { key, scope } of all) {
      if (!scope) continue
      const { status } = await call(key, { authorization })
      expect([key, [200, 400, 404, 409, 422].includes(status), status]).toEqual([key, true, status])
    }
  })

  test('every scope is used, and none opens accounts, credentials, keys or impersonation', () => {
    expect(apiScopes.filter((one) => !all.some(({ scope }) => scope === one))).toEqual([])
    const closed =
      /api-keys|\/account|sign-|session|setup|mailed|invitation|impersonation|erasure|exports|role|disabled|secret|settings|admin\/people\//
    const opened = all.filter(({ key, scope }) => scope !== undefined && closed.test(key)).map(({ key }) => key)
    // The pictures beside the sign-in forms are content.
    expect(opened.filter((key) => !key.includes('/sign-in-pictures'))).toEqual([])
  })

  test('no scope but audit:read returns sessions, sign-in methods or audit entries', () => {
    const hidden = /\b(?:sessions?|device|hasPassword|providers|passkeys|twoStep|audit|actorKind)\b/
    const shown = all
      .filter(({ scope }) => scope !== undefined && scope !== 'audit:read')
      .flatMap(({ key, reply }) => fieldsOf(reply).map((field) => `${key} ${field}`))
    expect(shown.filter((field) => hidden.test(field.replace(/^\S+ \S+/, '')))).toEqual([])
  })
})
