import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { patiently } from '#test/patiently.ts'
import type { Db } from '#server/platform/db.ts'
import { createResponse } from '#server/conversation/insert-response.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listNotifications, getUnreadState } from './list.ts'
import { markRead, markUnread, deleteNotification } from './mark-read.ts'
import { createFanOutWorker } from './jobs.ts'
import { sweepNotifications } from './sweep.ts'
import { type NotificationEvent, notify } from './notify.ts'

let db: Db
let app: TestApp
beforeAll(async () => {
  const database = await aDatabase()
  db = database.db
  app = await anApp(database)
})

const as = (viewer: TestPerson) => ({ ...aCtx(db), viewer })
const all = { filter: 'all' as const, limit: 20 }

/** Writes the events and waits for their fan-out. */
async function recordEvents(...events: NotificationEvent[]) {
  for (const event of events) {
    await inTransaction(aCtx(db), (tx) => notify(tx, event))
    const worker = createFanOutWorker(aCtx(db))
    await worker.wake()
    await worker.close()
    // The worker of the running app may have claimed the event.
    await expect
      .poll(
        () => db.selectFrom('notificationEvent').select('id').where('doneAt', 'is', null).executeTakeFirst(),
        patiently,
      )
      .toBeUndefined()
  }
}

/** An author with one notification of each kind. */
async function anAuthorWithNotifications() {
  const [ada, ben] = [await aPerson(db, 'author'), await aPerson(db, 'author', { name: 'Ben' })]
  const story = await anArticle(db, ada.id, { title: 'Eels' })
  const other = await anArticle(db, ben.id, { title: 'Mud' })
  const response = await createResponse(aCtx(db), { articleId: story.id, authorId: ben.id, text: 'Well said.' })
  const to = { actorId: ben.id, personId: ada.id }
  await recordEvents(
    { kind: 'follow', cause: `follow:${ben.id}:${ada.id}`, ...to },
    { kind: 'response', cause: `response:${response.id}`, ...to, articleId: story.id, responseId: response.id },
    { kind: 'like', cause: `like:${story.id}:${ben.id}`, ...to, articleId: story.id },
    { kind: 'story', cause: `story:${other.id}`, ...to, articleId: other.id },
  )
  return { ada, ben, story, other, response }
}

test('lists notifications newest first, with actors, subject and link', async () => {
  const { ada, ben, story, other, response } = await anAuthorWithNotifications()
  const { items, ...standing } = await listNotifications(as(ada), all)
  expect(standing).toEqual({ next: null, unread: 4, lastSeq: 4 })
  expect(items.map(({ kind, path, actorCount, read }) => ({ kind, path, actorCount, read }))).toEqual([
    { kind: 'story', path: `/story/${other.slug}`, actorCount: 1, read: false },
    { kind: 'like', path: `/story/${story.slug}`, actorCount: 1, read: false },
    {
      kind: 'response',
      path: `/story/${story.slug}?at=${response.id}#response-${response.id}`,
      actorCount: 1,
      read: false,
    },
    { kind: 'follow', path: `/user/${ben.handle}`, actorCount: 1, read: false },
  ])
  expect(items[2]).toMatchObject({ story: { title: 'Eels' }, response: { text: 'Well said.' } })
  expect(items[0]?.actors).toEqual([expect.objectContaining({ id: ben.id, name: 'Ben' })])
})

test('a filter shows its kinds alone, and pages neither skip nor repeat', async () => {
  const { ada } = await anAuthorWithNotifications()
  const kinds = async (filter: 'responses' | 'follows' | 'likes' | 'stories' | 'unread') =>
    (await listNotifications(as(ada), { filter, limit: 20 })).items.map(({ kind }) => kind)
  expect(await kinds('responses')).toEqual(['response'])
  expect(await kinds('follows')).toEqual(['follow'])
  expect(await kinds('likes')).toEqual(['like'])
  expect(await kinds('stories')).toEqual(['story'])
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await listNotifications(as(ada), { filter: 'all', limit: 3, before })
    seen.push(...page.items.map(({ kind }) => kind))
    before = page.next ?? undefined
  } while (before)
  expect(seen).toEqual(['story', 'like', 'response', 'follow'])
  await markRead(as(ada), { upTo: 3 })
  expect(await kinds('unread')).toEqual(['story'])
})

