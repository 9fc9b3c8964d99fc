import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { makeMember } from '#test/membership.ts'
import { aPayment } from '#test/payments.ts'
import { type TestPerson, aCtx, aPerson, signedIn } from '#test/people.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { closeMonth, closeMonths } from './close-months.ts'
import { recordMemberRead } from './member-reads.ts'

const now = new Date('2026-11-12T10:00:00Z')
const october = new Date('2026-10-12T10:00:00Z')

/** How far the clock of the server is past `now`, in milliseconds. */
let ahead = 0
let db: Db
let app: TestApp
let admin: Call
let ada: TestPerson
let bo: TestPerson
beforeAll(async () => {
  const database = await aDatabase()
  db = database.db
  app = await anApp(database, {}, () => new Date(now.getTime() + ahead))
  admin = await clientOf(app, await aPerson(db, 'admin'))
  ada = await aPerson(db, 'author', { name: 'Ada Quill' })
  bo = await aPerson(db, 'author', { name: 'Bo Fern' })
  const stories = [await anArticle(db, ada.id, { title: 'Rivers' }), await anArticle(db, bo.id, { title: 'Ferns' })]
  await aPayment(db, october, { amount: 4000 })
  await aPayment(db, now, { amount: 800 })
  for (const count of [0, 1, 2, 3]) {
    const reader = await aPerson(db)
    await makeMember(db, reader.id)
    // Ada has three reads, Bo one.
    const { id } = (count < 3 ? stories[0] : stories[1]) ?? { id: '' }
    for (const at of [october, now])
      await recordMemberRead({ db, now: () => at }, { personId: reader.id, articleId: id })
  }
  await closeMonth(aCtx(db, { now: () => now }), '2026-10')
})

const payout = (more: object = {}) => ({
  person: ada.id,
  amount: 500,
  currency: 'eur',
  reference: 'Transfer 17',
  paidOn: '2026-11-10',
  request: newId(),
  ...more,
})

async function owedTo(person: { id: string }) {
  const { body } = await admin('GET /api/admin/earnings?sort=-owed')
  const items = body['items'] as { person: { id: string }; earned: number; paid: number; owed: number }[]
  const found = items.find((item) => item.person.id === person.id)
  return found && { earned: found.earned, paid: found.paid, owed: found.owed }
}

test('creators see their own months, their stories and an estimate of the current month', async () => {
  const own = await clientOf(app, ada)
  const { body } = await own('GET /api/earnings')
  expect(body).toMatchObject({
    test: false,
    sharePercent: 50,
    readsThisMonth: 3,
    open: [
      {
        month: '2026-11',
        currency: 'eur',
        revenue: 800,
        pool: 400,
        reads: 4,
        ownReads: 3,
        amount: 300,
        closedAt: null,
      },
    ],
    closed: [{ month: '2026-10', revenue: 4000, pool: 2000, reads: 4, ownReads: 3, amount: 1500 }],
    balances: [{ currency: 'eur', earned: 1500, paid: 0, owed: 1500 }],
    payouts: [],
  })
  for (const [month, amount] of [
    ['2026-10', 1500],
    ['2026-11', 300],
  ] as const) {
    const stories = await own(`GET /api/earnings/stories?month=${month}`)
    expect(stories.body).toMatchObject({ items: [{ title: 'Rivers', storyReads: 3, authors: 1, amount }], next: null })
    const others = await own(`GET /api/earnings/stories?month=${month}&currency=jpy`)
    expect(others.body).toEqual({ items: [], next: null })
  }
})

test('a person never sees the amounts of another, and only admins see all', async () => {
  const other = await clientOf(app, bo)
  expect(JSON.stringify((await other('GET /api/earnings')).body)).not.toContain('1500')
  expect(JSON.stringify((await other('GET /api/earnings/stories?month=2026-10')).body)).not.toContain('Rivers')
  const file = await app.get('/api/earnings/stories.csv?month=2026-10', { headers: { cookie: await signedIn(db, bo) } })
  const text = await file.text()
  expect(text).toContain('Ferns')
  expect(text).not.toContain('Rivers')
  expect((await app.get('/api/earnings/stories.csv?month=2026-10')).status).toBe(401)
  const visitor = await clientOf(app, null)
  expect((await visitor('GET /api/earnings')).status).toBe(401)
  const editor = await clientOf(app, await aPerson(db, 'editor'))
  for (const key of ['GET /api/admin/earnings', 'GET /api/admin/earnings/months', 'GET /api/admin/earnings/payouts'])
    expect((await editor(key)).status).toBe(403)
  expect((await editor('POST /api/admin/earnings/payouts', payout())).status).toBe(403)
})

