import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { clientOf } from '#test/client.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { type Heard, aLine } from '#test/live.ts'
import { aCtx, aPerson, aSession, signedIn } from '#test/people.ts'
import { patiently } from '#test/patiently.ts'
import { endSession } from '#server/identity/sessions.ts'
import { tell } from '#server/notifications/tell.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
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
const lines = (heard: Heard[]) => heard.filter(({ event }) => event === 'notification').map(({ data }) => titleOf(data))
const titleOf = (data: Record<string, unknown>) =>
  (data as { notification: { detail: { note: string } } }).notification.detail.note

let causes = 0
/** Something that is told as a line of its own, with a word to know it by. */
async function happen(personId: string, note: string) {
  causes += 1
  const { id: articleId } = await anArticle(database.db, personId)
  const cause = `review:${causes}`
  await inTransaction(aCtx(database.db), (tx) =>
    tell(tx, { kind: 'review', cause, actorId: null, personId, articleId, detail: { outcome: 'approve', note } }),
  )
}

const saying = (note: string) => (heard: Heard) => heard.event === 'notification' && titleOf(heard.data) === note

test('a visitor has a line only to a story, and nobody to what is none', async () => {
  expect((await aLine(live(one))).status).toBe(401)
  expect((await aLine(live(one, '?story=A0000000000000000000'))).status).toBe(404)
  expect((await aLine(live(one, '?after=yesterday'))).status).toBe(400)
  const author = await aPerson(database.db, 'author')
  const draft = await anArticle(database.db, author.id, { publishedAt: undefined })
  expect((await aLine(live(one, `?story=${draft.id}`))).status).toBe(404)
  const head = await one.get('/api/live', { method: 'HEAD' })
  expect(head.status).toBe(404)
})

test('what happens reaches every window of a person, whichever process it is open with, and nobody else', async () => {
  const [ada, ben] = [await aPerson(database.db), await aPerson(database.db)]
  const cookie = await signedIn(database.db, ada)
  const [here, there] = [await aLine(live(one), { cookie }), await aLine(live(two), { cookie })]
  const other = await aLine(live(two), { cookie: await signedIn(database.db, ben) })
  await Promise.all([here, there, other].map((line) => line.until(({ event }) => event === 'unread')))
  await happen(ada.id, 'first')
  const heard = await Promise.all([here.until(saying('first')), there.until(saying('first'))])
  for (const { id, data } of heard) {
    expect(id).toBe('1')
    expect(data).toMatchObject({ unread: 1, notification: { kind: 'review', seq: 1, read: false } })
  }
  await happen(ben.id, 'for Ben')
  await other.until(saying('for Ben'))
  expect(lines(other.heard)).toEqual(['for Ben'])
})

test('whoever comes back hears what was missed, each thing once and in its order, from any process', async () => {
  const ada = await aPerson(database.db)
  const cookie = await signedIn(database.db, ada)
  const first = await aLine(live(one), { cookie })
  await happen(ada.id, 'one')
  const { id } = await first.until(saying('one'))
  first.close()
  await first.ended
  for (const note of ['two', 'three', 'four']) await happen(ada.id, note)
  const again = await aLine(live(two), { cookie, lastEventId: id })
  const byQuery = await aLine(live(one, '?after=2'), { cookie })
  await happen(ada.id, 'five')
  await Promise.all([again.until(saying('five')), byQuery.until(saying('five'))])
  expect(new Set(lines(again.heard))).toEqual(new Set(['two', 'three', 'four', 'five']))
  expect(again.heard.filter(({ event }) => event === 'notification')).toHaveLength(4)
  const ids = again.heard.filter(({ event }) => event === 'notification').map((heard) => Number(heard.id))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(lines(byQuery.heard)).toHaveLength(3)
})

test('a long absence is made up for, however much was missed', async () => {
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
  const line = await aLine(live(one, '?after=0'), { cookie: await signedIn(db, ada) })
  await line.until(saying('250'))
  expect(lines(line.heard)).toEqual(rows.map(({ seq }) => String(seq)))
})