test('leaves out what the recipient can no longer see: a hidden response, an unpublished story, a disabled person', async () => {
  const { ada, ben, response, other } = await anAuthorWithNotifications()
  await db.updateTable('response').set({ state: 'hidden' }).where('id', '=', response.id).execute()
  await db.updateTable('article').set({ state: 'draft' }).where('id', '=', other.id).execute()
  const { items } = await listNotifications(as(ada), all)
  expect(items.find(({ kind }) => kind === 'response')).toMatchObject({ response: null, story: { title: 'Eels' } })
  expect(items.find(({ kind }) => kind === 'story')).toMatchObject({ story: null, path: '/user/notifications' })
  await db.updateTable('response').set({ state: 'shown' }).where('id', '=', response.id).execute()
  await db.insertInto('block').values({ blockerId: ada.id, blockedId: ben.id, since: new Date() }).execute()
  await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', ben.id).execute()
  const { items: after } = await listNotifications(as(ada), all)
  expect(after.find(({ kind }) => kind === 'response')).toMatchObject({ response: null, actors: [] })
})

test('marking as read or unread and deleting update the count, also when repeated', async () => {
  const { ada } = await anAuthorWithNotifications()
  const { items } = await listNotifications(as(ada), all)
  const [first, second] = items.map(({ id }) => id)
  if (!first || !second) throw new Error('too few')
  expect(await markRead(as(ada), { ids: [first, second] })).toEqual({ unread: 2 })
  expect(await markRead(as(ada), { ids: [first, second] })).toEqual({ unread: 2 })
  expect(await markUnread(as(ada), first)).toEqual({ unread: 3 })
  expect(await markUnread(as(ada), first)).toEqual({ unread: 3 })
  expect(await deleteNotification(as(ada), first)).toEqual({ unread: 2 })
  await expect(deleteNotification(as(ada), first)).rejects.toMatchObject({ code: 'not-found' })
  expect(await deleteNotification(as(ada), second)).toEqual({ unread: 2 })
  expect(await markRead(as(ada), { upTo: 1_000_000 })).toEqual({ unread: 0 })
  expect(() => markRead(as(ada), {})).toThrow(expect.objectContaining({ code: 'invalid' }))
})

test('of two unread notifications with the same group key, new events join only one', async () => {
  const [ada, ben, cleo, dan] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db), await aPerson(db)]
  const { id } = await anArticle(db, ada.id)
  const like = (by: TestPerson): NotificationEvent => ({
    kind: 'like',
    cause: `like:${id}:${by.id}`,
    actorId: by.id,
    personId: ada.id,
    articleId: id,
  })
  await recordEvents(like(ben))
  const [old] = (await listNotifications(as(ada), all)).items
  await markRead(as(ada), { ids: [old?.id ?? ''] })
  await recordEvents(like(cleo))
  expect(await markUnread(as(ada), old?.id ?? '')).toEqual({ unread: 2 })
  await recordEvents(like(dan))
  const { items } = await listNotifications(as(ada), all)
  expect(items.map(({ actorCount }) => actorCount)).toEqual([2, 1])
})

test('another person’s notification is not found', async () => {
  const { ada, ben } = await anAuthorWithNotifications()
  const [line] = (await listNotifications(as(ada), all)).items
  const call = await clientOf(app, ben)
  for (const [key, body] of [
    ['POST /api/notifications/read', { ids: [line?.id] }],
    [`POST /api/notifications/${line?.id}/unread`],
    [`DELETE /api/notifications/${line?.id}`],
  ] as const) {
    expect(await call(key, body)).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } })
  }
  expect(await getUnreadState(as(ada))).toEqual({ unread: 4, lastSeq: 4 })
  expect((await call('GET /api/notifications')).body).toMatchObject({ items: [], unread: 0 })
})

test('old notifications are deleted and leave the unread count', async () => {
  const { ada } = await anAuthorWithNotifications()
  const long = new Date(Date.now() - 181 * 24 * 3_600_000)
  const [newest, ...others] = (await listNotifications(as(ada), all)).items.map(({ id }) => id)
  await db.updateTable('notification').set({ updatedAt: long }).where('id', 'in', others).execute()
  await db.updateTable('notificationEvent').set({ doneAt: long }).where('personId', '=', ada.id).execute()
  await sweepNotifications(aCtx(db))
  const { items, unread: left } = await listNotifications(as(ada), all)
  expect({ ids: items.map(({ id }) => id), left }).toEqual({ ids: [newest], left: 1 })
  expect(await db.selectFrom('notificationEvent').select('id').where('personId', '=', ada.id).execute()).toEqual([])
})
