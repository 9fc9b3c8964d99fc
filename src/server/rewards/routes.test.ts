import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { aReward, giveFromHouse } from '#test/berries.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson, signedIn } from '#test/people.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { getBalance } from './ledger.ts'
import { settleDueGifts } from './settle-gifts.ts'

let db: Db
let app: TestApp
let visitor: Call
let reader: Call
let admin: Call
let readerPerson: TestPerson
let adminPerson: TestPerson
const clock = aClock()
beforeAll(async () => {
  const database = await aDatabase()
  db = database.db
  app = await anApp(database, {}, clock.now)
  readerPerson = await aPerson(db, 'reader', { name: 'Ada Quill' })
  adminPerson = await aPerson(db, 'admin')
  visitor = await clientOf(app, null)
  reader = await clientOf(app, readerPerson)
  admin = await clientOf(app, adminPerson)
})

const postcard = { kind: 'other', name: 'Postcard', price: 30, stock: 4, question: 'Where should we send it?' }
const overview = async () => (await admin('GET /api/admin/rewards')).body
const namesOf = (rewards: unknown) => (rewards as { name: string }[]).map(({ name }) => name)

async function aRichReader(amount: number) {
  const person = await aPerson(db)
  await giveFromHouse(db, person.id, amount)
  return { person, call: await clientOf(app, person) }
}

describe('access', () => {
  test('visitors see what berries are and who earned most', async () => {
    expect(await visitor('GET /api/berries/about')).toMatchObject({
      status: 200,
      body: { rules: [{ kind: 'read' }, { kind: 'streak' }, { kind: 'story' }] },
    })
    expect((await visitor('GET /api/berries/leaderboard')).status).toBe(200)
  })

  test.each([
    'GET /api/berries',
    'GET /api/berries/ledger',
    'GET /api/berries/gifts?side=given',
    'GET /api/berries/redemptions',
  ])('%s is for signed-in people', async (key) => {
    expect((await visitor(key)).status).toBe(401)
    expect((await reader(key)).status).toBe(200)
  })

  test.each([
    'GET /api/admin/rewards',
    'GET /api/admin/rewards/redemptions',
    'GET /api/admin/rewards/ledger',
    'POST /api/admin/rewards/prove',
  ])('%s is for admins', async (key) => {
    const editor = await clientOf(app, await aPerson(db, 'editor'))
    expect((await visitor(key)).status).toBe(401)
    expect((await reader(key)).status).toBe(403)
    expect((await editor(key)).status).toBe(403)
    expect((await admin(key)).status).toBe(200)
  })

  test.each(['redemptions', 'ledger'])('the export of %s is for admins', async (list) => {
    const path = `/api/admin/rewards/${list}.csv`
    expect((await app.get(path)).status).toBe(401)
    const cookie = await signedIn(db, readerPerson)
    expect((await app.get(path, { headers: { cookie } })).status).toBe(403)
  })
})

test('of two admins who change a rule, the second gets the version of the first', async () => {
  const key = 'PUT /api/admin/rewards/rules/streak'
  const change = { amount: 3, dailyCap: 6, enabled: true, version: 1 }
  expect(await admin(key, change)).toMatchObject({ status: 200, body: { amount: 3, dailyCap: 6, version: 2 } })
  expect(await admin(key, { ...change, amount: 9 })).toMatchObject({
    status: 409,
    body: { error: { code: 'version-conflict', details: { current: { amount: 3, version: 2 } } } },
  })
  expect((await admin(key, { ...change, amount: -1, version: 2 })).status).toBe(400)
  expect((await reader(key, { ...change, version: 2 })).status).toBe(403)
  expect((await visitor('GET /api/berries/about')).body['rules']).toContainEqual({
    kind: 'streak',
    amount: 3,
    dailyCap: 6,
  })
})