test('reading in one window counts anew in the others', async () => {
  const ada = await aPerson(database.db)
  const line = await aLine(live(two), { cookie: await signedIn(database.db, ada) })
  await happen(ada.id, 'read me')
  await line.until(saying('read me'))
  const call = await clientOf(one, ada)
  expect(await call('POST /api/notifications/read', { upTo: 1 })).toMatchObject({ status: 200, body: { unread: 0 } })
  const { data } = await line.until(({ event, data: { lastSeq } }) => event === 'unread' && lastSeq === 1)
  expect(data).toEqual({ unread: 0, lastSeq: 1 })
})

test('a session that has ended hears nothing more', async () => {
  const ada = await aPerson(database.db)
  const { session, cookie } = await aSession(database.db, ada)
  const left = await aLine(live(one), { cookie })
  const kept = await aLine(live(one), { cookie: await signedIn(database.db, ada) })
  await endSession(aCtx(database.db), ada.uid, session.id)
  await happen(ada.id, 'after')
  await kept.until(saying('after'))
  await left.ended
  expect(lines(left.heard)).toEqual([])
  expect((await aLine(live(one), { cookie })).status).toBe(401)
})

test('responses below an open story are told to visitors too, and what was missed when they come back', async () => {
  const author = await aPerson(database.db, 'author')
  const story = await anArticle(database.db, author.id)
  const line = await aLine(live(two, `?story=${story.id}`))
  const respond = (id: string, at = new Date()) =>
    inTransaction(aCtx(database.db), async ({ db, touch }) => {
      const row = { id, articleId: story.id, authorId: author.id, text: 'Well said.', createdAt: at, changedAt: at }
      await db.insertInto('response').values(row).execute()
      touch(`live:response:${story.id}:${id}:-:new`)
    })
  await respond('R0000000000000000001')
  const first = await line.until(({ event }) => event === 'response')
  expect(first.data).toEqual({ id: 'R0000000000000000001', parent: null, change: 'new', responses: 0 })
  expect(first.id).toMatch(/^0\.\d{13}$/)
  line.close()
  await line.ended
  const later = new Date(Date.now() + 60_000)
  await respond('R0000000000000000002', later)
  const again = await aLine(live(one, `?story=${story.id}`), { lastEventId: `0.${later.getTime() - 1000}` })
  const missed = await again.until(({ event }) => event === 'response')
  expect(missed.data).toMatchObject({ id: 'R0000000000000000002', change: 'new' })
})

test('nobody has more lines than a few, and they are free again when they close', async () => {
  const own = openDatabase(database.url, { log: testLog })
  const strict = await anApp(own, { RELAX_LIMITS: '' })
  const cookie = await signedIn(database.db, await aPerson(database.db))
  const few = await Promise.all(Array.from({ length: 10 }, () => aLine(live(strict), { cookie })))
  expect(few.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await aLine(live(strict), { cookie })).status).toBe(429)
  few[0]?.close()
  await few[0]?.ended
  await expect.poll(async () => (await aLine(live(strict), { cookie })).status, patiently).toBe(200)
})

test('when the line of changes was cut, everybody hears what happened meanwhile', async () => {
  const ada = await aPerson(database.db)
  const line = await aLine(live(one), { cookie: await signedIn(database.db, ada) })
  await line.until(({ event }) => event === 'unread')
  const { rows } = await database.pool.query<{ cut: number }>(
    `select count(pg_terminate_backend(pid)) as cut from pg_stat_activity
     where application_name = 'bramble listener' and datname = current_database()`,
  )
  expect(rows[0]?.cut).toBeGreaterThan(0)
  await happen(ada.id, 'unheard')
  await line.until(saying('unheard'))
  expect(lines(line.heard)).toEqual(['unheard'])
}, 20_000)
