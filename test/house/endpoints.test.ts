import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson, signedIn } from '#test/people.ts'
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
  'GET /api/openapi.json',
  'GET /api/people/{ref}',
  'GET /api/site',
  'GET /api/stories',
  'GET /api/stories/{ref}',
  'GET /api/stories/{ref}/responses',
  'GET /api/viewer',
  'GET /icons/{file}',
  'POST /api/setup',
  'POST /api/sign-out',
]

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

function call(key: string, cookie?: string) {
  const [method = '', path = ''] = key.split(' ')
  const filled = path.replace('{file}', 'lucide.json').replace(/\{\w+\}/g, 'nothing')
  const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
  return app.get(filled, { method, ...body, ...(cookie && { headers: { ...body.headers, cookie } }) })
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

  test('refuses those it is not for', async () => {
    if (access === 'anyone') return expect((await call(key)).status).not.toBe(401)
    expect((await call(key)).status).toBe(401)
    for (const role of roles.slice(0, roles.indexOf(access))) {
      const cookie = await signedIn(database.db, await aPerson(database.db, role))
      expect((await call(key, cookie)).status, role).toBe(403)
    }
  })
})
