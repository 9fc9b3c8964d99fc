import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { StoryCard } from '#contract/reading.ts'
import { listFollowingFeed } from '#server/discovery/following.ts'
import { listForYou } from '#server/discovery/for-you.ts'
import { listReadings, recordReading } from '#server/discovery/readings.ts'
import { getRelatedStories, listTrending } from '#server/discovery/trending-and-related.ts'
import { followTopic } from '#server/discovery/topics.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { getHome } from '#server/discovery/home.ts'
import { getCategory, listStories } from '#server/reading/list-stories.ts'
import { getStory } from '#server/reading/story.ts'
import { search } from '#server/search/search.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { listBookmarks } from '#server/bookmarks/read-lists.ts'
import { updateList } from '#server/bookmarks/lists.ts'
import { saveStory } from '#server/bookmarks/save.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

/** Every endpoint that returns cards, with its cards. */
async function everywhere(ctx: Ctx, reader: Ctx['viewer'], { slug, other }: { slug: string; other: string }) {
  const at = await getHome(ctx)
  const next = await getRelatedStories(ctx, other)
  const found = await search(ctx, { q: 'quince', kind: 'stories', limit: 20 })
  const own = reader && { ...ctx, viewer: reader }
  const answers: Record<string, StoryCard[]> = {
    home: [...at.featured, ...at.trending, ...at.latest],
    stories: (await listStories(ctx, { limit: 20 })).items,
    category: (await getCategory(ctx, 'orchard')).featured,
    story: [await getStory(ctx, slug)],
    trending: await listTrending(ctx, { limit: 20 }),
    beside: [...next.related, ...next.byAuthor],
    search: found.stories,
  }
  if (own) {
    answers['for you'] = (await listForYou(own, { limit: 20 })).items.map((item) => item.story)
    answers['following'] = (await listFollowingFeed(own, { limit: 20 })).items
    answers['begun'] = (await listReadings(own)).map((item) => item.story)
  }
  return answers
}

test('every card says whether the viewer saved it, and only to that viewer', async () => {
  const [author, reader, stranger] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db)]
  const shelf = { slug: 'orchard', name: 'Orchard', description: '', picture: null, position: 1 }
  const { id: categoryId } = await createCategory(aCtx(db), shelf)
  const saved = await anArticle(db, author.id, { title: 'The quince', categoryId, featured: true })
  const plain = await anArticle(db, author.id, { title: 'Another quince', categoryId, featured: true })
  for (const person of [reader, stranger]) {
    const own = { ...aCtx(db), viewer: person }
    await followTopic(own, { kind: 'category', slug: 'orchard' })
    for (const { slug } of [saved, plain]) await recordReading(own, slug, { progress: 50, finished: false })
  }
  const ctx = { ...aCtx(db), viewer: reader }
  const { lists } = await saveStory(ctx, saved.id)
  const where = { slug: saved.slug, other: plain.slug }
  for (const [name, cards] of Object.entries(await everywhere(ctx, reader, where))) {
    const marks = new Map(cards.map((card) => [card.id, card.saved]))
    expect([name, marks.get(saved.id)]).toEqual([name, true])
    if (marks.has(plain.id)) expect([name, marks.get(plain.id)]).toEqual([name, false])
  }
  for (const viewer of [stranger, null]) {
    for (const [name, cards] of Object.entries(await everywhere({ ...aCtx(db), viewer }, viewer, where))) {
      expect([name, cards.length > 0, cards.some((card) => card.saved)]).toEqual([name, true, false])
    }
  }
  // In another person's public list, `saved` is about the viewer, not the owner.
  const list = lists[0] ?? ''
  await updateList(ctx, list, { public: true })
  expect((await listBookmarks(ctx, list, { limit: 5 })).items).toMatchObject([{ story: { saved: true } }])
  for (const viewer of [stranger, null]) {
    const { items } = await listBookmarks({ ...aCtx(db), viewer }, list, { limit: 5 })
    expect(items).toMatchObject([{ story: { id: saved.id, saved: false } }])
  }
})
