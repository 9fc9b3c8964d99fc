import { beforeAll, expect, test } from 'vitest'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { anArticleIn } from '#test/workflow.ts'
import type { Viewer } from '#contract/viewer.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { dismissSetup, findAnything, getOverview } from './overview.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const as = (viewer: Viewer): Ctx<Viewer> => ({ ...aCtx(db), viewer })

test('the overview counts what waits and lists what happened', async () => {
  const editor = as(await aPerson(db, 'editor'))
  const before = await getOverview(editor, false)
  const { id } = await anArticleIn(db, 'in-review', (await aPerson(db)).id)
  expect((await getOverview(editor, false)).inReview).toBe(before.inReview + 1)
  await transitionArticle(editor, id, { move: 'approve', note: '', at: null, version: null })
  const { inReview, activity } = await getOverview(editor, false)
  expect(inReview).toBe(before.inReview)
  expect(activity[0]).toMatchObject({ move: 'approve', by: { id: editor.viewer.id }, article: { id } })
})

test('only admins see the state of the site and the set-up, until it is dismissed', async () => {
  const editor = as(await aPerson(db, 'editor'))
  expect(await getOverview(editor, false)).toMatchObject({ operations: null, setup: null })
  const admin = as(await aPerson(db, 'admin'))
  const { operations, setup } = await getOverview(admin, false)
  expect(operations).toMatchObject({ failedJobs: 0, failedMail: 0 })
  expect(setup?.done).toContain('editor')
  expect(setup?.done).not.toContain('category')
  await createCategory(aCtx(db), { slug: 'tides', name: 'Tides', description: '', picture: null, position: 1 })
  expect((await getOverview(admin, true)).setup?.done).toEqual(expect.arrayContaining(['category', 'mail']))
  await dismissSetup(admin)
  expect((await getOverview(admin, false)).setup).toBeNull()
})

test('the palette finds people, and articles of every state but the trash', async () => {
  const author = await aPerson(db, 'author', { name: 'Quillon Marsh', handle: 'quillon' })
  const draft = await aDraft(db, author.id, { title: 'Überflüssige Xylophone' })
  await aDraft(db, author.id, { title: 'Xylophone im Müll', state: 'trashed' })
  const ctx = as(await aPerson(db, 'editor'))
  expect((await findAnything(ctx, 'quillon')).people.map(({ handle }) => handle)).toEqual(['quillon'])
  expect((await findAnything(ctx, 'xylo')).articles.map(({ id }) => id)).toEqual([draft.id])
  expect((await findAnything(ctx, '???')).articles).toEqual([])
})
