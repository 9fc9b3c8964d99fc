import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson, aSession } from '#test/people.ts'
import { type Endpoint, roles } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Database } from '#server/platform/db.ts'

const all = Object.entries<Endpoint>(endpoints)

/** What anybody may call. Whoever adds to this list has thought about it. */
const openToAnyone = [
  'GET /api/categories',
  'GET /api/categories/{slug}',
  'GET /api/creators',
  'GET /api/home',
  'GET /api/lists/{list}',
  'GET /api/lists/{list}/stories',
  'GET /api/openapi.json',
  'GET /api/password-policy',
  'GET /api/people/{ref}',
  'GET /api/people/{ref}/followers',
  'GET /api/people/{ref}/following',
  'GET /api/people/{ref}/lists',
  'GET /api/people/{ref}/topics',
  'GET /api/previews/{ref}',
  'GET /api/responses/{id}',
  'GET /api/responses/{id}/replies',
  'GET /api/search',
  'GET /api/search/suggest',
  'GET /api/sign-in',
  'GET /api/site',
  'GET /api/stories',
  'GET /api/stories/{ref}',
  'GET /api/stories/{ref}/beside',
  'GET /api/stories/{ref}/responses',
  'GET /api/tags',
  'GET /api/tags/{slug}',
  'GET /api/trending',
  'GET /api/unsubscribe/{token}',
  'GET /api/viewer',
  'GET /icons/{file}',
  'POST /api/mailed/apply',
  'POST /api/mailed/look',
  'POST /api/mailed/password',
  'POST /api/mailed/reset',
  'POST /api/mailed/sign-in',
  'POST /api/session/token',
  'POST /api/setup',
  'POST /api/sign-in',
  'POST /api/sign-in/link',
  'POST /api/sign-in/passkey',
  'POST /api/sign-in/passkey/options',
  'POST /api/sign-in/provider',
  'POST /api/sign-in/second-factor',
  'POST /api/sign-out',
  'POST /api/sign-up',
  'POST /api/stories/{ref}/reading',
]

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

type Credentials = { cookie?: string; authorization?: string }

function call(key: string, credentials: Credentials = {}) {
  const [method = '', path = ''] = key.split(' ')
  const filled = path.replace('{file}', 'lucide.json').replace(/\{\w+\}/g, 'nothing')
  const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
  return app.get(filled, { method, ...body, headers: { ...body.headers, ...credentials } })
}

test('the list of what anybody may call is the one above', () => {
  expect(
    all
      .filter(([, { access }]) => access === 'anyone')
      .map(([key]) => key)
      .toSorted(),
  ).toEqual(openToAnyone)
})

test('every endpoint says what it does, and a parameter for each part of its address', () => {
  for (const [key, { says, params }] of all) {
    expect(says.length, key).toBeGreaterThan(10)
    const named = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {}), key).toEqual(named)
  }
})

describe.each(all)('%s', (key, { access }) => {
  test('is served', async () => {
    const response = await call(key)
    expect([404, 405]).not.toContain(key.includes('{') ? 0 : response.status)
    expect(response.status).not.toBe(500)
  })

  test('changes nothing for a cookie alone', async () => {
    if (access === 'anyone' || key.startsWith('GET')) return expect(key).toBeTruthy()
    const { cookie } = await aSession(database.db, await aPerson(database.db, access), app.ctx)
    expect((await call(key, { cookie })).status).toBe(401)
  })

  test('refuses those it is not for', async () => {
    // Nobody has a session to renew here, which is what that one says.
    const unasked = key === 'POST /api/session/token' ? 0 : 401
    if (access === 'anyone') return expect((await call(key)).status).not.toBe(unasked)
    expect((await call(key)).status).toBe(401)
    for (const role of roles.slice(0, roles.indexOf(access))) {
      const { bearer } = await aSession(database.db, await aPerson(database.db, role), app.ctx)
      expect((await call(key, { authorization: bearer })).status, role).toBe(403)
    }
  })
})
