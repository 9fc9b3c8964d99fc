import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'
import { createResponse } from '#server/conversation/insert-response.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { getHome } from '#server/discovery/home.ts'
import { getCategory, listStories } from './list-stories.ts'
import { listThreads } from '#server/conversation/threads.ts'
import { getStory } from './story.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

test('a published story is found by slug and by id; a draft by neither', async () => {
  const author = await aPerson(db, 'author')
  const published = await anArticle(db, author.id, { tags: ['Slow trains', 'dawn'] })
  const draft = await anArticle(db, author.id, { publishedAt: undefined })
  for (const ref of [published.slug, published.id]) {
    expect(await getStory(aCtx(db), ref)).toMatchObject({
      id: published.id,
      tags: [{ slug: 'slow-trains' }, { slug: 'dawn' }],
    })
  }
  for (const ref of [draft.slug, draft.id, 'no-such-story', '%', "' or 1=1 --"]) {
    await expect(getStory(aCtx(db), ref)).rejects.toMatchObject({ code: 'not-found' })
    await expect(listThreads(aCtx(db), ref, { sort: 'oldest', limit: 20 })).rejects.toMatchObject({
      code: 'not-found',
    })
  }
})

test.each(['draft', 'in-review', 'scheduled', 'removed', 'trashed'] as const)(
  'a story that is %s is in no list and has no page',
  async (state) => {
    const author = await aPerson(db, 'author')
    const { id, slug } = await anArticle(db, author.id, { featured: true })
    const at = new Date()
    await db.updateTable('article').set({ state, scheduledFor: at, trashedAt: at }).where('id', '=', id).execute()
    const code = state === 'removed' ? 'gone' : 'not-found'
    for (const ref of [id, slug]) await expect(getStory(aCtx(db), ref)).rejects.toMatchObject({ code })
    expect((await listStories(aCtx(db), { author: author.id, limit: 50 })).items).toEqual([])
    expect(JSON.stringify(await getHome(aCtx(db)))).not.toContain(id)
  },
)

test('pages neither skip nor repeat, even with equal timestamps', async () => {
  const author = await aPerson(db, 'author')
  const at = new Date('2026-01-02T03:04:05.678Z')
  const made = new Set<string>()
  for (let index = 0; index < 7; index++) made.add((await anArticle(db, author.id, { publishedAt: at })).id)
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await listStories(aCtx(db), { author: author.handle, limit: 3, before })
    seen.push(...page.items.map(({ id }) => id))
    before = page.next ?? undefined
  } while (before)
  expect(seen).toHaveLength(7)
  expect(new Set(seen)).toEqual(made)
})

test('a category has its stories and most used tags', async () => {
  const author = await aPerson(db, 'author')
  const { id: categoryId } = await createCategory(aCtx(db), {
    slug: 'weather',
    name: 'Weather',
    description: '',
    picture: null,
    position: 1,
  })
  await anArticle(db, author.id, { categoryId, tags: ['rain', 'fog'] })
  await anArticle(db, author.id, { categoryId, tags: ['rain'] })
  const page = await getCategory(aCtx(db), 'Weather')
  expect(page).toMatchObject({ slug: 'weather', stories: 2, tags: [{ slug: 'rain' }, { slug: 'fog' }] })
  expect((await listStories(aCtx(db), { category: 'weather', limit: 10 })).items).toHaveLength(2)
  expect((await listStories(aCtx(db), { tag: 'FOG', limit: 10 })).items).toHaveLength(1)
})

test('an unknown category, tag or person is not found rather than empty', async () => {
  for (const wanted of [{ category: 'nowhere' }, { tag: 'nothing' }, { author: 'nobody' }]) {
    await expect(listStories(aCtx(db), { ...wanted, limit: 5 })).rejects.toMatchObject({ code: 'not-found' })
  }
})

test('responses nest two levels, and the database refuses a third', async () => {
  const author = await aPerson(db, 'author')
  const { id: articleId, slug } = await anArticle(db, author.id)
  const first = await createResponse(aCtx(db), { articleId, authorId: author.id, text: 'First' })
  const reply = await createResponse(aCtx(db), { articleId, authorId: author.id, parentId: first.id, text: 'Reply' })
  await expect(
    createResponse(aCtx(db), { articleId, authorId: author.id, parentId: reply.id, text: 'Too deep' }),
  ).rejects.toMatchObject({ code: '23503' })
  const other = await anArticle(db, author.id)
  await expect(
    createResponse(aCtx(db), { articleId: other.id, authorId: author.id, parentId: first.id, text: 'Elsewhere' }),
  ).rejects.toMatchObject({ code: '23503' })

  expect(await listThreads(aCtx(db), slug, { sort: 'oldest', limit: 20 })).toMatchObject({
    items: [{ response: { text: 'First' }, replies: { items: [{ text: 'Reply' }] } }],
  })
  expect(await getStory(aCtx(db), slug)).toMatchObject({ responses: 2 })
})

test('held and hidden responses and their replies are not shown', async () => {
  const author = await aPerson(db, 'author')
  const { id: articleId, slug } = await anArticle(db, author.id)
  const held = await createResponse(aCtx(db), { articleId, authorId: author.id, text: 'Held' })
  await createResponse(aCtx(db), { articleId, authorId: author.id, parentId: held.id, text: 'Reply to held' })
  await db.updateTable('response').set({ state: 'held' }).where('id', '=', held.id).execute()
  expect(await listThreads(aCtx(db), slug, { sort: 'oldest', limit: 20 })).toMatchObject({ items: [] })
})

test('a page is tagged with what it shows, so that it can be invalidated', async () => {
  const author = await aPerson(db, 'author')
  const { slug, id } = await anArticle(db, author.id)
  const names: string[] = []
  await getStory(aCtx(db, { addCacheTags: (...shown) => void names.push(...shown) }), slug)
  expect(names).toEqual([`article:${id}`, `likes:${id}`, `person:${author.id}`])
})

test('with a base path, pictures and links in the text include it', async () => {
  const author = await aPerson(db, 'author')
  const body = {
    type: 'doc' as const,
    content: [
      { type: 'image', attrs: { src: '/art/hills-1-moss.svg', alt: 'Hills' } },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'src="/not/an/attribute"', marks: [{ type: 'link', attrs: { href: '/about' } }] },
        ],
      },
    ],
  }
  const cover = { src: '/art/tide-1-tide.svg', alt: '', width: 3, height: 2 }
  const { slug } = await anArticle(db, author.id, { body, cover })
  const site = { ...aCtx(db).site, base: '/blog/' }
  const shown = await getStory(aCtx(db, { site }), slug)
  expect(shown.html).toContain('src="/blog/art/hills-1-moss.svg"')
  expect(shown.html).toContain('href="/blog/about"')
  expect(shown.html).toContain('src=&quot;/not/an/attribute&quot;')
  expect(shown.cover?.src).toBe('/blog/art/tide-1-tide.svg')
})
