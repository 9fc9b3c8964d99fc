import { beforeAll, describe, expect, test } from 'vitest'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { notifyNow } from '#test/notifications.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { as } from '#test/workflow.ts'
import type { Transition } from '#contract/articles/articles.ts'
import { erasePerson } from '#server/account-deletion/delete-account.ts'
import { listAllArticles } from '#server/articles/desk/all-articles.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import { listNotifications } from '#server/notifications/list.ts'
import { changeRole, setPersonDisabled } from '#server/people-admin/manage.ts'
import type { Db } from '#server/platform/db.ts'
import { assignReviewer, listReviewers } from './assign.ts'
import { getReview } from './queue.ts'

let db: Db
let ada: TestPerson
beforeAll(async () => {
  db = (await aDatabase()).db
  ada = await aPerson(db)
  await aPerson(db, 'admin')
})

const assign = async (by: TestPerson, id: string, reviewer: string | null, was?: string | null) => {
  const [outcome] = await assignReviewer(as(db, by), { ids: [id], reviewer, was })
  return outcome?.refused ?? null
}
const reviewerOf = async (by: TestPerson, id: string) => (await getReview(as(db, by), id)).reviewer?.id ?? null
const move = (by: TestPerson, id: string, name: Transition, note = '') =>
  transitionArticle(as(db, by), id, { move: name, note, at: null, version: null })
async function submitted() {
  const { id } = await aDraft(db, ada.id, { title: 'The hedge' })
  await move(ada, id, 'submit')
  return id
}

test('an assignment notifies the reviewer, is listed and audited', async () => {
  const [editor, other] = [await aPerson(db, 'editor'), await aPerson(db, 'admin')]
  const id = await submitted()
  expect(await assign(editor, id, other.id, null)).toBe(null)
  await notifyNow(aCtx(db))
  const { items } = await listNotifications(as(db, other), { filter: 'all', limit: 5 })
  expect(items.filter(({ kind }) => kind === 'assignment')).toMatchObject([
    { actors: [{ id: editor.id }], story: { title: 'The hedge' }, path: `/admin/articles/preview/${id}` },
  ])
  const listed = async (reviewer: string, by = other) =>
    (await listAllArticles(as(db, by), { state: 'in-review', reviewer, limit: 50 })).items.find(
      (item) => item.id === id,
    )
  expect(await listed('me')).toMatchObject({ reviewer: { id: other.id, name: other.name } })
  expect(await listed(other.handle, editor)).toBeDefined()
  expect(await listed('me', editor)).toBeUndefined()
  expect(await listed('none')).toBeUndefined()
  const entry = await db
    .selectFrom('auditEntry')
    .select(['action', 'actorId', 'before', 'after', 'targetName'])
    .where('targetId', '=', id)
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    action: 'article.reviewer-assigned',
    actorId: editor.id,
    before: { reviewer: null },
    after: { reviewer: other.id },
    targetName: 'The hedge',
  })
})

test('taking a story notifies no one, and repeating it changes nothing', async () => {
  const editor = await aPerson(db, 'editor')
  const id = await submitted()
  await assign(editor, id, editor.id)
  await assign(editor, id, editor.id)
  await notifyNow(aCtx(db))
  const { items } = await listNotifications(as(db, editor), { filter: 'all', limit: 50 })
  expect(items.filter(({ kind }) => kind === 'assignment')).toEqual([])
  expect(await db.selectFrom('auditEntry').select('id').where('targetId', '=', id).execute()).toHaveLength(1)
})

test('two editors who take a story at once: the second learns who has it', async () => {
  const [one, other] = [await aPerson(db, 'editor', { name: 'One' }), await aPerson(db, 'editor')]
  const id = await submitted()
  expect(await assign(one, id, one.id, null)).toBe(null)
  expect(await assign(other, id, other.id, null)).toEqual({
    code: 'version-conflict',
    message: 'This story was assigned to One in the meantime. Check it and try again.',
  })
  expect(await reviewerOf(one, id)).toBe(one.id)
})

test('each story of many is assigned or refused on its own', async () => {
  const editor = await aPerson(db, 'editor')
  const [waiting, draft] = [await submitted(), (await aDraft(db, ada.id)).id]
  const outcomes = await assignReviewer(as(db, editor), { ids: [draft, waiting], reviewer: editor.id })
  expect(outcomes).toMatchObject([
    { id: draft, refused: { code: 'wrong-state' } },
    { id: waiting, refused: null },
  ])
})

test('stories are assigned to active editors and admins only', async () => {
  const editor = await aPerson(db, 'editor')
  const disabled = await aPerson(db, 'editor')
  await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', disabled.id).execute()
  const id = await submitted()
  for (const person of [ada, disabled]) expect((await assign(editor, id, person.id))?.code).toBe('wrong-state')
  const reviewers = (await listReviewers(as(db, editor))).map((person) => person.id)
  expect(reviewers).toContain(editor.id)
  for (const person of [ada, disabled]) expect(reviewers).not.toContain(person.id)
})

test('the reviewer stays when a story goes back to its author, until it is published', async () => {
  const editor = await aPerson(db, 'editor')
  const id = await submitted()
  await assign(editor, id, editor.id)
  await move(editor, id, 'request-changes', 'Shorter, please.')
  expect(await reviewerOf(editor, id)).toBe(null)
  await move(ada, id, 'submit')
  expect(await reviewerOf(editor, id)).toBe(editor.id)
  await move(editor, id, 'approve')
  await move(ada, id, 'submit-update')
  expect(await reviewerOf(editor, id)).toBe(null)
})

describe('a reviewer who can no longer review is unassigned', () => {
  const ways: [string, (admin: TestPerson, editor: TestPerson) => Promise<unknown>][] = [
    ['demoted', (admin, { id }) => changeRole(as(db, admin), { id }, { role: 'author', reason: '' })],
    ['disabled', (admin, { id }) => setPersonDisabled(as(db, admin), id, { disabled: true, reason: '' })],
    ['erased', (admin, { id, handle }) => erasePerson(as(db, admin), id, { handle, reason: '' })],
  ]
  test.each(ways)('%s', async (_, lose) => {
    const [admin, editor] = [await aPerson(db, 'admin'), await aPerson(db, 'editor')]
    const id = await submitted()
    await assign(admin, id, editor.id)
    await lose(admin, editor)
    expect(await reviewerOf(admin, id)).toBe(null)
    const { items } = await listAllArticles(as(db, admin), {
      state: 'all',
      reviewer: 'none',
      sort: '-submitted',
      limit: 50,
    })
    expect(items.map((item) => item.id)).toContain(id)
  })

  test('not when an admin becomes an editor', async () => {
    const [admin, other] = [await aPerson(db, 'admin'), await aPerson(db, 'admin')]
    const id = await submitted()
    await assign(admin, id, other.id)
    await changeRole(as(db, admin), { id: other.id }, { role: 'editor', reason: '' })
    expect(await reviewerOf(admin, id)).toBe(other.id)
  })
})

test('an assignment that was changed again before it was delivered notifies only the last reviewer', async () => {
  const [admin, one, other] = [await aPerson(db, 'admin'), await aPerson(db, 'editor'), await aPerson(db, 'editor')]
  const id = await submitted()
  await assign(admin, id, one.id)
  await assign(admin, id, other.id)
  await notifyNow(aCtx(db))
  const kinds = async (person: TestPerson) =>
    (await listNotifications(as(db, person), { filter: 'all', limit: 50 })).items.map(({ kind }) => kind)
  expect(await kinds(one)).not.toContain('assignment')
  expect(await kinds(other)).toContain('assignment')
})
