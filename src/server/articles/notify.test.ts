import { beforeAll, expect, test } from 'vitest'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import { anArticleIn, as } from '#test/workflow.ts'
import type { Db } from '#server/platform/db.ts'
import { setCoAuthors } from '#server/articles/drafts/co-authors.ts'
import { move } from './transitions.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

function toldOf(articleId: string) {
  return db
    .selectFrom('happening')
    .select(['kind', 'actorId', 'personId', 'detail'])
    .where('articleId', '=', articleId)
    .orderBy('at')
    .orderBy('actorId')
    .execute()
}

const plain = { note: '', at: null, version: null }

test('the followers of everybody in the byline hear of a story once: not again when it changes or comes back', async () => {
  const [ada, ben] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
  const { id } = await aDraft(db, ada.id, { coAuthors: [ben.id] })
  await move(as(db, ada), id, { ...plain, move: 'publish' })
  await move(as(db, ada), id, { ...plain, move: 'update' })
  await move(as(db, ada), id, { ...plain, move: 'unpublish' })
  await move(as(db, ada), id, { ...plain, move: 'publish' })
  const told = await toldOf(id)
  expect(told.every(({ kind, personId }) => kind === 'story' && personId === null)).toBe(true)
  expect(told.map(({ actorId }) => actorId).toSorted()).toEqual([ada.id, ben.id].toSorted())
})

test('a publication that fails tells nobody', async () => {
  const ada = await aPerson(db, 'author')
  const { id } = await aDraft(db, ada.id, { title: '' })
  await expect(move(as(db, ada), id, { ...plain, move: 'publish' })).rejects.toMatchObject({ code: 'not-ready' })
  expect(await toldOf(id)).toEqual([])
})

test('the author hears what an editor decided, with the reason', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const first = await anArticleIn(db, 'in-review', ada.id)
  await move(as(db, editor), first.id, { ...plain, move: 'request-changes', note: 'Shorter, please.' })
  const about = { kind: 'review', actorId: editor.id, personId: ada.id }
  expect(await toldOf(first.id)).toEqual([{ ...about, detail: { outcome: 'changes', note: 'Shorter, please.' } }])
  const second = await anArticleIn(db, 'in-review', ada.id)
  await move(as(db, editor), second.id, { ...plain, move: 'approve' })
  expect(await toldOf(second.id)).toContainEqual({ ...about, detail: { outcome: 'approved' } })
  await move(as(db, editor), second.id, { ...plain, move: 'remove', note: 'It was copied.' })
  expect(await toldOf(second.id)).toContainEqual({ ...about, detail: { outcome: 'removed', note: 'It was copied.' } })
})

test('nobody is told of what they decided themselves', async () => {
  const editor = await aPerson(db, 'editor')
  const { id } = await anArticleIn(db, 'in-review', editor.id)
  await move(as(db, editor), id, { ...plain, move: 'approve' })
  expect((await toldOf(id)).map(({ kind }) => kind)).toEqual(['story'])
})

test('whoever is put into a byline hears of it, once', async () => {
  const [ada, ben, cleo] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  for (const people of [[ben.id], [ben.id, cleo.id], [], [ben.id]]) await setCoAuthors(as(db, ada), id, people)
  const told = await toldOf(id)
  expect(told.map(({ kind, actorId, personId }) => ({ kind, actorId, personId }))).toEqual([
    { kind: 'byline', actorId: ada.id, personId: ben.id },
    { kind: 'byline', actorId: ada.id, personId: cleo.id },
  ])
})
