import type { StoryCard } from '#contract/reading.ts'
import type { PageOf } from '#contract/shapes.ts'
import { resolvePerson } from '#server/people/profiles.ts'
import { presentCards } from '#server/stories/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { categoryBySlug, popularTags, tagBySlug } from '#server/stories/topics.ts'
import { presentCategory } from './present.ts'
import { featuredStories, latestStories } from '#server/stories/published.ts'
import { allCategories, mostUsedTags, tagsMatching } from './queries.ts'
import { prefixPattern } from '#server/platform/like-pattern.ts'
import { tagSlug } from '#contract/taxonomy/topic-rules.ts'

const CATEGORY = { featured: 3, tags: 12 }
const RELATED_TAGS = 12

type StoryFilter = {
  category?: string | undefined
  tag?: string | undefined
  author?: string | undefined
  before?: string | undefined
  limit: number
}

/** An unknown category, tag or author is not-found rather than an empty list. */
export async function listStories(
  ctx: Ctx,
  { category, tag, author, before, limit }: StoryFilter,
): Promise<PageOf<StoryCard>> {
  const { db, addCacheTags, viewer } = ctx
  const [chosenCategory, chosenTag, chosenAuthor] = await Promise.all([
    category === undefined ? null : orNotFound(categoryBySlug(db, category)),
    tag === undefined ? null : orNotFound(tagBySlug(db, tag)),
    author === undefined ? null : resolvePerson(ctx, author),
  ])
  const cursor = timeCursor.read(before)
  const rows = await latestStories(db, {
    viewerId: viewer?.id,
    categoryId: chosenCategory?.id,
    tagId: chosenTag?.id,
    writerId: chosenAuthor?.id,
    before: cursor && { at: cursor[0], id: cursor[1] },
    limit: limit + 1,
  })
  const { shown, next } = timeCursor.paginate(rows, limit, ({ publishedAt, id }) => [publishedAt, id])
  if (!chosenCategory && !chosenTag && !chosenAuthor) addCacheTags('stories')
  // All of them: a story can join the list by a change of any one.
  if (chosenCategory) addCacheTags(`stories:category:${chosenCategory.id}`)
  if (chosenTag) addCacheTags(`stories:tag:${chosenTag.id}`)
  if (chosenAuthor) addCacheTags(`stories:author:${chosenAuthor.id}`)
  return { items: presentCards(ctx, shown), next }
}

export async function listCategories({ db, addCacheTags, site }: Ctx) {
  addCacheTags('categories', 'category-counts')
  return (await allCategories(db, {})).map((row) => presentCategory(site.base, row))
}

export async function getCategory(ctx: Ctx, slug: string) {
  const { db, addCacheTags, site, viewer } = ctx
  const row = await orNotFound(categoryBySlug(db, slug))
  const [featured, tags] = await Promise.all([
    featuredStories(db, { viewerId: viewer?.id, categoryId: row.id, limit: CATEGORY.featured }),
    mostUsedTags(db, { categoryId: row.id }, CATEGORY.tags),
  ])
  addCacheTags('categories', `stories:category:${row.id}`, ...tags.map((tag) => `tag:${tag.slug}` as const))
  return { ...presentCategory(site.base, row), featured: presentCards(ctx, featured), tags }
}

export async function getTag({ db, addCacheTags }: Ctx, slug: string) {
  const { id, storyCount, ...tag } = await orNotFound(tagBySlug(db, slug))
  const among = await mostUsedTags(db, { tagId: id }, RELATED_TAGS + 1)
  // Also the slug that was asked for: when it is a former one, another tag may take it.
  const named = [slug.toLowerCase(), tag.slug, ...among.map((other) => other.slug)]
  addCacheTags(`stories:tag:${id}`, ...named.map((one) => `tag:${one}` as const))
  return {
    ...tag,
    slug: tag.slug,
    stories: storyCount,
    related: among.filter((other) => other.slug !== tag.slug).slice(0, RELATED_TAGS),
  }
}

const MAX_RESULTS = 10
const MAX_POPULAR = 24

/** Matches by slug, so case, spaces and punctuation do not matter. Without a query, the most used tags. */
export async function findTags({ db, addCacheTags }: Ctx, q: string | undefined) {
  addCacheTags('tag-counts')
  if (q === undefined) return popularTags(db, MAX_POPULAR)
  const slug = tagSlug(q)
  return slug === '' ? [] : tagsMatching(db, prefixPattern(slug), MAX_RESULTS)
}
