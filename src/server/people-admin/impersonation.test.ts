import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { type TestBrowser, aBrowser } from '#test/browser.ts'
import { aDatabase } from '#test/database.ts'
import { PASSWORD, type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listAudit } from '#server/audit/list.ts'
import { endExpiredImpersonations } from '#server/identity/impersonation.ts'
import type { Database } from '#server/platform/db.ts'

let now = new Date()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, () => now)
})

async function signedInBrowser(person: TestPerson) {
  const browser = aBrowser(app)
  await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
  return browser
}

async function viewing(role: 'reader' | 'author' | 'editor' = 'reader') {
  const admin = await aPerson(database.db, 'admin', { name: 'Support Admin' })
  const person = await aPerson(database.db, role, { name: 'Viewed Person' })
  const browser = await signedInBrowser(admin)
  const started = await browser.change('POST /api/admin/people/{id}/impersonation', { params: { id: person.id } })
  expect(started.code).toBeNull()
  return { admin, person, browser }
}
const pageOf = async (browser: TestBrowser, path: string) =>
  (await browser.visit(path, { headers: { accept: 'text/html' } })).text()

describe('an admin who views the site as a person', () => {
  test('reads as the person and returns to their own session', async () => {
    const { admin, person, browser } = await viewing()
    expect(await browser.viewer()).toMatchObject({
      id: person.id,
      role: 'reader',
      impersonation: { adminId: admin.id },
    })
    expect((await browser.ask('GET /api/admin/people')).code).toBe('not-allowed')
    expect((await browser.ask('POST /api/impersonation/end')).body).toEqual({ personId: person.id })
    expect(await browser.viewer()).toMatchObject({ id: admin.id, role: 'admin' })
    expect((await browser.ask('GET /api/admin/people')).code).toBeNull()
    const { items } = await listAudit(aCtx(database.db), { target: `person:${person.id}`, limit: 10 })
    expect(items.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['impersonation.ended', admin.id],
      ['person.impersonated', admin.id],
    ])
  })

  test('can write nothing, whatever the endpoint and the token', async () => {
    const { admin, browser } = await viewing('author')
    const other = await signedInBrowser(admin)
    const bearer = `Bearer ${await other.token()}`
    const writes = Object.entries<Endpoint>(endpoints).filter(
      ([key, { impersonated }]) => !key.startsWith('GET') && impersonated !== 'allowed',
    )
    expect(writes.length).toBeGreaterThan(100)
    for (const [key] of writes) {
      const [method = '', path = ''] = key.split(' ')
      const send = async (headers: Record<string, string>) => {
        const json = { 'content-type': 'application/json', ...headers }
        const response = await browser.visit(path.replace(/\{\w+\}/g, 'nothing'), { method, headers: json, body: '{}' })
        return ((await response.json()) as { error?: { code: string } }).error?.code
      }
      expect([key, await send({}), await send({ authorization: bearer })]).toEqual([key, 'view-only', 'view-only'])
    }
  })

  test('leaves no trace in the reading history, and is not seen', async () => {
    const { person, browser } = await viewing()
    const before = await database.db
      .selectFrom('person')
      .select('seenAt')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    const story = await anArticle(database.db, (await aPerson(database.db, 'author')).id)
    now = new Date(now.getTime() + 60_000 * 5)
    expect((await browser.visit(`/story/${story.slug}`)).status).toBe(200)
    expect((await browser.visit('/user/notifications')).status).toBe(200)
    const after = await database.db
      .selectFrom('person')
      .select('seenAt')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(after).toEqual(before)
    expect(await database.db.selectFrom('reading').selectAll().where('personId', '=', person.id).execute()).toEqual([])
    expect(await database.db.selectFrom('session').selectAll().where('uid', '=', person.uid).execute()).toEqual([])
  })

  test('does not see the account security of the person', async () => {
    const { browser } = await viewing()
    expect((await browser.ask('GET /api/account')).code).toBe('view-only')
    expect((await browser.visit('/user/account')).status).toBe(403)
  })

  test('gets pages that no cache shares with the admin or the person', async () => {
    const { admin, person, browser } = await viewing()
    const own = await signedInBrowser(admin)
    const theirs = await signedInBrowser(person)
    for (const path of ['/', '/about', '/latest']) {
      // Twice each, so that caches are filled and read.
      for (let n = 0; n < 2; n++) {
        const [viewed, adminPage, personPage] = [
          await pageOf(browser, path),
          await pageOf(own, path),
          await pageOf(theirs, path),
        ]
        expect([path, viewed.includes('"impersonation"'), viewed.includes(person.handle)]).toEqual([path, true, true])
        expect([path, adminPage.includes('"impersonation"'), adminPage.includes(person.handle)]).toEqual([
          path,
          false,
          false,
        ])
        expect([path, personPage.includes('"impersonation"'), personPage.includes(admin.handle)]).toEqual([
          path,
          false,
          false,
        ])
      }
    }
    await browser.ask('POST /api/impersonation/end')
    expect(await pageOf(browser, '/about')).not.toContain(person.handle)
  })

  test('is themselves again after 30 minutes', async () => {
    const { admin, person, browser } = await viewing()
    now = new Date(now.getTime() + 29 * 60_000)
    expect(await browser.viewer()).toMatchObject({ id: person.id })
    now = new Date(now.getTime() + 2 * 60_000)
    expect(await browser.viewer()).toMatchObject({ id: admin.id })
    expect((await browser.change('POST /api/profile/welcomed')).code).toBeNull()
    await endExpiredImpersonations({ ...app.ctx, now: () => now })
    const { items } = await listAudit(aCtx(database.db), { target: `person:${person.id}`, limit: 1 })
    expect(items).toMatchObject([{ action: 'impersonation.ended', actorId: admin.id }])
  })

  test('stops at once when they are no admin any more, or the person becomes one', async () => {
    const { admin, person, browser } = await viewing()
    await database.db.updateTable('person').set({ role: 'admin' }).where('id', '=', person.id).execute()
    expect(await browser.viewer()).toMatchObject({ id: admin.id })
    await database.db.updateTable('person').set({ role: 'reader' }).where('id', '=', person.id).execute()
    expect(await browser.viewer()).toMatchObject({ id: person.id })
    const second = await signedInBrowser(await aPerson(database.db, 'admin'))
    await second.change('PUT /api/admin/people/{id}/role', { params: { id: admin.id }, body: { role: 'reader' } })
    expect(await browser.viewer()).toMatchObject({ id: admin.id, role: 'reader' })
  })

  test('is not another browser: the cookie counts only with the session that started it', async () => {
    const { browser } = await viewing()
    const thief = await signedInBrowser(await aPerson(database.db, 'admin'))
    const stolen = browser.cookies.get('bramble_view_as')
    thief.cookies.set('bramble_view_as', stolen ?? '')
    expect(await thief.viewer()).toMatchObject({ role: 'admin' })
    const visitor = aBrowser(app)
    visitor.cookies.set('bramble_view_as', stolen ?? '')
    expect(await visitor.viewer()).toBeNull()
  })

  test('ends with a sign-out', async () => {
    const { browser } = await viewing()
    await browser.ask('POST /api/sign-out')
    expect(await browser.viewer()).toBeNull()
  })
})

test('an admin, a disabled person and oneself cannot be viewed, and editors cannot view', async () => {
  const admin = await aPerson(database.db, 'admin')
  const browser = await signedInBrowser(admin)
  const start = async (by: TestBrowser, id: string) =>
    (await by.change('POST /api/admin/people/{id}/impersonation', { params: { id } })).code
  expect(await start(browser, (await aPerson(database.db, 'admin')).id)).toBe('not-allowed')
  expect(await start(browser, admin.id)).toBe('not-allowed')
  const off = await aPerson(database.db)
  await browser.change('PUT /api/admin/people/{id}/disabled', { params: { id: off.id }, body: { disabled: true } })
  expect(await start(browser, off.id)).toBe('wrong-state')
  const editor = await signedInBrowser(await aPerson(database.db, 'editor'))
  expect(await start(editor, (await aPerson(database.db)).id)).toBe('not-allowed')
})
