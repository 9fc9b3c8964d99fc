import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { aLibraryPicture, anArticleIn, anyStep, as, everythingOf } from '#test/workflow.ts'
import { ArticleState } from '#contract/articles.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { createResponse } from '#server/conversation/create.ts'
import { createDraft, saveDraft } from '#server/articles/drafts/drafts.ts'
import { move } from './transitions.ts'
import { deleteForEver, emptyTrash } from './trash.ts'

let db: Db
let author: Viewer
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await aPerson(db, 'author')
})

const inDays = (days: number) => aCtx(db, { now: () => new Date(Date.now() + days * DAY_MS) })
const there = async (id: string) => (await everythingOf(db, id)).article !== undefined

test('what has been in the trash for thirty days is gone with all that hung on it', async () => {
  const ctx = as(db, author)
  const { id } = await anArticleIn(db, 'published', author.id, { tags: ['Gone'] })
  const media = await aLibraryPicture(db, author.id)
  await saveDraft(ctx, id, { cover: { media, alt: '', focus: null }, slug: 'gone-soon', version: 1, save: 'a' })
  await move(ctx, id, { move: 'update', note: '', at: null, version: null })
  await createResponse(aCtx(db), { articleId: id, authorId: author.id, text: 'Stay!', createdAt: new Date() })
  await anyStep(db, id, { move: 'trash' })

  await emptyTrash(inDays(29))
  expect(await there(id)).toBe(true)
  await emptyTrash(inDays(31))
  const nothing = { moves: [], revisions: [], tags: [], uses: [] }
  expect(await everythingOf(db, id)).toMatchObject({ ...nothing, article: undefined, draft: undefined })
  expect(await db.selectFrom('oldSlug').select('slug').where('articleId', '=', id).execute()).toEqual([])
  const again = await createDraft(ctx, { id, save: 'b', slug: 'gone-soon' })
  expect(again).toMatchObject({ id, slug: 'gone-soon', version: 1 })
})

test('what was taken out in time stays', async () => {
  const { id } = await anArticleIn(db, 'trashed', author.id)
  await anyStep(db, id, { move: 'untrash' })
  await emptyTrash(inDays(400))
  expect(await there(id)).toBe(true)
})

test.each(ArticleState.options)('an article that is %s is deleted for ever only from the trash', async (state) => {
  const { id } = await anArticleIn(db, state, author.id)
  const deleting = deleteForEver(as(db, author), id)
  if (state === 'trashed') expect(await deleting).toEqual({ deleted: true })
  else await expect(deleting).rejects.toMatchObject({ code: 'wrong-state', details: { state } })
  expect(await there(id)).toBe(state !== 'trashed')
})

test('its author and admins delete it; others may not, or do not learn that it is there', async () => {
  const friend = await aPerson(db)
  const { id } = await anArticleIn(db, 'trashed', author.id, { coAuthorIds: [friend.id] })
  const attempts = [
    [friend, 'not-allowed'],
    [await aPerson(db, 'editor'), 'not-allowed'],
    [await aPerson(db, 'author'), 'not-found'],
  ] as const
  for (const [viewer, code] of attempts) {
    await expect(deleteForEver(as(db, viewer), id)).rejects.toMatchObject({ code })
  }
  expect(await there(id)).toBe(true)
  await deleteForEver(as(db, await aPerson(db, 'admin')), id)
  expect(await there(id)).toBe(false)
})
