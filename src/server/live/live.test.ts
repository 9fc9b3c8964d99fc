import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDraft, anArticle } from '#test/articles.ts'
import { clientOf } from '#test/client.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { type LiveEvent, openLive } from '#test/live.ts'
import { aCtx, aPerson, aSession, signedIn } from '#test/people.ts'
import { patiently } from '#test/patiently.ts'
import { endSession } from '#server/identity/sessions.ts'
import { notify } from '#server/notifications/notify.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'

let database: Database
let one: TestApp
let two: TestApp
beforeAll(async () => {
  database = await aDatabase()
  one = await anApp(database)
  two = await anApp(database)
})

const live = (app: TestApp, query = '') => `${app.url}/api/live${query}`
const titlesOf = (received: LiveEvent[]) =>
  received.filter(({ event }) => event === 'notification').map(({ data }) => titleOf(data))
const titleOf = (data: Record<string, unknown>) =>
  (data as { notification: { detail: { note: string } } }).notification.detail.note

let causes = 0
/** Creates a notification that can be recognized by its note. */
async function createNotification(personId: string, note: string) {
  causes += 1
  const { id: articleId } = await anArticle(database.db, personId)
  const cause = `review:${causes}`
  await inTransaction(aCtx(database.db), (tx) =>
    notify(tx, { kind: 'review', cause, actorId: null, personId, articleId, detail: { outcome: 'approve', note } }),
  )
}

const saying = (note: string) => (received: LiveEvent) =>
  received.event === 'notification' && titleOf(received.data) === note

test('visitors can open a stream only for a published story', async () => {
  expect((await openLive(live(one))).status).toBe(401)
  expect((await openLive(live(one, '?story=A0000000000000000000'))).status).toBe(404)
  expect((await openLive(live(one, '?after=yesterday'))).status).toBe(400)
  const author = await aPerson(database.db, 'author')
  const draft = await anArticle(database.db, author.id, { publishedAt: undefined })
  expect((await openLive(live(one, `?story=${draft.id}`))).status).toBe(404)
  const head = await one.get('/api/live', { method: 'HEAD' })
  expect(head.status).toBe(404)
})

test('a notification reaches every tab of its recipient, from any process, and no other person', async () => {
  const [ada, ben] = [await aPerson(database.db), await aPerson(database.db)]
  const cookie = await signedIn(database.db, ada)
  const [here, there] = [await openLive(live(one), { cookie }), await openLive(live(two), { cookie })]
  const other = await openLive(live(two), { cookie: await signedIn(database.db, ben) })
  await Promise.all([here, there, other].map((stream) => stream.until(({ event }) => event === 'unread')))
  await createNotification(ada.id, 'first')
  const received = await Promise.all([here.until(saying('first')), there.until(saying('first'))])
  for (const { id, data } of received) {
    expect(id).toBe('1')
    expect(data).toMatchObject({ unread: 1, notification: { kind: 'review', seq: 1, read: false } })
  }
  await createNotification(ben.id, 'for Ben')
  await other.until(saying('for Ben'))
  expect(titlesOf(other.events)).toEqual(['for Ben'])
})

test('a reconnecting client gets every missed notification, once and in order, from any process', async () => {
  const ada = await aPerson(database.db)
  const cookie = await signedIn(database.db, ada)
  const first = await openLive(live(one), { cookie })
  await createNotification(ada.id, 'one')
  const { id } = await first.until(saying('one'))
  first.close()
  await first.ended
  for (const note of ['two', 'three', 'four']) await createNotification(ada.id, note)
  const lastSeq = () => database.db.selectFrom('notificationState').select('lastSeq').where('personId', '=', ada.id)
  await expect.poll(async () => (await lastSeq().executeTakeFirst())?.lastSeq, patiently).toBe(4)
  const again = await openLive(live(two), { cookie, lastEventId: id })
  const byQuery = await openLive(live(one, '?after=2'), { cookie })
  await createNotification(ada.id, 'five')
  await Promise.all([again.until(saying('five')), byQuery.until(saying('five'))])
  expect(new Set(titlesOf(again.events))).toEqual(new Set(['two', 'three', 'four', 'five']))
  expect(again.events.filter(({ event }) => event === 'notification')).toHaveLength(4)
  const ids = again.events.filter(({ event }) => event === 'notification').map((received) => Number(received.id))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(titlesOf(byQuery.events)).toHaveLength(3)
})

