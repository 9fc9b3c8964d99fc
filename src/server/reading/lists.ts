import type { StoryCard } from '#contract/reading.ts'
import type { PageOf } from '#contract/shapes.ts'
import { listCreators, personMeant } from '#server/people/profiles.ts'
import { savedAmong } from '#server/bookmarks/saved.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { found } from '#server/platform/found.ts'
import { categoryBySlug, tagBySlug } from '#server/taxonomy/find.ts'
import { presentCard, presentCategory } from './present.ts'
import { type CardRow, featuredStories, latestStories, trendingStories } from './published.ts'
import { categories, tagsAmong } from './queries.ts'

const HOME = { featured: 5, trending: 6, latest: 12, creators: 6 }
const CATEGORY = { featured: 3, tags: 12 }
const TAGS_BESIDE = 12

type Wanted = {
  category?: string | undefined
  tag?: string | undefined
  author?: string | undefined
  before?: string | undefined
  limit: number
}

/** A page of published stories. A category, tag or author that does not exist is not found, rather than empty. */
export async function listStories(
  ctx: Ctx,
  { category, tag, author, before, limit }: Wanted,
): Promise<PageOf<StoryCard>> {
  const { db, shows } = ctx
  const [chosenCategory, chosenTag, chosenAuthor] = await Promise.all([
    category === undefined ? null : found(categoryBySlug(db, category)),
    tag === undefined ? null : found(tagBySlug(db, tag)),
    author === undefined ? null : personMeant(ctx, author),
  ])
  const cursor = timeCursor.read(before)
  const rows = await latestStories(db, {
    categoryId: chosenCategory?.id,
    tagId: chosenTag?.id,
    writerId: chosenAuthor?.id,
    before: cursor && { at: cursor[0], id: cursor[1] },
    limit: limit + 1,
  })
  const { shown, next } = timeCursor.cut(rows, limit, ({ publishedAt, id }) => [publishedAt, id])
  shows('latest')
  return { items: await presentCards(ctx, shown), next }
}

export async function home(ctx: Ctx) {
  const { db, shows, site } = ctx
  const [featured, hot, latest, shelves, people] = await Promise.all([
    featuredStories(db, HOME.featured),
    trendingStories(db, { limit: HOME.trending + HOME.featured }),
    latestStories(db, { before: null, limit: HOME.latest + HOME.featured }),
    categories(db),
    listCreators(ctx, { sort: 'rising', limit: HOME.creators }),
  ])
  const shown = new Set(featured.map(({ id }) => id))
  const others = (rows: CardRow[], most: number) => rows.filter(({ id }) => !shown.has(id)).slice(0, most)
  const card = await cardsFor(ctx, [...featured, ...hot, ...latest])
  shows('latest', 'trending', 'categories')
  return {
    featured: featured.map(card),
    trending: others(hot, HOME.trending).map(card),
    latest: others(latest, HOME.latest).map(card),
    categories: shelves.map((row) => presentCategory(site.base, row)),
    creators: people.items,
  }
}

export async function listCategories({ db, shows, site }: Ctx) {
  shows('categories')
  return (await categories(db)).map((row) => presentCategory(site.base, row))
}

export async function categoryPage(ctx: Ctx, slug: string) {
  const { db, shows, site } = ctx
  const row = await found(categoryBySlug(db, slug))
  const [featured, tags] = await Promise.all([
    featuredStories(db, CATEGORY.featured, row.id),
    tagsAmong(db, { categoryId: row.id }, CATEGORY.tags),
  ])
  shows('categories', 'latest')
  return { ...presentCategory(site.base, row), featured: await presentCards(ctx, featured), tags }
}

export async function tagPage({ db, shows }: Ctx, slug: string) {
  const { id, storyCount, ...tag } = await found(tagBySlug(db, slug))
  const among = await tagsAmong(db, { tagId: id }, TAGS_BESIDE + 1)
  shows('latest')
  return {
    ...tag,
    slug: tag.slug,
    stories: storyCount,
    related: among.filter((other) => other.slug !== tag.slug).slice(0, TAGS_BESIDE),
  }
}

export async function presentCards(ctx: Ctx, rows: CardRow[]) {
  return rows.map(await cardsFor(ctx, rows))
}

/** Makes the cards of these rows. What of them the viewer has saved is asked once. */
export async function cardsFor(ctx: Ctx, rows: readonly CardRow[]) {
  const { shows, site } = ctx
  const saved = await savedAmong(
    ctx,
    rows.map(({ id }) => id),
  )
  return (row: CardRow) => {
    shows(`article:${row.id}`, `person:${row.authorId}`)
    return presentCard(site.base, row, saved.has(row.id))
  }
}
