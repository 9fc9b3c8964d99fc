import { beforeAll, expect, test } from 'vitest'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import { anArticleIn, as } from '#test/workflow.ts'
import type { Db } from '#server/platform/db.ts'
import { setCoAuthors } from '#server/articles/drafts/co-authors.ts'
import { transitionArticle } from './transitions.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

function eventsOf(articleId: string) {
  return db
    .selectFrom('notificationEvent')
    .select(['kind', 'actorId', 'personId', 'detail'])
    .where('articleId', '=', articleId)
    .orderBy('at')
    .orderBy('actorId')
    .execute()
}

const plain = { note: '', at: null, version: null }

test('followers of everyone on the byline are notified once: not on updates or republication', async () => {
  const [ada, ben] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
  const { id } = await aDraft(db, ada.id, { coAuthors: [ben.id] })
  await transitionArticle(as(db, ada), id, { ...plain, move: 'publish' })
  await transitionArticle(as(db, ada), id, { ...plain, move: 'update' })
  await transitionArticle(as(db, ada), id, { ...plain, move: 'unpublish' })
  await transitionArticle(as(db, ada), id, { ...plain, move: 'publish' })
  const events = await eventsOf(id)
  expect(events.every(({ kind, personId }) => kind === 'story' && personId === null)).toBe(true)
  expect(events.map(({ actorId }) => actorId).toSorted()).toEqual([ada.id, ben.id].toSorted())
})

test('a failed publication notifies no one', async () => {
  const ada = await aPerson(db, 'author')
  const { id } = await aDraft(db, ada.id, { title: '' })
  await expect(transitionArticle(as(db, ada), id, { ...plain, move: 'publish' })).rejects.toMatchObject({
    code: 'not-ready',
  })
  expect(await eventsOf(id)).toEqual([])
})

test('the author is notified of an editor’s decision, with the reason', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const first = await anArticleIn(db, 'in-review', ada.id)
  await transitionArticle(as(db, editor), first.id, { ...plain, move: 'request-changes', note: 'Shorter, please.' })
  const about = { kind: 'review', actorId: editor.id, personId: ada.id }
  expect(await eventsOf(first.id)).toContainEqual({
    ...about,
    detail: { outcome: 'changes', note: 'Shorter, please.' },
  })
  const second = await anArticleIn(db, 'in-review', ada.id)
  await transitionArticle(as(db, editor), second.id, { ...plain, move: 'approve' })
  expect(await eventsOf(second.id)).toContainEqual({ ...about, detail: { outcome: 'approved' } })
  await transitionArticle(as(db, editor), second.id, { ...plain, move: 'remove', note: 'It was copied.' })
  expect(await eventsOf(second.id)).toContainEqual({ ...about, detail: { outcome: 'removed', note: 'It was copied.' } })
})

test('people are not notified of their own decisions', async () => {
  const editor = await aPerson(db, 'editor')
  const { id } = await anArticleIn(db, 'in-review', editor.id)
  await transitionArticle(as(db, editor), id, { ...plain, move: 'approve' })
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['submission', 'story'])
})

test('a new co-author is notified once', async () => {
  const [ada, ben, cleo] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  for (const people of [[ben.id], [ben.id, cleo.id], [], [ben.id]]) await setCoAuthors(as(db, ada), id, people)
  const events = await eventsOf(id)
  expect(events.map(({ kind, actorId, personId }) => ({ kind, actorId, personId }))).toEqual([
    { kind: 'byline', actorId: ada.id, personId: ben.id },
    { kind: 'byline', actorId: ada.id, personId: cleo.id },
  ])
})

test('editors are notified of a submission and of submitted changes, but not of a withdrawal', async () => {
  const ada = await aPerson(db)
  const { id } = await aDraft(db, ada.id)
  await transitionArticle(as(db, ada), id, { ...plain, move: 'submit' })
  await transitionArticle(as(db, ada), id, { ...plain, move: 'withdraw' })
  const submission = { kind: 'submission', actorId: ada.id, personId: null }
  expect(await eventsOf(id)).toEqual([{ ...submission, detail: {} }])
  const published = await anArticleIn(db, 'published', ada.id)
  await db.updateTable('draft').set({ changed: true }).where('articleId', '=', published.id).execute()
  await transitionArticle(as(db, ada), published.id, { ...plain, move: 'submit-update' })
  expect(await eventsOf(published.id)).toContainEqual({ ...submission, detail: { outcome: 'update' } })
})