test('a payout is recorded once per request, never more than is owed, and can be voided', async () => {
  const request = newId()
  const made = await Promise.all([1, 2].map(() => admin('POST /api/admin/earnings/payouts', payout({ request }))))
  expect(made.map(({ status }) => status)).toEqual([200, 200])
  expect(made[0]?.body['id']).toBe(made[1]?.body['id'])
  expect(await owedTo(ada)).toEqual({ earned: 1500, paid: 500, owed: 1000 })

  const tooMuch = await admin('POST /api/admin/earnings/payouts', payout({ amount: 1001 }))
  expect(tooMuch).toMatchObject({
    status: 409,
    body: { error: { code: 'payout-exceeds-owed', details: { owed: 1000 } } },
  })
  for (const other of [{ amount: 400 }, { reference: 'Transfer 18' }, { paidOn: '2026-11-09' }])
    expect((await admin('POST /api/admin/earnings/payouts', payout({ request, ...other }))).status).toBe(400)
  expect((await admin('POST /api/admin/earnings/payouts', payout({ paidOn: '2026-12-24' }))).status).toBe(400)
  expect((await admin('POST /api/admin/earnings/payouts', payout({ currency: 'usd' }))).status).toBe(409)

  const { body } = await (await clientOf(app, ada))('GET /api/earnings')
  expect(body).toMatchObject({ payouts: [{ amount: 500, reference: 'Transfer 17', paidOn: '2026-11-10' }] })

  const id = String(made[0]?.body['id'])
  for (const _ of [1, 2]) {
    const voided = await admin(`POST /api/admin/earnings/payouts/${id}/void`)
    expect(voided.body).toMatchObject({ id, voidedAt: now.toISOString() })
  }
  expect(await owedTo(ada)).toEqual({ earned: 1500, paid: 0, owed: 1500 })
  const entries = await db.selectFrom('auditEntry').select('action').where('targetId', '=', ada.id).execute()
  expect(entries.map(({ action }) => action)).toEqual(['payout.recorded', 'payout.voided'])
})

test('admins who pay at once cannot pay more than is owed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => admin('POST /api/admin/earnings/payouts', payout({ person: bo.id, amount: 200 }))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(await owedTo(bo)).toEqual({ earned: 500, paid: 400, owed: 100 })
})

test('admins search creators and payouts, see the months, and export', async () => {
  const found = await admin('GET /api/admin/earnings?q=quill&show=owed')
  expect(found.body).toMatchObject({
    items: [{ person: { name: 'Ada Quill' }, currency: 'eur' }],
    next: null,
    test: false,
  })
  expect((await admin('GET /api/admin/earnings/payouts?q=transfer 17')).body['items']).not.toEqual([])
  expect((await admin('GET /api/admin/earnings/payouts?q=zebra')).body['items']).toEqual([])
  const first = await admin('GET /api/admin/earnings?limit=1')
  const second = await admin(`GET /api/admin/earnings?limit=1&before=${String(first.body['next'])}`)
  expect(second.body).toMatchObject({ items: [{ person: { name: 'Bo Fern' } }], next: null })
  expect((await admin('GET /api/admin/earnings/months')).body).toMatchObject({
    test: false,
    open: [{ month: '2026-11', pool: 400 }],
    closed: [{ month: '2026-10', pool: 2000, distributed: 2000, creators: 2 }],
  })
  const cookie = await signedIn(db, await aPerson(db, 'admin'))
  expect(await (await app.get('/api/admin/earnings.csv', { headers: { cookie } })).text()).toContain('Ada Quill')
  expect(await (await app.get('/api/admin/earnings/payouts.csv', { headers: { cookie } })).text()).toContain(
    'Transfer 17',
  )
})

test('earnings and payouts of a deleted account stay without a name', async () => {
  const before = await owedTo(bo)
  const preview = await admin(`GET /api/admin/people/${bo.id}/erasure`)
  expect(preview.body['kept']).toEqual([
    { what: 'Amounts that stories earned', count: 1 },
    { what: 'Payouts', count: 2 },
    { what: 'Earnings that were not paid out (€1.00)', count: 1 },
  ])
  await deleteAccount(aCtx(db), bo.uid)
  expect(await owedTo(bo)).toEqual(before)
  const { body } = await admin('GET /api/admin/earnings')
  expect(JSON.stringify(body)).not.toContain('Bo Fern')
  expect(JSON.stringify(body)).toContain('Deleted user')
})

test('a reader who deletes the account leaves no reads of closed months, and those of open months count', async () => {
  const reader = await aPerson(db)
  await makeMember(db, reader.id)
  const story = await anArticle(db, ada.id)
  for (const at of [october, now])
    await recordMemberRead({ db, now: () => at }, { personId: reader.id, articleId: story.id })
  await deleteAccount(aCtx(db), reader.uid)
  const months = () => db.selectFrom('memberRead').select('month').where('personId', '=', reader.id).execute()
  expect(await months()).toEqual([{ month: '2026-11' }])
  await closeMonths(aCtx(db, { now: () => new Date('2026-12-03T00:00:00Z') }))
  expect(await months()).toEqual([])
  const { reads } = await db
    .selectFrom('earningsMonth')
    .select('reads')
    .where('month', '=', '2026-11')
    .executeTakeFirstOrThrow()
  expect(reads).toBe(5)
})

test('a finished story of the reading page counts for a member, once there was time to read it', async () => {
  const reader = await aPerson(db)
  await makeMember(db, reader.id)
  const story = await anArticle(db, ada.id)
  const rows = () => db.selectFrom('memberRead').select('month').where('articleId', '=', story.id).execute()
  const call = await clientOf(app, reader)
  const finish = () => call(`POST /api/stories/${story.slug}/reading`, { progress: 100, finished: true })
  await call(`POST /api/stories/${story.slug}/reading`, { progress: 0, finished: false })
  await finish()
  expect(await rows()).toEqual([])
  ahead = MINUTE_MS
  await finish()
  expect(await rows()).toEqual([{ month: '2026-11' }])
})
