import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { aPayment } from '#test/payments.ts'
import { type TestPerson, aPerson, aSession } from '#test/people.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

let database: Database
let app: TestApp
let admin: TestPerson
let asAdmin: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  admin = await aPerson(database.db, 'admin')
  asAdmin = await clientOf(app, admin)
})

const plan = { name: 'Reader', period: 'month', price: 500, currency: 'EUR' }

async function aPlan(fields: object = {}) {
  const { status, body } = await asAdmin('POST /api/admin/membership/plans', {
    ...plan,
    ...fields,
    request: newId(),
  })
  expect(status).toBe(200)
  return String(body['id'])
}

const sellerOfReceipt = { name: 'Seller', address: '', country: 'DE', taxId: 'DE1', email: '' }
const buyerOfReceipt = { name: 'محمد Ж Ω שלום 漢', address: '', country: '', taxId: '', email: '' }

function aTestPayment(person: TestPerson, given: Parameters<typeof aPayment>[2] = {}) {
  const parties = { seller: JSON.stringify(sellerOfReceipt), buyer: JSON.stringify(buyerOfReceipt) }
  const row = { personId: person.id, provider: 'test' as const, amount: 500, ...parties }
  return aPayment(database.db, new Date(), { ...row, ...given })
}

describe('a receipt', () => {
  const pdfOf = async (id: string, person: TestPerson | null) =>
    app.get(`/api/membership/receipts/${id}.pdf`, {
      headers: person ? { cookie: (await aSession(database.db, person)).cookie } : {},
    })

  test('is a PDF for its person and for admins; others find nothing', async () => {
    const [owner, stranger] = [await aPerson(database.db), await aPerson(database.db, 'editor')]
    const id = await aTestPayment(owner)
    const response = await pdfOf(id, owner)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="receipt-TEST-\d{6}\.pdf"$/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.toString('latin1')).toContain('NotoSansArabic')
    expect((await pdfOf(id, admin)).status).toBe(200)
    expect((await pdfOf(id, stranger)).status).toBe(404)
    expect((await pdfOf(id, null)).status).toBe(401)
    expect((await pdfOf('../../x', owner)).status).toBe(404)
    const failed = await aTestPayment(owner, { state: 'failed', number: null, paidAt: null })
    expect((await pdfOf(failed, owner)).status).toBe(404)
  })

  test('is listed for its person only, page by page', async () => {
    const [owner, stranger] = [await aPerson(database.db), await aPerson(database.db)]
    for (let n = 0; n < 3; n++) await aTestPayment(owner, { createdAt: new Date(Date.now() - n * 1000) })
    const call = await clientOf(app, owner)
    const first = await call('GET /api/membership/receipts?limit=2')
    expect(first.body['items']).toHaveLength(2)
    const rest = await call(`GET /api/membership/receipts?limit=2&before=${String(first.body['next'])}`)
    expect(rest.body).toMatchObject({ items: [{ state: 'paid', amount: 500 }], next: null })
    expect((await (await clientOf(app, stranger))('GET /api/membership/receipts')).body).toEqual({
      items: [],
      next: null,
    })
  })
})

