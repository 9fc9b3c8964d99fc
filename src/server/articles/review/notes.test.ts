import { beforeAll, expect, test } from 'vitest'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { notifyNow } from '#test/notifications.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listNotifications } from '#server/notifications/list.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { addNote, deleteNote, deleteReply, listNotes, replyToNote, resolveNote } from './notes.ts'

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

const notified = async (person: TestPerson) =>
  (await listNotifications(as(person), { filter: 'all', limit: 20 })).items.map(({ kind, detail, path }) => ({
    kind,
    outcome: detail.outcome,
    path,
  }))

test('the author and editors reply to a note, and the other side is notified', async () => {
  const [ada, bob, editor] = [await aPerson(db), await aPerson(db), await aPerson(db, 'editor')]
  const bystander = await aPerson(db, 'editor')
  const { id } = await aDraft(db, ada.id, { state: 'in-review', coAuthors: [bob.id] })
  const note = await addNote(as(editor), id, { quote: '', text: 'Which ones?' })
  await notifyNow(aCtx(db))
  for (const person of [ada, bob])
    expect(await notified(person)).toEqual([{ kind: 'note', outcome: 'note', path: `/articles/edit?id=${id}` }])
  const reply = { id: newId(), text: 'The first two.' }
  const replied = await replyToNote(as(ada), id, note.id, reply)
  expect(replied.replies).toMatchObject([{ by: { id: ada.id }, text: 'The first two.', mine: true }])
  // A repeated request.
  expect((await replyToNote(as(ada), id, note.id, reply)).replies).toHaveLength(1)
  await notifyNow(aCtx(db))
  expect(await notified(editor)).toEqual([{ kind: 'note', outcome: 'reply', path: `/admin/articles/preview/${id}` }])
  expect(await notified(bystander)).toEqual([])
  expect(await listNotes(as(editor), id)).toMatchObject([{ replies: [{ text: 'The first two.', mine: false }] }])
})

test('a repeated reply replaces its text without a second notification', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const { id } = await aDraft(db, ada.id, { state: 'in-review' })
  const note = await addNote(as(editor), id, { quote: '', text: 'Which ones?' })
  const reply = newId()
  await replyToNote(as(ada), id, note.id, { id: reply, text: 'The first.' })
  const { replies } = await replyToNote(as(ada), id, note.id, { id: reply, text: 'The first two.' })
  expect(replies).toMatchObject([{ id: reply, text: 'The first two.' }])
  await notifyNow(aCtx(db))
  expect(await notified(editor)).toHaveLength(1)
})

test('a reply cannot replace a reply of another person or of another note', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const { id } = await aDraft(db, ada.id, { state: 'in-review' })
  const note = await addNote(as(editor), id, { quote: '', text: 'Which ones?' })
  const other = await addNote(as(editor), id, { quote: '', text: 'When?' })
  const reply = newId()
  await replyToNote(as(ada), id, note.id, { id: reply, text: 'Mine' })
  const refused = { code: 'not-allowed' }
  await expect(replyToNote(as(editor), id, note.id, { id: reply, text: 'Yours' })).rejects.toMatchObject(refused)
  await expect(replyToNote(as(ada), id, other.id, { id: reply, text: 'Again' })).rejects.toMatchObject(refused)
  expect((await listNotes(as(ada), id)).flatMap(({ replies }) => replies)).toMatchObject([{ text: 'Mine' }])
})

test('a note of the author notifies the assigned reviewer', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const { id } = await aDraft(db, ada.id, { state: 'in-review', reviewerId: editor.id })
  await addNote(as(ada), id, { quote: '', text: 'Please check the numbers.' })
  await notifyNow(aCtx(db))
  expect(await notified(editor)).toMatchObject([{ kind: 'note', outcome: 'note' }])
})

test('a note with replies stays on record, and replies are deleted by their authors only', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const { id } = await aDraft(db, ada.id, { state: 'in-review' })
  const note = await addNote(as(editor), id, { quote: '', text: 'Why?' })
  const reply = newId()
  await replyToNote(as(ada), id, note.id, { id: reply, text: 'Because.' })
  await expect(deleteNote(as(editor), id, note.id)).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(deleteReply(as(editor), id, note.id, reply)).rejects.toMatchObject({ code: 'not-allowed' })
  expect((await deleteReply(as(ada), id, note.id, reply)).replies).toEqual([])
  await expect(deleteReply(as(ada), id, note.id, reply)).rejects.toMatchObject({ code: 'not-found' })
  await deleteNote(as(editor), id, note.id)
  await expect(replyToNote(as(ada), id, note.id, { id: newId(), text: 'Late' })).rejects.toMatchObject({
    code: 'not-found',
    details: { message: 'This note was deleted.' },
  })
})

test('a resolved note names who resolved it', async () => {
  const [ada, editor] = [await aPerson(db), await aPerson(db, 'editor')]
  const { id } = await aDraft(db, ada.id, { state: 'in-review' })
  const note = await addNote(as(editor), id, { quote: '', text: 'Why?' })
  expect(await resolveNote(as(ada), id, note.id, true)).toMatchObject({ resolvedBy: { id: ada.id } })
  expect(await resolveNote(as(editor), id, note.id, false)).toMatchObject({ resolvedBy: null, resolvedAt: null })
})
