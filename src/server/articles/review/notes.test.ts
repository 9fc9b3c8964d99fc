import { beforeAll, expect, test } from 'vitest'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { addNote, deleteNote, listNotes, resolveNote } from './notes.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

function as(viewer: TestPerson): Ctx<Viewer> {
  return { ...aCtx(db), viewer }
}

test('a reviewer adds a note to a passage and the author resolves it', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const { id } = await aDraft(db, ada.id, { state: 'in-review' })
  const note = await addNote(as(editor), id, { quote: 'of few words', text: 'Which ones?' })
  expect(note).toMatchObject({ by: { id: editor.id }, quote: 'of few words', mine: true, resolvedAt: null })
  await addNote(as(ada), id, { quote: '', text: 'These.' })
  expect(await listNotes(as(ada), id)).toMatchObject([
    { text: 'Which ones?', mine: false },
    { text: 'These.', mine: true },
  ])
  const resolved = await resolveNote(as(ada), id, note.id, true)
  expect(resolved.resolvedAt).not.toBe(null)
  expect(await resolveNote(as(editor), id, note.id, true)).toMatchObject({ resolvedAt: resolved.resolvedAt })
  expect(await resolveNote(as(editor), id, note.id, false)).toMatchObject({ resolvedAt: null })
})

test('only the author of a note can delete it, not an editor or admin', async () => {
  const [ada, bob] = [await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id, { coAuthors: [bob.id] })
  const note = await addNote(as(bob), id, { quote: '', text: 'One' })
  for (const other of [ada, await aPerson(db, 'editor'), await aPerson(db, 'admin')]) {
    await expect(deleteNote(as(other), id, note.id)).rejects.toMatchObject({ code: 'not-allowed' })
  }
  expect(await deleteNote(as(bob), id, note.id)).toEqual({ deleted: true })
  await expect(deleteNote(as(bob), id, note.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await listNotes(as(ada), id)).toEqual([])
})

test('a note is found only under its own article', async () => {
  const ada = as(await aPerson(db))
  const [one, other] = [await aDraft(db, ada.viewer.id), await aDraft(db, ada.viewer.id)]
  const note = await addNote(ada, one.id, { quote: '', text: 'Here' })
  await expect(resolveNote(ada, other.id, note.id, true)).rejects.toMatchObject({ code: 'not-found' })
  await expect(deleteNote(ada, other.id, note.id)).rejects.toMatchObject({ code: 'not-found' })
})

test('notes of a deleted account stay', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const { id } = await aDraft(db, ada.id)
  await addNote(as(editor), id, { quote: '', text: 'Good.' })
  await db.updateTable('reviewNote').set({ byId: null }).where('articleId', '=', id).execute()
  expect(await listNotes(as(ada), id)).toMatchObject([{ by: null, text: 'Good.', mine: false }])
})