describe('admins', () => {
  test('only they call the admin endpoints', async () => {
    const call = await clientOf(app, await aPerson(database.db, 'editor'))
    for (const list of ['revenue', 'plans', 'coupons', 'gift-codes', 'grants', 'members', 'payments'])
      expect((await call(`GET /api/admin/membership/${list}`)).status, list).toBe(403)
  })

  test('grant months once for each request', async () => {
    const person = await aPerson(database.db)
    const grant = { person: person.id, months: 2, reason: 'Thanks', request: newId() }
    const first = await asAdmin('POST /api/admin/membership/grants', grant)
    expect(first.status).toBe(200)
    expect((await asAdmin('POST /api/admin/membership/grants', grant)).body).toEqual(first.body)
    expect((await asAdmin('POST /api/admin/membership/grants', { ...grant, person: admin.id })).status).toBe(400)
    const own = await (await clientOf(app, person))('GET /api/membership/own')
    expect(own.body).toMatchObject({ member: true, source: 'admin', until: first.body['until'] })
    const audit = database.db.selectFrom('auditEntry').select('action').where('targetId', '=', person.id)
    expect(await audit.execute()).toEqual([{ action: 'membership.granted' }])
  })

  test('list the months that a person received and end them', async () => {
    const person = await aPerson(database.db)
    const grant = { person: person.id, months: 2, request: newId() }
    const { body: given } = await asAdmin('POST /api/admin/membership/grants', grant)
    const listed = await asAdmin(`GET /api/admin/membership/grants?person=@${person.handle}`)
    const running = { source: 'admin', months: 2, state: 'running', endsAt: given['until'] }
    expect(listed.body).toMatchObject({ items: [{ ...running, person: { id: person.id } }], next: null })
    expect((await asAdmin(`GET /api/admin/membership/grants?person=${newId()}`)).body['items']).toEqual([])
    const [{ id }] = listed.body['items'] as [{ id: string }]
    const ended = await asAdmin(`POST /api/admin/membership/grants/${id}/end`, { reason: 'By mistake' })
    expect(ended.body).toMatchObject({ id, state: 'over' })
    const own = await (await clientOf(app, person))('GET /api/membership/own')
    expect(own.body).toMatchObject({ member: false })
    expect((await asAdmin(`POST /api/admin/membership/grants/${id}/end`, {})).status).toBe(409)
    const events = database.db.selectFrom('notificationEvent').select('detail').where('personId', '=', person.id)
    expect(await events.orderBy('at').execute()).toMatchObject([
      { detail: { outcome: 'granted' } },
      { detail: { outcome: 'months-ended' } },
    ])
    const audit = database.db.selectFrom('auditEntry').select(['action', 'reason']).where('targetId', '=', person.id)
    expect(await audit.orderBy('id').execute()).toMatchObject([
      { action: 'membership.granted' },
      { action: 'membership.grant-ended', reason: 'By mistake' },
    ])
  })

  test('make coupons and gift codes and find members by name, state and plan', async () => {
    const planId = await aPlan()
    const person = await aPerson(database.db, 'reader', { name: 'Zebediah Quill' })
    const at = new Date()
    await database.db
      .insertInto('membership')
      .values({
        id: newId(),
        personId: person.id,
        planId,
        provider: 'test',
        subscriptionId: newId(),
        state: 'active',
        price: 500,
        currency: 'eur',
        period: 'month',
        periodStart: at,
        startedAt: at,
        updatedAt: at,
        periodEnd: new Date(at.getTime() + DAY_MS),
      })
      .execute()
    for (const query of ['q=zebed', `q=@${person.handle}`, `plan=${planId}`, `state=active&plan=${planId}`]) {
      const { body } = await asAdmin(`GET /api/admin/membership/members?${query}`)
      expect(body['items'], query).toMatchObject([{ person: { id: person.id }, plan: { name: 'Reader' } }])
    }
    const none = await asAdmin(`GET /api/admin/membership/members?state=expired&plan=${planId}`)
    expect(none.body['items']).toEqual([])
    const csv = await app.get(`/api/admin/membership/members.csv?plan=${planId}`, {
      headers: { cookie: (await aSession(database.db, admin)).cookie },
    })
    expect(await csv.text()).toContain('Zebediah Quill')
    const made = await asAdmin('POST /api/admin/membership/gift-codes', { count: 2, months: 1, request: newId() })
    expect(made.body).toMatchObject([{ bought: false }, { bought: false }])
    const coupon = { code: 'autumn', percentOff: 10, duration: 'once', plan: planId }
    expect((await asAdmin('POST /api/admin/membership/coupons', coupon)).body).toMatchObject({ code: 'AUTUMN' })
    const reader = await clientOf(app, await aPerson(database.db))
    const discount = await reader(`GET /api/membership/discount?code=autumn&plan=${planId}`)
    expect(discount.body).toMatchObject({ price: 450 })
  })

  test('add a plan and make codes once for each request', async () => {
    const added = { ...plan, request: newId() }
    const plans = await Promise.all([1, 2].map(() => asAdmin('POST /api/admin/membership/plans', added)))
    expect(plans[0]?.status).toBe(200)
    expect(plans[1]?.body).toEqual(plans[0]?.body)
    expect((await asAdmin('POST /api/admin/membership/plans', { ...added, price: 600 })).status).toBe(400)
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString()
    const batch = { count: 3, months: 2, note: 'Fair', expiresAt, request: newId() }
    const batches = await Promise.all([1, 2].map(() => asAdmin('POST /api/admin/membership/gift-codes', batch)))
    const codesOf = ({ body }: { body: unknown }) => (body as { code: string }[]).map(({ code }) => code).toSorted()
    expect(codesOf(batches[0] ?? { body: [] })).toHaveLength(3)
    expect(batches.map(codesOf)[1]).toEqual(batches.map(codesOf)[0])
    for (const other of [{ count: 2 }, { months: 1 }, { note: '' }, { expiresAt: null }])
      expect((await asAdmin('POST /api/admin/membership/gift-codes', { ...batch, ...other })).status).toBe(400)
    const audit = database.db.selectFrom('auditEntry').select('id').where('action', '=', 'gift-codes.created')
    expect(await audit.where(sql`after->>'note'`, '=', 'Fair').execute()).toHaveLength(1)
  })

  test('refund the last payment, which ends the membership', async () => {
    const planId = await aPlan()
    const person = await aPerson(database.db)
    const call = await clientOf(app, person)
    const checkout = await call('POST /api/membership/checkout', { plan: planId, request: newId() })
    const session = String(checkout.body['url']).match(/[\w-]+$/)?.[0] ?? ''
    expect((await call(`POST /api/membership/test/${session}/pay`, { card: 'works' })).status).toBe(200)
    expect((await call('GET /api/membership/own')).body).toMatchObject({ state: 'active', member: true })
    const listed = await asAdmin(`GET /api/admin/membership/members?plan=${planId}`)
    const [member] = listed.body['items'] as { id: string; refundable: number }[]
    expect(member).toMatchObject({ refundable: 500 })
    const refunded = await asAdmin(`POST /api/admin/membership/members/${member?.id}/refund`, { reason: 'Asked' })
    expect(refunded.body).toMatchObject({ state: 'expired', refunded: 500, refundable: 0 })
    expect((await call('GET /api/membership/own')).body).toMatchObject({ state: 'expired', member: false })
    const receipts = await call('GET /api/membership/receipts')
    expect(receipts.body['items']).toMatchObject([{ state: 'refunded', refunded: 500 }])
    for (const who of [person.id, `@${person.handle}`]) {
      const payments = await asAdmin(`GET /api/admin/membership/payments?person=${who}`)
      expect(payments.body['items']).toMatchObject([{ person: { id: person.id }, refunded: 500, provider: 'test' }])
    }
    expect((await asAdmin('GET /api/admin/membership/payments?person=nobody-at-all')).body['items']).toEqual([])
    expect((await asAdmin('GET /api/admin/membership/provider')).body).toEqual({ provider: 'test' })
    expect((await asAdmin(`POST /api/admin/membership/members/${member?.id}/refund`, {})).status).toBe(409)
    const entries = database.db.selectFrom('auditEntry').select(['action', 'after']).where('targetId', '=', person.id)
    expect(await entries.execute()).toEqual([
      { action: 'membership.refunded', after: { refunded: 500, currency: 'eur' } },
    ])
  })

  test('refund nothing of a membership that another provider has', async () => {
    const planId = await aPlan()
    const person = await aPerson(database.db)
    const at = new Date()
    const id = newId()
    const times = { periodStart: at, periodEnd: at, startedAt: at, updatedAt: at }
    const terms = { planId, price: 500, currency: 'eur', period: 'month' as const, state: 'active' as const }
    await database.db
      .insertInto('membership')
      .values({ id, personId: person.id, provider: 'stripe', subscriptionId: newId(), ...terms, ...times })
      .execute()
    const refused = await asAdmin(`POST /api/admin/membership/members/${id}/refund`, {})
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'wrong-state'])
    const entries = database.db.selectFrom('auditEntry').select('id').where('targetId', '=', person.id)
    expect(await entries.execute()).toEqual([])
  })

  test('a gift is bought in the test checkout and redeemed by another person', async () => {
    const planId = await aPlan()
    const [buyer, friend] = [await aPerson(database.db), await aPerson(database.db)]
    const call = await clientOf(app, buyer)
    const gift = { plan: planId, recipientName: 'Ada', recipientEmail: friend.email, request: newId() }
    const started = await call('POST /api/membership/gifts/checkout', gift)
    const again = await call('POST /api/membership/gifts/checkout', gift)
    expect(again.body).toEqual(started.body)
    const session = String(started.body['url']).match(/[\w-]+$/)?.[0] ?? ''
    expect((await call(`POST /api/membership/test/${session}/pay`, { card: 'works' })).status).toBe(200)
    const result = await call(`GET /api/membership/checkout/${String(started.body['checkout'])}`)
    expect(result.body).toMatchObject({ kind: 'gift', state: 'paid' })
    const { code } = result.body['gift'] as { code: string }
    const asFriend = await clientOf(app, friend)
    const redeemed = await asFriend('POST /api/membership/gifts/redeem', { code })
    expect(redeemed.body).toMatchObject({ member: true, source: 'gift' })
    expect((await call('GET /api/membership/gifts')).body).toMatchObject([{ code, state: 'redeemed' }])
    const listed = await asAdmin(`GET /api/admin/membership/gift-codes?q=${code}`)
    expect(listed.body['items']).toMatchObject([{ bought: true, buyer: { id: buyer.id } }])
  })
})