describe('the catalogue', () => {
  test('a reward is added, changed once for each version, and archived', async () => {
    const { status, body } = await admin('POST /api/admin/rewards/catalogue', postcard)
    expect([status, body]).toMatchObject([200, { ...postcard, perPerson: null, archived: false, version: 1 }])
    const key = `PUT /api/admin/rewards/catalogue/${String(body['id'])}`
    const change = { ...postcard, price: 25, stock: { from: 4, to: 4 }, archived: false, version: 1 }
    expect(await admin(key, change)).toMatchObject({ status: 200, body: { price: 25, version: 2 } })
    expect(await admin(key, { ...change, price: 99 })).toMatchObject({
      status: 409,
      body: { error: { code: 'version-conflict', details: { current: { price: 25, version: 2 } } } },
    })
    const offered = async () => namesOf((await visitor('GET /api/berries/about')).body['rewards'])
    expect(await offered()).toContain('Postcard')
    expect(await admin(key, { ...change, archived: true, version: 2 })).toMatchObject({ body: { archived: true } })
    expect(await offered()).not.toContain('Postcard')
    expect(namesOf((await overview())['rewards'])).toContain('Postcard')
  })

  test('a membership needs its months, and an unknown reward is not found', async () => {
    const month = { ...postcard, kind: 'membership', question: '' }
    expect((await admin('POST /api/admin/rewards/catalogue', month)).status).toBe(400)
    const change = { ...postcard, stock: { from: 4, to: 4 }, archived: false, version: 1 }
    expect((await admin(`PUT /api/admin/rewards/catalogue/${newId()}`, change)).status).toBe(404)
  })

  test('redemptions while an admin edits keep the stock right, and its version', async () => {
    const { person, call } = await aRichReader(100)
    const { body } = await admin('POST /api/admin/rewards/catalogue', { ...postcard, question: '' })
    const id = String(body['id'])
    const key = `PUT /api/admin/rewards/catalogue/${id}`
    const change = { ...postcard, question: '', archived: false, version: 1 }
    const redeem = { price: 30, request: newId() }
    expect((await call(`POST /api/berries/rewards/${id}/redeem`, redeem)).status).toBe(200)
    expect(await admin(key, { ...change, stock: { from: 4, to: 14 } })).toMatchObject({
      body: { stock: 13, version: 2 },
    })
    const fewer = { ...change, stock: { from: 14, to: 0 }, version: 2 }
    expect(await admin(key, fewer)).toMatchObject({ body: { stock: 0, version: 3 } })
    expect(await admin(key, { ...change, stock: { from: 0, to: null }, version: 3 })).toMatchObject({
      body: { stock: null },
    })
    // The kind stays as long as someone has it.
    const badge = { ...change, kind: 'badge', stock: { from: null, to: 2 }, version: 4 }
    expect(await admin(key, badge)).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } })
    const [redemption] = await db.selectFrom('redemption').select('id').where('personId', '=', person.id).execute()
    await admin(`POST /api/admin/rewards/redemptions/${redemption?.id}/refund`, { note: 'Back' })
    expect(await admin(key, badge)).toMatchObject({ body: { kind: 'badge', stock: 2, version: 5 } })
  })

  test('the order is that of the admin', async () => {
    const ids = [await aReward(db, { name: 'First' }), await aReward(db, { name: 'Second' })]
    const order = async () => namesOf((await overview())['rewards']).filter((name) => /^(First|Second)$/.test(name))
    await admin('PUT /api/admin/rewards/order', { ids })
    expect(await order()).toEqual(['First', 'Second'])
    await admin('PUT /api/admin/rewards/order', { ids: ids.toReversed() })
    expect(await order()).toEqual(['Second', 'First'])
    // What is left out comes after them.
    await admin('PUT /api/admin/rewards/order', { ids: ids.slice(0, 1) })
    expect(await order()).toEqual(['First', 'Second'])
    expect(namesOf((await overview())['rewards'])[0]).toBe('First')
    expect(namesOf((await visitor('GET /api/berries/about')).body['rewards'])).toContain('Second')
  })
})

test('a badge has its present name on a cached profile', async () => {
  const { person, call } = await aRichReader(50)
  const badge = { kind: 'badge', name: 'Early bird', price: 30 }
  const { body } = await admin('POST /api/admin/rewards/catalogue', badge)
  const id = String(body['id'])
  await call(`POST /api/berries/rewards/${id}/redeem`, { price: 30, request: newId() })
  const page = async () => (await app.get(`/user/${person.handle}`)).text()
  expect(await page()).toContain('Early bird')
  const change = { ...badge, name: 'Night owl', stock: { from: null, to: null }, archived: false, version: 1 }
  await admin(`PUT /api/admin/rewards/catalogue/${id}`, change)
  await expect.poll(page).toContain('Night owl')
})

