import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { StoryCard } from '#contract/reading.ts'
import type { PageOf } from '#contract/shapes.ts'
import { listCreators, profile } from '#server/people/profiles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { decodeCursor, encodeCursor } from '#server/platform/cursor.ts'
import { presentCard, presentCategory } from './present.ts'
import {
  type CardRow,
  categories,
  categoryBySlug,
  categoryTags,
  featuredStories,
  latestStories,
  tagBySlug,
} from './queries.ts'

const HOME = { featured: 5, latest: 12, creators: 6 }
const CATEGORY_TAGS = 12

const BeforeStory = z.tuple([z.iso.datetime(), z.string()])

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
    author === undefined ? null : profile(ctx, author),
  ])
  const cursor = before === undefined ? null : decodeCursor(BeforeStory, before)
  const rows = await latestStories(db, {
    categoryId: chosenCategory?.id,
    tagId: chosenTag?.id,
    authorId: chosenAuthor?.id,
    before: cursor && { at: new Date(cursor[0]), id: cursor[1] },
    limit: limit + 1,
  })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  shows('latest')
  return {
    items: presentCards(ctx, items),
    next: rows.length > limit && last ? encodeCursor([last.publishedAt.toISOString(), last.id]) : null,
  }
}

export async function home(ctx: Ctx) {
  const { db, shows, site } = ctx
  const [featured, latest, shelves, people] = await Promise.all([
    featuredStories(db, HOME.featured),
    latestStories(db, { before: null, limit: HOME.latest + HOME.featured }),
    categories(db),
    listCreators(ctx, { limit: HOME.creators }),
  ])
  const shown = new Set(featured.map(({ id }) => id))
  const others = latest.filter(({ id }) => !shown.has(id)).slice(0, HOME.latest)
  shows('latest', 'categories')
  return {
    featured: presentCards(ctx, featured),
    latest: presentCards(ctx, others),
    categories: shelves.map((row) => presentCategory(site.base, row)),
    creators: people.items,
  }
}

export async function listCategories({ db, shows, site }: Ctx) {
  shows('categories')
  return (await categories(db)).map((row) => presentCategory(site.base, row))
}

export async function categoryPage({ db, shows, site }: Ctx, slug: string) {
  const row = await found(categoryBySlug(db, slug))
  shows('categories', 'latest')
  return { ...presentCategory(site.base, row), tags: await categoryTags(db, row.id, CATEGORY_TAGS) }
}

function presentCards({ shows, site }: Ctx, rows: CardRow[]) {
  for (const row of rows) shows(`article:${row.id}`, `person:${row.authorId}`)
  return rows.map((row) => presentCard(site.base, row))
}

async function found<Row>(query: Promise<Row | undefined>): Promise<Row> {
  const row = await query
  if (!row) throw new Refusal('not-found')
  return row
}
