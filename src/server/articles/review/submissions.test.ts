import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument, aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { as } from '#test/workflow.ts'
import type { Transition } from '#contract/articles/articles.ts'
import { saveDraft } from '#server/articles/drafts/drafts.ts'
import { presentArticle } from '#server/articles/present.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { updateSetting } from '#server/settings/site.ts'
import { findOrCreateTag } from '#server/taxonomy/create.ts'
import { getReview } from './queue.ts'
import { getSubmittedVersion, tickItem } from './submissions.ts'

let db: Db
let ada: TestPerson
let editor: TestPerson
beforeAll(async () => {
  db = (await aDatabase()).db
  ada = await aPerson(db)
  editor = await aPerson(db, 'editor')
})

const move = (by: TestPerson, id: string, name: Transition, note = '') =>
  transitionArticle(as(db, by), id, { move: name, note, at: null, version: null })
const review = (id: string, by = editor) => getReview(as(db, by), id)
const current = async (id: string) => {
  const { submission } = await review(id)
  if (!submission) throw new Error('not in review')
  return submission.id
}
const save = (id: string, version: number, fields: object) =>
  saveDraft(as(db, ada), id, { ...fields, version, save: newId() })

describe('what changed since the previous submission', () => {
  test('compares with the text and the fields of the previous submission', async () => {
    const { id } = await aDraft(db, ada.id, { title: 'First', body: aDocument('Once.'), tags: ['rain'] })
    await move(ada, id, 'submit')
    expect((await review(id)).comparison).toBe(null)
    await expect(getSubmittedVersion(as(db, editor), id)).rejects.toMatchObject({ code: 'not-found' })
    await move(editor, id, 'request-changes', 'More.')
    await save(id, 1, { title: 'Second', body: aDocument('Twice.'), tags: ['snow'] })
    await move(ada, id, 'submit')
    expect(await review(id)).toMatchObject({ comparison: 'previous', submission: { by: { id: ada.id } } })
    const before = await getSubmittedVersion(as(db, editor), id)
    expect(before).toMatchObject({
      title: 'First',
      by: { id: ada.id },
      fields: { tags: ['rain'], cover: null, category: null, access: 'public', language: 'en', takesResponses: true },
    })
    expect(JSON.stringify(before.body)).toContain('Once.')
  })

  test('what publication generates is not a change since the submission', async () => {
    await findOrCreateTag(aCtx(db), 'Rain')
    const { id } = await aDraft(db, ada.id, { title: 'On rain and slugs', tags: ['rain'] })
    await move(ada, id, 'submit')
    await move(editor, id, 'approve')
    await save(id, 1, { subtitle: 'Once more' })
    await move(ada, id, 'submit-update')
    const { fields } = await getSubmittedVersion(as(db, editor), id)
    expect(fields).toMatchObject({ slug: 'on-rain-and-slugs', tags: ['Rain'] })
    const { slug, tags } = await presentArticle(as(db, editor), id)
    expect({ slug, tags }).toEqual({ slug: fields?.slug, tags: fields?.tags })
  })

  test('what an editor changes before publication is a change since the submission', async () => {
    const { id } = await aDraft(db, ada.id, { title: 'On snow', tags: ['snow'] })
    await move(ada, id, 'submit')
    await saveDraft(as(db, editor), id, {
      slug: `on-ice-${id.toLowerCase()}`,
      tags: ['ice'],
      version: 1,
      save: newId(),
    })
    await move(editor, id, 'approve')
    const { fields } = await getSubmittedVersion(as(db, editor), id)
    expect(fields).toMatchObject({ slug: null, tags: ['snow'] })
  })

  test('compares with the submission itself while the author edits the first one', async () => {
    const { id } = await aDraft(db, ada.id, { title: 'Before' })
    await move(ada, id, 'submit')
    await save(id, 1, { title: 'After' })
    expect((await review(id)).comparison).toBe('current')
    expect(await getSubmittedVersion(as(db, editor), id)).toMatchObject({ title: 'Before' })
  })
})

