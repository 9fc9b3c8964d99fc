import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { giveFromHouse } from '#test/berries.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { makeMember } from '#test/membership.ts'
import { aPayment } from '#test/payments.ts'
import { type TestPerson, aCtx, aPerson, aSession } from '#test/people.ts'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import { closeMonth } from '#server/earnings/close-months.ts'
import { recordMemberRead } from '#server/earnings/member-reads.ts'
import type { Database } from '#server/platform/db.ts'

let database: Database
let app: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  admin = await aPerson(database.db, 'admin')
  call = await clientOf(app, admin)
})

test('an erasure is previewed, confirmed with the handle, and leaves no personal data in the audit log', async () => {
  const { db } = database
  const person = await aPerson(db, 'author', { name: 'Leaving Person' })
  const reader = await aPerson(db)
  await aSession(db, person)
  await giveFromHouse(db, person.id, 12)
  const story = await anArticle(db, person.id)
  await db
    .insertInto('reading')
    .values({ personId: person.id, articleId: story.id, progress: 50, readAt: new Date() })
    .execute()
  await (
    await clientOf(app, reader)
  )(`PUT /api/people/${person.id}/follow`)
  await (
    await clientOf(app, person)
  )(`POST /api/stories/${story.id}/responses`, { text: 'A response that stays' })
  await call(`POST /api/admin/people/${person.id}/notes`, { text: 'Asked to be forgotten' })

  const preview = await call(`GET /api/admin/people/${person.id}/erasure`)
  expect(preview.body).toMatchObject({
    deleted: expect.arrayContaining([
      { what: 'Account with its sign-in methods', count: 1 },
      { what: 'Stories in the reading history', count: 1 },
      { what: 'Berries', count: 12 },
      { what: 'Private notes of admins', count: 1 },
    ]),
    trashed: [{ what: 'Stories and drafts', count: 1 }],
  })
  const wrong = await call(`POST /api/admin/people/${person.id}/erasure`, { handle: 'another' })
  expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } })
  const done = await call(`POST /api/admin/people/${person.id}/erasure`, {
    handle: `@${person.handle}`,
    reason: 'Request 17',
  })
  expect(done.body).toEqual({ done: true })

  expect((await call(`GET /api/admin/people/${person.id}`)).status).toBe(404)
  expect((await call(`POST /api/admin/people/${person.id}/erasure`, { handle: person.handle })).status).toBe(404)
  for (const table of ['reading', 'personNote', 'notification', 'readingList'] as const) {
    const column = table === 'readingList' ? 'ownerId' : 'personId'
    expect([table, await db.selectFrom(table).selectAll().where(column, '=', person.id).execute()]).toEqual([table, []])
  }
  const row = await db.selectFrom('person').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: 'Deleted user', state: 'erased', uid: null })
  const entries = await db.selectFrom('auditEntry').selectAll().where('targetId', '=', person.id).execute()
  expect(entries.at(-1)).toMatchObject({ action: 'person.erased', actorId: admin.id, reason: 'Request 17' })
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${person.handle}|${person.email}|Leaving Person`))
})

test('creators see what the site owes them before they delete their account, but no amounts of test mode', async () => {
  const { db } = database
  const [author, reader] = [await aPerson(db, 'author'), await aPerson(db)]
  const story = await anArticle(db, author.id)
  await makeMember(db, reader.id)
  const own = await clientOf(app, author)
  async function earn(month: string, provider: PaymentProviderName, closedAt: string) {
    const at = new Date(`${month}-10`)
    await aPayment(db, at, { provider })
    await recordMemberRead({ db, now: () => at }, { personId: reader.id, articleId: story.id })
    await closeMonth(aCtx(db, { now: () => new Date(closedAt) }), month)
  }
  await earn('2026-09', 'test', '2026-10-05')
  expect((await own('GET /api/earnings')).body).toMatchObject({ test: true, balances: [{ owed: 500 }] })
  expect((await own('GET /api/account/deletion')).body).toEqual({ owed: [] })
  await earn('2026-10', 'stripe', '2026-11-05')
  expect((await own('GET /api/account/deletion')).body).toEqual({ owed: [{ currency: 'eur', amount: 500 }] })
  expect((await (await clientOf(app, reader))('GET /api/account/deletion')).body).toEqual({ owed: [] })
})

test('admins do not erase themselves here', async () => {
  expect((await call(`POST /api/admin/people/${admin.id}/erasure`, { handle: admin.handle })).status).toBe(403)
})

test('a person without an account is erased too', async () => {
  const { db } = database
  await db
    .insertInto('person')
    .values({ id: 'b'.repeat(20), handle: 'demo-writer', name: 'Demo writer' })
    .execute()
  expect((await call(`POST /api/admin/people/${'b'.repeat(20)}/erasure`, { handle: 'demo-writer' })).status).toBe(200)
})
