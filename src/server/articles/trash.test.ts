import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { aLibraryPicture, anArticleIn, forceTransition, as, articleSnapshot } from '#test/workflow.ts'
import { ArticleState } from '#contract/articles/articles.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { createResponse } from '#server/conversation/insert-response.ts'
import { createDraft, saveDraft } from '#server/articles/drafts/drafts.ts'
import { transitionArticle } from './transitions.ts'
import { deletePermanently, purgeTrash } from './trash.ts'

let db: Db
let author: Viewer
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await aPerson(db, 'author')
})

const inDays = (days: number) => aCtx(db, { now: () => new Date(Date.now() + days * DAY_MS) })
const there = async (id: string) => (await articleSnapshot(db, id)).article !== undefined

test('an article is deleted with all its data after thirty days in the trash', async () => {
  const ctx = as(db, author)
  const { id } = await anArticleIn(db, 'published', author.id, { tags: ['Gone'] })
  const media = await aLibraryPicture(db, author.id)
  await saveDraft(ctx, id, { cover: { media, alt: '', focus: null }, slug: 'gone-soon', version: 1, save: 'a' })
  await transitionArticle(ctx, id, { move: 'update', note: '', at: null, version: null })
  await createResponse(aCtx(db), { articleId: id, authorId: author.id, text: 'Stay!', createdAt: new Date() })
  await forceTransition(db, id, { transition: 'trash' })

  await purgeTrash(inDays(29))
  expect(await there(id)).toBe(true)
  await purgeTrash(inDays(31))
  const nothing = { moves: [], revisions: [], tags: [], uses: [] }
  expect(await articleSnapshot(db, id)).toMatchObject({ ...nothing, article: undefined, draft: undefined })
  expect(await db.selectFrom('oldSlug').select('slug').where('articleId', '=', id).execute()).toEqual([])
  const again = await createDraft(ctx, { id, save: 'b', slug: 'gone-soon' })
  expect(again).toMatchObject({ id, slug: 'gone-soon', version: 1 })
})

test('an article taken out of the trash in time stays', async () => {
  const { id } = await anArticleIn(db, 'trashed', author.id)
  await forceTransition(db, id, { transition: 'untrash' })
  await purgeTrash(inDays(400))
  expect(await there(id)).toBe(true)
})

test.each(ArticleState.options)(
  'an article that is %s can be deleted permanently only from the trash',
  async (state) => {
    const { id } = await anArticleIn(db, state, author.id)
    const deleting = deletePermanently(as(db, author), id)
    if (state === 'trashed') expect(await deleting).toEqual({ deleted: true })
    else await expect(deleting).rejects.toMatchObject({ code: 'wrong-state', details: { state } })
    expect(await there(id)).toBe(state !== 'trashed')
  },
)

test('the author and admins can delete it; others are refused or get not-found', async () => {
  const friend = await aPerson(db)
  const { id } = await anArticleIn(db, 'trashed', author.id, { coAuthorIds: [friend.id] })
  const attempts = [
    [friend, 'not-allowed'],
    [await aPerson(db, 'editor'), 'not-allowed'],
    [await aPerson(db, 'author'), 'not-found'],
  ] as const
  for (const [viewer, code] of attempts) {
    await expect(deletePermanently(as(db, viewer), id)).rejects.toMatchObject({ code })
  }
  expect(await there(id)).toBe(true)
  await deletePermanently(as(db, await aPerson(db, 'admin')), id)
  expect(await there(id)).toBe(false)
})
