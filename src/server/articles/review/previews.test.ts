import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument, aDraft } from '#test/articles.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import type { ArticleState } from '#contract/articles/articles.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { getPreview } from './previews.ts'
import { revokeShareLink, listShareLinks, createShareLink, deleteExpiredShareLinks } from './share-links.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const clock = aClock()
function as(viewer: TestPerson): Ctx<Viewer> {
  return { ...aCtx(db, { now: clock.now }), viewer }
}
function visitor() {
  return aCtx(db, { now: clock.now })
}

describe('a preview', () => {
  test('is the working copy as readers would see it, with the base path', async () => {
    const ada = as(await aPerson(db, 'author'))
    const bob = await aPerson(db)
    const category = { slug: 'tides', name: 'Tides', description: '', picture: null, position: 1 }
    const { id: categoryId } = await createCategory(aCtx(db), category)
    const link = { type: 'text', text: 'About', marks: [{ type: 'link', attrs: { href: '/about' } }] }
    const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Not told' }] }
    const picture = { src: '/art/tide-1-tide.svg', alt: '', width: 3, height: 2 }
    const { id, slug } = await aDraft(db, ada.viewer.id, {
      state: 'published',
      title: 'Worked on',
      body: { type: 'doc', content: [heading, { type: 'paragraph', content: [link] }] },
      membersHtml: '<p>For members</p>',
      cover: { media: null, alt: 'A tide', focus: null, picture },
      categoryId,
      tags: ['Slow trains'],
      coAuthors: [bob.id],
      article: { title: 'As it was', html: '<p>Old</p>' },
    })
    const site = { ...ada.site, base: '/blog/' }
    for (const ref of [id, slug]) {
      const shown = await getPreview({ ...ada, site }, ref, undefined)
      expect(shown).toMatchObject({
        id,
        ref: slug,
        title: 'Worked on',
        html: expect.stringContaining('href="/blog/about"'),
        membersHtml: '<p>For members</p>',
        excerpt: 'About',
        cover: { src: '/blog/art/tide-1-tide.svg', alt: 'A tide' },
        category: { slug: 'tides', name: 'Tides' },
        tags: [{ slug: 'slow-trains', name: 'Slow trains' }],
        author: { id: ada.viewer.id },
        coAuthors: [{ id: bob.id }],
        mayEdit: true,
      })
      expect(shown.can).toContain('unpublish')
    }
  })

  test('is visible to authors and editors and not-found for others', async () => {
    const [ada, bob, editor, stranger] = [
      await aPerson(db),
      await aPerson(db),
      await aPerson(db, 'editor'),
      await aPerson(db, 'author'),
    ]
    const { id, slug } = await aDraft(db, ada.id, { coAuthors: [bob.id] })
    for (const person of [ada, bob, editor]) expect(await getPreview(as(person), id, undefined)).toMatchObject({ id })
    for (const ctx of [as(stranger), visitor()]) {
      for (const ref of [id, slug, 'nothing']) {
        for (const key of [undefined, '', 'guess']) {
          await expect(getPreview(ctx, ref, key)).rejects.toMatchObject({ code: 'not-found' })
        }
      }
    }
  })
})

describe('a share link', () => {
  test('lets anyone with the key read the article and nothing else', async () => {
    const ada = as(await aPerson(db))
    const { id } = await aDraft(db, ada.viewer.id, { body: aDocument('Before its time') })
    const other = await aDraft(db, ada.viewer.id)
    const { key, ...link } = await createShareLink(ada, id, 14)
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(14 * DAY_MS)
    const stranger = as(await aPerson(db, 'author'))
    for (const ctx of [visitor(), stranger]) {
      expect(await getPreview(ctx, id, key)).toMatchObject({ html: '<p>Before its time</p>', can: [], mayEdit: false })
      await expect(getPreview(ctx, other.id, key)).rejects.toMatchObject({ code: 'not-found' })
    }
    expect(await listShareLinks(ada, id)).toEqual([link])
    expect(
      JSON.stringify(await db.selectFrom('shareLink').selectAll().where('id', '=', link.id).execute()),
    ).not.toContain(key)
  })

  test('stops working when revoked and when expired', async () => {
    const [ada, bob] = [as(await aPerson(db)), as(await aPerson(db))]
    const { id } = await aDraft(db, ada.viewer.id, { coAuthors: [bob.viewer.id] })
    const [first, second] = [await createShareLink(ada, id, 1), await createShareLink(ada, id, 2)]
    expect(await revokeShareLink(bob, id, first.id)).toEqual({ deleted: true })
    await expect(getPreview(visitor(), id, first.key)).rejects.toMatchObject({ code: 'not-found' })
    await expect(revokeShareLink(bob, id, first.id)).rejects.toMatchObject({ code: 'not-found' })
    clock.pass(2 * DAY_MS - 1000)
    expect(await getPreview(visitor(), id, second.key)).toMatchObject({ id })
    clock.pass(2000)
    await expect(getPreview(visitor(), id, second.key)).rejects.toMatchObject({ code: 'not-found' })
    expect(await listShareLinks(ada, id)).toEqual([])
    await deleteExpiredShareLinks(db, clock.now())
    expect(await db.selectFrom('shareLink').select('id').where('articleId', '=', id).execute()).toEqual([])
  })

  test.each<[ArticleState, boolean]>([
    ['in-review', true],
    ['scheduled', true],
    ['published', true],
    ['removed', false],
    ['trashed', false],
  ])('to an article that is %s works: %s', async (state, open) => {
    const ada = as(await aPerson(db))
    const { id } = await aDraft(db, ada.viewer.id)
    const { key } = await createShareLink(ada, id, 14)
    const at = new Date()
    await db
      .updateTable('article')
      .set({ state, publishedAt: at, scheduledFor: at, trashedAt: at })
      .where('id', '=', id)
      .execute()
    const seen = await getPreview(visitor(), id, key).then(
      () => true,
      (error: { code: string }) => error.code,
    )
    expect(seen).toBe(open || 'not-found')
    if (state === 'trashed') await expect(createShareLink(ada, id, 14)).rejects.toMatchObject({ code: 'wrong-state' })
  })

  test('is limited to twenty active ones, even concurrently', async () => {
    const ada = as(await aPerson(db))
    const { id } = await aDraft(db, ada.viewer.id)
    for (let made = 0; made < 18; made++) await createShareLink(ada, id, 1)
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => createShareLink(ada, id, 1)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(createShareLink(ada, id, 1)).rejects.toMatchObject({ code: 'quota-exceeded', details: { most: 20 } })
    const [first] = await listShareLinks(ada, id)
    await revokeShareLink(ada, id, first?.id ?? '')
    expect(await createShareLink(ada, id, 1)).toMatchObject({ by: { id: ada.viewer.id } })
  })
})