test('a client catches up after a long absence, however much it missed', async () => {
  const ada = await aPerson(database.db)
  const { db } = database
  const { id: articleId } = await anArticle(db, ada.id)
  await db.insertInto('notificationState').values({ personId: ada.id, lastSeq: 250, unread: 250 }).execute()
  const rows = Array.from({ length: 250 }, (_, n) => ({
    id: ada.id.slice(0, 17) + String(n + 1).padStart(3, '0'),
    personId: ada.id,
    seq: n + 1,
    kind: 'review' as const,
    about: `review:${n}`,
    articleId,
    detail: JSON.stringify({ note: String(n + 1) }),
    createdAt: new Date(),
    updatedAt: new Date(),
  }))
  await db.insertInto('notification').values(rows).execute()
  const stream = await openLive(live(one, '?after=0'), { cookie: await signedIn(db, ada) })
  await stream.until(saying('250'))
  expect(titlesOf(stream.events)).toEqual(rows.map(({ seq }) => String(seq)))
})

test('reading in one tab updates the count in the others', async () => {
  const ada = await aPerson(database.db)
  const stream = await openLive(live(two), { cookie: await signedIn(database.db, ada) })
  await createNotification(ada.id, 'read me')
  await stream.until(saying('read me'))
  const call = await clientOf(one, ada)
  expect(await call('POST /api/notifications/read', { upTo: 1 })).toMatchObject({ status: 200, body: { unread: 0 } })
  const { data } = await stream.until(({ event, data: { lastSeq } }) => event === 'unread' && lastSeq === 1)
  expect(data).toEqual({ unread: 0, lastSeq: 1 })
})

test('the stream of an ended session is closed', async () => {
  const ada = await aPerson(database.db)
  const { session, cookie } = await aSession(database.db, ada)
  const left = await openLive(live(one), { cookie })
  const kept = await openLive(live(one), { cookie: await signedIn(database.db, ada) })
  await endSession(aCtx(database.db), ada.uid, session.id)
  await createNotification(ada.id, 'after')
  await kept.until(saying('after'))
  await left.ended
  expect(titlesOf(left.events)).toEqual([])
  expect((await openLive(live(one), { cookie })).status).toBe(401)
})

test('visitors get new responses to an open story, and missed ones when they reconnect', async () => {
  const author = await aPerson(database.db, 'author')
  const story = await anArticle(database.db, author.id)
  const stream = await openLive(live(two, `?story=${story.id}`))
  const respond = (id: string, at = new Date()) =>
    inTransaction(aCtx(database.db), async ({ db, invalidate }) => {
      const row = { id, articleId: story.id, authorId: author.id, text: 'Well said.', createdAt: at, changedAt: at }
      await db.insertInto('response').values(row).execute()
      invalidate(`live:response:${story.id}:${id}:-:new`)
    })
  await respond('R0000000000000000001')
  const first = await stream.until(({ event }) => event === 'response')
  expect(first.data).toEqual({ id: 'R0000000000000000001', parent: null, change: 'new', responses: 0 })
  expect(first.id).toMatch(/^0\.\d{13}$/)
  stream.close()
  await stream.ended
  const later = new Date(Date.now() + 60_000)
  await respond('R0000000000000000002', later)
  const again = await openLive(live(one, `?story=${story.id}`), { lastEventId: `0.${later.getTime() - 1000}` })
  const missed = await again.until(({ event }) => event === 'response')
  expect(missed.data).toMatchObject({ id: 'R0000000000000000002', change: 'new' })
})

test('the number of streams per person is limited, and closed streams are released', async () => {
  const own = openDatabase(database.url, { log: testLog })
  const strict = await anApp(own, { RELAX_LIMITS: '' })
  const cookie = await signedIn(database.db, await aPerson(database.db))
  const few = await Promise.all(Array.from({ length: 10 }, () => openLive(live(strict), { cookie })))
  expect(few.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await openLive(live(strict), { cookie })).status).toBe(429)
  few[0]?.close()
  await few[0]?.ended
  await expect.poll(async () => (await openLive(live(strict), { cookie })).status, patiently).toBe(200)
})

test('after a lost LISTEN connection, all streams are brought up to date', async () => {
  const ada = await aPerson(database.db)
  const stream = await openLive(live(one), { cookie: await signedIn(database.db, ada) })
  await stream.until(({ event }) => event === 'unread')
  const { rows } = await database.pool.query<{ cut: number }>(
    `select count(pg_terminate_backend(pid)) as cut from pg_stat_activity
     where application_name = 'bramble listener' and datname = current_database()`,
  )
  expect(rows[0]?.cut).toBeGreaterThan(0)
  await createNotification(ada.id, 'unheard')
  await stream.until(saying('unheard'))
  expect(titlesOf(stream.events)).toEqual(['unheard'])
}, 20_000)