test('a repeated request redeems once, and admins list, fulfil and export it', async () => {
  const { person, call } = await aRichReader(50)
  const id = await aReward(db, { name: 'Mug', price: 20, stock: 2, question: 'Where to?' })
  const key = `POST /api/berries/rewards/${id}/redeem`
  const request = newId()
  expect((await call(key, { price: 20, request })).status).toBe(400)
  const body = { price: 20, answer: '=Hedge Lane 1', request }
  const [one, two] = await Promise.all([call(key, body), call(key, body)])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(one.body).toEqual(two.body)
  expect(one.body).toMatchObject({ balance: 30, redemption: { state: 'to-fulfil', price: 20 } })
  expect((await call(key, { ...body, answer: 'Again', request: newId() })).body).toMatchObject({ balance: 10 })
  expect(await call(key, { ...body, answer: 'Once more', request: newId() })).toMatchObject({
    body: { error: { code: 'out-of-stock' } },
  })

  const listed = await admin(`GET /api/admin/rewards/redemptions?reward=${id}&state=to-fulfil&sort=at`)
  expect(listed.body['items']).toMatchObject([
    { answer: '=Hedge Lane 1', person: { handle: person.handle } },
    { answer: 'Again' },
  ])
  const redemption = String(Object(one.body['redemption'])['id'])
  await admin(`POST /api/admin/rewards/redemptions/${redemption}/fulfil`, { note: 'On its way' })
  expect((await call('GET /api/berries/redemptions')).body).toContainEqual(
    expect.objectContaining({ id: redemption, state: 'fulfilled', note: 'On its way' }),
  )

  const text = await exported(`/api/admin/rewards/redemptions.csv?reward=${id}&sort=at`)
  const [header, first, second, ...rest] = text.trim().split('\r\n')
  expect(header).toBe('id,reward,person,price,state,answer,note,redeemed')
  expect(first).toContain(`${redemption},Mug,${person.handle},20,fulfilled,'=Hedge Lane 1,On its way,`)
  expect(second).toContain(',to-fulfil,Again,')
  expect(rest).toEqual([])
})

test('a gift is given once for each request and can be undone until it is settled', async () => {
  const author = await aPerson(db, 'author')
  const story = await anArticle(db, author.id)
  const { call } = await aRichReader(20)
  const key = `POST /api/stories/${story.slug}/berries`
  const body = { amount: 5, request: newId() }
  expect((await visitor(key, body)).status).toBe(401)
  const { body: given } = await call(key, body)
  expect(given).toMatchObject({ amount: 5, balance: 15 })
  // Repeated with another amount, it is the same gift.
  expect((await call(key, { ...body, amount: 9 })).body).toMatchObject({ gift: given['gift'], amount: 5, balance: 15 })
  const undo = `POST /api/berries/gifts/${String(given['gift'])}/undo`
  expect((await reader(undo)).status).toBe(404)
  expect(await call(undo)).toMatchObject({ status: 200, body: { balance: 20 } })
  expect((await call('GET /api/berries/gifts?side=given')).body['items']).toMatchObject([
    { id: given['gift'], state: 'undone', amount: 5, story: { slug: story.slug } },
  ])

  const { body: late } = await call(key, { ...body, request: newId() })
  clock.pass(MINUTE_MS)
  await settleDueGifts(
    aCtx(db, { now: clock.now }),
    () => false,
    () => {},
  )
  expect(await call(`POST /api/berries/gifts/${String(late['gift'])}/undo`)).toMatchObject({
    body: { error: { code: 'wrong-state' } },
  })
  const own = await clientOf(app, author)
  expect(await own(key, { amount: 1, request: newId() })).toMatchObject({ body: { error: { code: 'gift-refused' } } })
})

test('a correction is made once, listed, exported and reversed; the books balance', async () => {
  const person = await aPerson(db)
  const correction = { handle: person.handle, amount: 40, note: 'Lost, then found', request: newId() }
  const { body: made } = await admin('POST /api/admin/rewards/corrections', correction)
  await admin('POST /api/admin/rewards/corrections', correction)
  expect(await getBalance(db, person.id)).toBe(40)

  const listed = await admin(`GET /api/admin/rewards/ledger?q=${person.handle}&kind=correction`)
  expect(listed.body['items']).toMatchObject([{ id: made['id'], note: 'Lost, then found', reversed: false }])
  const text = await exported(`/api/admin/rewards/ledger.csv?q=${person.handle}`)
  const [header, first, ...rest] = text.trim().split('\r\n')
  expect(header).toBe('id,kind,at,cause,reverses,note,by,entries')
  expect(first).toContain(`${String(made['id'])},correction,`)
  expect(first).toContain('"Lost, then found"')
  expect(first).toContain(`${person.id} 40`)
  expect(rest).toEqual([])

  const reverse = `POST /api/admin/rewards/ledger/${String(made['id'])}/reverse`
  expect((await admin(reverse, { note: '' })).status).toBe(400)
  expect(await admin(reverse, { note: 'Twice' })).toMatchObject({ status: 200, body: { reverses: made['id'] } })
  expect(await admin(reverse, { note: 'Twice' })).toMatchObject({ body: { error: { code: 'wrong-state' } } })
  expect(await getBalance(db, person.id)).toBe(0)

  expect(await admin('POST /api/admin/rewards/prove')).toMatchObject({ status: 200, body: { differences: [] } })
  const { differences, totals } = Object((await overview())['proof'])
  expect(differences).toEqual([])
  expect(totals.issued + totals.corrected).toBe(totals.held + totals.redeemed + totals.pendingGifts)
})

async function exported(path: string) {
  const cookie = await signedIn(db, adminPerson)
  const response = await app.get(path, { headers: { cookie } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="\w+\.csv"$/)
  return response.text()
}