describe('the checklist', () => {
  test('is shared by reviewers and starts again with each submission', async () => {
    const other = await aPerson(db, 'admin')
    const { id } = await aDraft(db, ada.id)
    await move(ada, id, 'submit')
    const [first, second] = (await review(id)).checklist
    if (!first || !second) throw new Error('no checklist')
    const submission = await current(id)
    await tickItem(as(db, editor), id, { submission, item: first.text, ticked: true })
    // Both tick it: the first name stays.
    const both = await tickItem(as(db, other), id, { submission, item: first.text, ticked: true })
    expect(both[0]).toMatchObject({ text: first.text, ticked: { by: { id: editor.id } } })
    expect((await review(id, other)).checklist).toEqual(both)
    const cleared = await tickItem(as(db, other), id, { submission, item: first.text, ticked: false })
    expect(cleared[0]?.ticked).toBe(null)
    await tickItem(as(db, other), id, { submission, item: second.text, ticked: true })
    await move(editor, id, 'request-changes', 'More.')
    expect((await review(id)).checklist).toEqual([])
    await expect(tickItem(as(db, editor), id, { submission, item: first.text, ticked: true })).rejects.toMatchObject({
      code: 'wrong-state',
    })
    await move(ada, id, 'submit')
    expect((await review(id)).checklist.every(({ ticked }) => ticked === null)).toBe(true)
    const actions = await db
      .selectFrom('auditEntry')
      .select('action')
      .where('targetId', '=', id)
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'article.check-ticked',
      'article.check-cleared',
      'article.check-ticked',
    ])
  })

  test('has the items of the setting', async () => {
    const { id } = await aDraft(db, ada.id)
    await move(ada, id, 'submit')
    const submission = await current(id)
    const items = (await review(id)).checklist.map(({ text }) => text)
    await updateSetting(aCtx(db), 'review.checklist', ['Ask the lawyer', 'Ask the lawyer'])
    try {
      expect((await review(id)).checklist).toEqual([{ text: 'Ask the lawyer', ticked: null }])
      await expect(
        tickItem(as(db, editor), id, { submission, item: items[0] ?? '', ticked: true }),
      ).rejects.toMatchObject({ code: 'wrong-state' })
      for (const bad of [Array.from({ length: 21 }, () => 'x'), ['x'.repeat(201)], ['  ']])
        await expect(updateSetting(aCtx(db), 'review.checklist', bad)).rejects.toMatchObject({ code: 'invalid' })
    } finally {
      await updateSetting(aCtx(db), 'review.checklist', items)
    }
  })
})

test('the queue leads from the oldest submission to the newest', async () => {
  const own = (await aDatabase()).db
  const [writer, reviewer] = [await aPerson(own), await aPerson(own, 'editor')]
  const at = new Date('2026-02-03T04:05:06Z')
  const made = []
  for (const hours of [2, 1, 1])
    made.push(
      await aDraft(own, writer.id, {
        state: 'in-review',
        article: { updatedAt: new Date(at.getTime() - hours * 3600_000) },
      }),
    )
  const [oldest = '', ...twins] = made.map(({ id }) => id)
  const queue = async (id: string) => (await getReview(as(own, reviewer), id)).queue
  const first = await queue(oldest)
  expect(first).toMatchObject({ place: 1, of: 3, previous: null })
  // The database orders ids of the same time.
  const [middle = '', newest = ''] = twins[0] === first.next?.id ? twins : twins.toReversed()
  expect(await queue(middle)).toMatchObject({ place: 2, of: 3, previous: { id: oldest }, next: { id: newest } })
  expect(await queue(newest)).toMatchObject({ place: 3, of: 3, previous: { id: middle }, next: null })
  const draft = await aDraft(own, writer.id)
  expect(await queue(draft.id)).toMatchObject({ place: null, of: 3, previous: null, next: { id: oldest } })
})

test('two reviewers decide at once: one decision counts, the other is refused with the state', async () => {
  const other = await aPerson(db, 'editor')
  const { id } = await aDraft(db, ada.id)
  await move(ada, id, 'submit')
  const outcomes = await Promise.allSettled([
    move(editor, id, 'approve'),
    move(other, id, 'request-changes', 'Not yet.'),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'wrong-state' })
})

test('a story that was withdrawn cannot be decided', async () => {
  const { id } = await aDraft(db, ada.id)
  await move(ada, id, 'submit')
  await move(ada, id, 'withdraw')
  await expect(move(editor, id, 'approve')).rejects.toMatchObject({ code: 'wrong-state', details: { state: 'draft' } })
  expect(await review(id)).toMatchObject({ submission: null, queue: { place: null } })
})
