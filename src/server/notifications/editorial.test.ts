import { beforeAll, expect, test } from 'vitest'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { notifyNow } from '#test/notifications.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { anArticleIn, as } from '#test/workflow.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import type { Db } from '#server/platform/db.ts'
import { listNotifications } from './list.ts'
import { markRead } from './mark-read.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const plain = { note: '', at: null, version: null }
const fanOut = () => notifyNow(aCtx(db))
const listOf = async (person: TestPerson) =>
  (await listNotifications(as(db, person), { filter: 'all', limit: 20 })).items
const submit = (by: TestPerson, id: string) => transitionArticle(as(db, by), id, { ...plain, move: 'submit' })

test('editors and admins are notified of a submission, except the submitter and the byline', async () => {
  const [ada, editor, admin] = [await aPerson(db), await aPerson(db, 'editor'), await aPerson(db, 'admin')]
  const [coAuthor, reader] = [await aPerson(db, 'editor'), await aPerson(db)]
  const { id } = await aDraft(db, ada.id, { title: 'The hedge', coAuthors: [coAuthor.id] })
  await submit(ada, id)
  const own = await aDraft(db, editor.id, { title: 'My own' })
  await submit(editor, own.id)
  await fanOut()
  const submission = { kind: 'submission', actors: [{ id: ada.id }], story: { title: 'The hedge' } }
  expect(await listOf(editor)).toMatchObject([{ ...submission, path: `/admin/articles/preview/${id}` }])
  // The admin was notified of both stories in one notification.
  expect(await listOf(admin)).toMatchObject([
    { kind: 'submission', actorCount: 2, detail: { stories: 2 }, path: '/admin/articles' },
  ])
  expect(await listOf(coAuthor)).toMatchObject([{ actors: [{ id: editor.id }], story: { title: 'My own' } }])
  for (const person of [ada, reader]) expect(await listOf(person)).toEqual([])
  // A former editor must not learn the titles of unpublished stories.
  await db.updateTable('person').set({ role: 'reader' }).where('id', '=', editor.id).execute()
  expect(await listOf(editor)).toMatchObject([{ story: null, path: '/user/notifications' }])
})

test('a story that is submitted again counts once, and reading starts a new notification', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const [one, other] = [await aDraft(db, ada.id), await aDraft(db, ada.id)]
  const again = async (id: string) => {
    await submit(ada, id)
    await fanOut()
    await transitionArticle(as(db, ada), id, { ...plain, move: 'withdraw' })
  }
  await again(one.id)
  await again(one.id)
  expect(await listOf(editor)).toMatchObject([{ actorCount: 1, detail: {} }])
  await again(other.id)
  await again(other.id)
  expect(await listOf(editor)).toMatchObject([{ actorCount: 1, detail: { stories: 2 } }])
  // Deleting the first story must not delete the notification.
  const stored = db.selectFrom('notification').select('articleId').where('personId', '=', editor.id)
  expect(await stored.execute()).toEqual([{ articleId: other.id }])
  await markRead(as(db, editor), { upTo: 100 })
  await again(one.id)
  expect(await listOf(editor)).toMatchObject([{ read: false, detail: {} }, { read: true }])
})

test('a submission that was withdrawn before fan-out notifies no one', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const { id } = await aDraft(db, ada.id)
  await submit(ada, id)
  await transitionArticle(as(db, ada), id, { ...plain, move: 'withdraw' })
  await fanOut()
  expect(await listOf(editor)).toEqual([])
})

test('each result of a review is its own notification, with its reason', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const { id } = await anArticleIn(db, 'in-review', ada.id)
  const decide = async (move: 'approve' | 'remove' | 'restore', note = '') => {
    await transitionArticle(as(db, editor), id, { ...plain, move, note })
    await fanOut()
  }
  await decide('approve')
  await decide('remove', 'It was copied.')
  await decide('restore')
  const items = (await listOf(ada)).filter(({ kind }) => kind === 'review')
  expect(items.map(({ detail, read }) => ({ ...detail, read }))).toEqual([
    { outcome: 'restored', read: false },
    { outcome: 'removed', note: 'It was copied.', read: false },
    { outcome: 'approved', read: false },
  ])
})