describe('a draft that is open in the editor', () => {
  const client = () => newId()
  const watching = (app: TestApp, articleId: string, tab = client()) => live(app, `?edit=${articleId}&client=${tab}`)
  const namesIn = ({ data }: LiveEvent) => (data as { people: { name: string }[] }).people.map(({ name }) => name)
  const presenceOf =
    (...names: string[]) =>
    (received: LiveEvent) =>
      received.event === 'presence' && JSON.stringify(namesIn(received)) === JSON.stringify(names)

  async function aTeam() {
    const { db } = database
    const [maren, ben] = [
      await aPerson(db, 'author', { name: 'Maren Holt' }),
      await aPerson(db, 'reader', { name: 'Ben Ito' }),
    ]
    const { id } = await aDraft(db, maren.id, { coAuthors: [ben.id] })
    return { id, maren, ben, cookies: { maren: await signedIn(db, maren), ben: await signedIn(db, ben) } }
  }

  test('sends events only to people who can edit it, and only they can join', async () => {
    const { id, maren } = await aTeam()
    const stranger = await aPerson(database.db, 'author')
    expect((await openLive(watching(one, id))).status).toBe(401)
    expect((await openLive(watching(one, id), { cookie: await signedIn(database.db, stranger) })).status).toBe(404)
    expect((await openLive(live(one, `?edit=${id}`), { cookie: await signedIn(database.db, maren) })).status).toBe(400)
    const call = await clientOf(one, stranger)
    expect(await call(`PUT /api/articles/${id}/presence`, { client: client() })).toMatchObject({ status: 404 })
    expect(await call(`PUT /api/articles/${id}/presence`, { client: 'x:y' })).toMatchObject({ status: 400 })
    const trashed = await aDraft(database.db, maren.id, { state: 'trashed' })
    const own = await clientOf(one, maren)
    expect(await own(`PUT /api/articles/${trashed.id}/presence`, { client: client() })).toMatchObject({ status: 403 })
    const editor = await signedIn(database.db, await aPerson(database.db, 'editor'))
    expect((await openLive(watching(one, id), { cookie: editor })).status).toBe(200)
  })

  test('lists other people who have it open, from every process, but not the viewer’s second tab', async () => {
    const { id, cookies } = await aTeam()
    const maren = await openLive(watching(one, id), { cookie: cookies.maren })
    await maren.until(presenceOf())
    const ben = await openLive(watching(two, id), { cookie: cookies.ben })
    await Promise.all([maren.until(presenceOf('Ben Ito')), ben.until(presenceOf('Maren Holt'))])
    const second = await openLive(watching(two, id), { cookie: cookies.maren })
    await second.until(presenceOf('Ben Ito'))
    expect(ben.events.filter(({ event }) => event === 'presence').map(namesIn)).not.toContainEqual([
      'Maren Holt',
      'Maren Holt',
    ])
    expect(maren.events.some(presenceOf('Maren Holt', 'Ben Ito'))).toBe(false)
    const before = maren.events.length
    ben.close()
    await maren.until((received) => maren.events.indexOf(received) >= before && presenceOf()(received))
  })

  test('removes a browser that disappeared, and a person who can no longer edit', async () => {
    let ahead = 0
    const own = await anApp(openDatabase(database.url, { log: testLog }), {}, () => new Date(Date.now() + ahead))
    const { id, ben, cookies } = await aTeam()
    const stream = await openLive(watching(own, id), { cookie: cookies.maren })
    const call = await clientOf(one, ben)
    // This server does not have the tab's stream, only its renewals.
    const tab = client()
    const renew = () => call(`PUT /api/articles/${id}/presence`, { client: tab })
    expect(await renew()).toMatchObject({ status: 200, body: {} })
    await stream.until(presenceOf('Ben Ito'))
    const before = stream.events.length
    ahead += 13_000
    await stream.until((received) => stream.events.indexOf(received) >= before && presenceOf()(received))
    await database.db.deleteFrom('articleCoAuthor').where('personId', '=', ben.id).execute()
    expect(await renew()).toMatchObject({ status: 404 })
  })

  test('sends its version at the start, and after every save from any process', async () => {
    const { id, maren, ben, cookies } = await aTeam()
    const stream = await openLive(watching(two, id), { cookie: cookies.maren })
    const version = (wanted: number) => (received: LiveEvent) =>
      received.event === 'draft' && received.data['version'] === wanted
    await stream.until(version(1))
    const call = await clientOf(one, ben)
    expect(await call(`PUT /api/articles/${id}/draft`, { title: 'Ours', version: 1, save: 'a' })).toMatchObject({
      status: 200,
    })
    expect((await stream.until(version(2))).data).toEqual({ articleId: id, version: 2 })
    // A person who can no longer edit gets no events.
    const out = await openLive(watching(one, id), { cookie: cookies.ben })
    await out.until(version(2))
    await database.db.deleteFrom('articleCoAuthor').where('personId', '=', ben.id).execute()
    const author = await clientOf(one, maren)
    await author(`PUT /api/articles/${id}/draft`, { title: 'Mine', version: 2, save: 'b' })
    await stream.until(version(3))
    await stream.until(presenceOf())
    expect(out.events.some(version(3))).toBe(false)
  })
})
