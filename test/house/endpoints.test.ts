import type { FastifyInstance } from 'fastify'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson, aSession } from '#test/people.ts'
import { type Endpoint, type Role, roles } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Database } from '#server/platform/db.ts'

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
  'GET /api/admin/articles.csv',
  'GET /api/admin/exports/{id}/file',
  'GET /api/admin/backups/{id}/file',
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
  await response.body?.cancel()
  return { status: response.status, route: response.headers.get(HANDLED_BY) }
}

test('access levels match the reviewed list', async () => {
  const lines = all.map(({ key, access }) => `${access.padEnd(6)} ${key}\n`)
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
  expect(await call('GET /api/nothing')).toEqual({ status: 404, route: 'GET /*' })
})

describe('without credentials', () => {
  test.each(open)('$key is allowed', async ({ key }) => {
    const { status, route } = await call(key)
    expect(route).toBe(key)
    // This endpoint replies with 401 because there is no session to renew.
    expect(key === 'POST /api/session/token' ? [401] : [200, 400, 403, 404, 409, 422]).toContain(status)
  })

  test.each(restricted)('$key requires sign-in', async ({ key }) => {
    expect(await call(key)).toEqual({ status: 401, route: key })
  })
})

test.each(restricted.filter(({ key }) => !key.startsWith('GET')))('$key ignores a cookie', async ({ key, access }) => {
  const { cookie } = sessions[access]
  expect(await call(key, { cookie })).toEqual({ status: 401, route: key })
})

test.each(restricted.filter(({ access }) => access !== roles[0]))(
  '$key refuses every role below $access',
  async ({ key, access }) => {
    for (const role of roles.slice(0, roles.indexOf(access))) {
      const { authorization } = sessions[role]
      expect(await call(key, { authorization }), role).toEqual({ status: 403, route: key })
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
