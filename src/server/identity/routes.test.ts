import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import { PASSWORD, aPerson, signedIn, testSite } from '#test/people.ts'
import { setDisabled } from '#server/people/person-records.ts'
import type { Database } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createSetupLink } from './setup.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.get(path, {
    method: 'POST',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const viewer = async (cookie: string) => (await app.get('/api/viewer', { headers: { cookie } })).json()

test('set-up sets an HttpOnly cookie, and sign-out ends the session', async () => {
  const link = await createSetupLink(database.db, testSite, new Date())
  const token = String(link).split('setup=')[1]
  const response = await post('/api/setup', {
    token,
    name: 'Ada',
    handle: 'ada',
    email: 'ada@example.com',
    password: PASSWORD,
  })
  expect(response.status).toBe(200)
  const given = response.headers.getSetCookie()[0] ?? ''
  expect(given).toMatch(/^bramble_session=[\w.-]{108}; Path=\/; Max-Age=5184000; HttpOnly; SameSite=Lax$/)

  const cookie = given.split(';')[0] ?? ''
  expect(await viewer(cookie)).toMatchObject({ handle: 'ada', role: 'admin' })
  const out = await post('/api/sign-out', undefined, { cookie })
  expect(out.headers.get('set-cookie')).toMatch(/^bramble_session=; .*Max-Age=0/)
  expect(await viewer(cookie)).toBeNull()
  expect((await post('/api/sign-out', undefined, { cookie })).status).toBe(200)
})

test('on an https site the cookie is Secure', async () => {
  const secure = await anApp(database, { SITE_URL: 'https://stories.example', RELAX_LIMITS: '0' })
  const response = await secure.get('/api/sign-out', { method: 'POST' })
  expect(response.headers.get('set-cookie')).toMatch(/; Secure$/)
  expect(response.headers.get('strict-transport-security')).toContain('max-age=31536000')
})

test('an expired session, a forged one or a disabled person is not signed in', async () => {
  const person = await aPerson(database.db)
  const cookie = await signedIn(database.db, person)
  expect(await viewer(cookie)).toMatchObject({ id: person.id })
  expect(await viewer(`${cookie}x`)).toBeNull()
  expect(await viewer('bramble_session=')).toBeNull()
  await inTransaction(app.ctx, (tx) => setDisabled(tx, person.id, true))
  // The session is in the memory of the process, which receives the change from the database.
  await expect.poll(() => viewer(cookie), patiently).toBeNull()

  const late = await aPerson(database.db)
  const old = await signedIn(database.db, late)
  await database.db
    .updateTable('session')
    .set({ expiresAt: new Date(0) })
    .where('uid', '=', late.uid)
    .execute()
  expect(await viewer(old)).toBeNull()
})

test('attempts to guess set-up links are rate limited', async () => {
  const limited = await anApp(database, { RELAX_LIMITS: '0' })
  const guess = () =>
    limited.get('/api/setup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'guess', name: 'X', handle: 'xyz', email: 'x@example.com', password: PASSWORD }),
    })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 11; attempt++) statuses.push((await guess()).status)
  expect(statuses.slice(0, 10).every((status) => status === 409 || status === 410)).toBe(true)
  expect(statuses[10]).toBe(429)
  expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(0)
})
