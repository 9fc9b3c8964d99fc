import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { anEstablishedPerson, as, moderationNotices } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { deleteResponse } from '#server/conversation/delete.ts'
import { respond } from '#server/conversation/respond.ts'
import { getResponse } from '#server/conversation/response.ts'
import type { Db } from '#server/platform/db.ts'
import { createAppeal, decideAppeal, getAppeal } from './appeals.ts'
import { getCase, listCases } from './cases.ts'
import { decide } from './decide.ts'
import { reportStory } from './story-reports.ts'

let db: Db
let editor: Viewer
let other: Viewer
beforeAll(async () => {
  db = (await aDatabase()).db
  editor = await aPerson(db, 'editor')
  other = await aPerson(db, 'editor')
})

const hide = { action: 'hide' as const, reason: 'off-topic' as const, note: 'Not here.', days: null }

async function aHiddenResponse() {
  const story = await anArticle(db, (await anEstablishedPerson(db, 'author')).id)
  const writer = await anEstablishedPerson(db)
  const { id } = await respond(as(db, writer), story.id, { text: 'Well said.', parent: null })
  const caseId = `response:${id}`
  await decide(as(db, editor), caseId, hide)
  return { story, writer, id, caseId }
}

async function outcomesTo(personId: string) {
  return (await moderationNotices(db, personId)).map(({ outcome }) => outcome)
}

test('the author of a hidden response appeals once, and an accepted appeal shows it again', async () => {
  const { writer, id, caseId } = await aHiddenResponse()
  expect(await getAppeal(as(db, writer), caseId)).toEqual({
    possible: true,
    reason: 'off-topic',
    note: 'Not here.',
    appeal: null,
  })
  const { id: appeal } = await createAppeal(as(db, writer), caseId, 'It was on topic.')
  await expect(createAppeal(as(db, writer), caseId, 'Again.')).rejects.toMatchObject({ code: 'wrong-state' })
  expect(await getAppeal(as(db, writer), caseId)).toMatchObject({ possible: false, appeal: { outcome: null } })
  const queue = await listCases(as(db, editor), { view: 'appeals', limit: 50 })
  expect(queue.items.find((item) => item.id === caseId)).toMatchObject({
    open: true,
    appeal: { text: 'It was on topic.' },
  })
  // The editor who hid it gets a hint, another one does not.
  expect((await getCase(as(db, editor), caseId)).ownDecision).toBe(true)
  expect((await getCase(as(db, other), caseId)).ownDecision).toBe(false)

  expect(await decideAppeal(as(db, other), appeal, { outcome: 'accepted', note: '' })).toMatchObject({
    outcome: 'accepted',
  })
  expect(await getResponse(as(db, writer), id)).toMatchObject({ state: 'shown' })
  expect(await getCase(as(db, other), caseId)).toMatchObject({ open: false, ownDecision: false })
  expect(await outcomesTo(writer.id)).toEqual(['hidden', 'appeal-accepted'])
  await expect(decideAppeal(as(db, editor), appeal, { outcome: 'rejected', note: '' })).rejects.toMatchObject({
    code: 'wrong-state',
  })
  const audit = await db.selectFrom('auditEntry').select('action').where('targetId', '=', id).orderBy('id').execute()
  expect(audit.map(({ action }) => action)).toEqual(['response.hidden', 'appeal.decided', 'response.approved'])
})

test('a rejected appeal leaves the response hidden and cannot be repeated', async () => {
  const { writer, caseId } = await aHiddenResponse()
  const { id: appeal } = await createAppeal(as(db, writer), caseId, 'Please.')
  await decideAppeal(as(db, other), appeal, { outcome: 'rejected', note: 'It is not about the story.' })
  expect(await getCase(as(db, other), caseId)).toMatchObject({ open: false, state: 'hidden' })
  await expect(createAppeal(as(db, writer), caseId, 'Again.')).rejects.toMatchObject({ code: 'wrong-state' })
  expect(await outcomesTo(writer.id)).toEqual(['hidden', 'appeal-rejected'])
})

test('only the author appeals, and only against what is hidden', async () => {
  const { caseId, story } = await aHiddenResponse()
  const stranger = await anEstablishedPerson(db)
  await expect(createAppeal(as(db, stranger), caseId, 'Mine.')).rejects.toMatchObject({ code: 'not-found' })
  const shown = await respond(as(db, stranger), story.id, { text: 'Hello.', parent: null })
  await expect(createAppeal(as(db, stranger), `response:${shown.id}`, 'Why?')).rejects.toMatchObject({
    code: 'wrong-state',
  })
})

test('an accepted appeal restores a removed story', async () => {
  const author = await anEstablishedPerson(db, 'author')
  const story = await anArticle(db, author.id)
  const caseId = `story:${story.id}`
  await decide(as(db, editor), caseId, hide)
  const { id } = await createAppeal(as(db, author), caseId, 'It is mine.')
  await decideAppeal(as(db, other), id, { outcome: 'accepted', note: '' })
  expect(await getCase(as(db, other), caseId)).toMatchObject({ state: 'published', open: false })
  expect(await outcomesTo(author.id)).toEqual(['story-appeal-accepted'])
})

test('deleting the response deletes its open appeal', async () => {
  const { writer, id, caseId } = await aHiddenResponse()
  await createAppeal(as(db, writer), caseId, 'Please.')
  await deleteResponse(as(db, writer), id)
  expect(await getCase(as(db, editor), caseId)).toMatchObject({ open: false, appeal: null })
})

test('deleting an account deletes appeals, sanctions, notes about the person and notes of their reports', async () => {
  const { writer, caseId } = await aHiddenResponse()
  const reported = await anArticle(db, (await anEstablishedPerson(db, 'author')).id)
  await reportStory(as(db, writer), reported.id, { reason: 'spam', note: 'My words.' })
  await createAppeal(as(db, writer), caseId, 'Please.')
  await decide(as(db, editor), `person:${writer.id}`, {
    action: 'ban',
    reason: 'spam',
    note: 'Known spammer.',
    days: 3,
  })
  await deleteAccount(as(db, writer), writer.uid)
  const rows = await Promise.all([
    db.selectFrom('appeal').select('id').where('personId', '=', writer.id).execute(),
    db.selectFrom('personSanction').select('personId').where('personId', '=', writer.id).execute(),
    db
      .selectFrom('moderationDecision')
      .select('id')
      .where('personId', '=', writer.id)
      .where('note', '!=', '')
      .execute(),
    db.selectFrom('storyReport').select('id').where('articleId', '=', reported.id).where('note', '!=', '').execute(),
  ])
  expect(rows).toEqual([[], [], [], []])
  expect((await getCase(as(db, editor), `story:${reported.id}`)).openReports).toMatchObject([{ by: null, open: true }])
})
