import type { SearchReply } from '#contract/search.ts'
import { listPersonNames } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { categoryBySlug, tagBySlug } from '#server/stories/topics.ts'
import type { Filters, StoryMatches } from './find-stories.ts'
import type { Months } from './month-window.ts'

export type GivenFilters = {
  category?: string | undefined
  tag?: string | undefined
  author?: string | undefined
  year?: number | undefined
}

/** Resolves slugs and handles to ids. Null if one of them is unknown. */
export async function resolveFilters(db: Db, given: GivenFilters, months: Months): Promise<Filters | null> {
  const [category, tag, author] = await Promise.all([
    given.category === undefined ? null : categoryBySlug(db, given.category),
    given.tag === undefined ? null : tagBySlug(db, given.tag),
    given.author === undefined ? null : findAuthor(db, given.author),
  ])
  if (category === undefined || tag === undefined || author === undefined) return null
  const all = months.reduce((sum, { stories }) => sum + stories, 0)
  const share = [category, tag, author].reduce(
    (part, each) => part * (each ? each.storyCount / Math.max(1, all) : 1),
    1,
  )
  return {
    categoryId: category?.id ?? null,
    tagId: tag?.id ?? null,
    authorId: author?.id ?? null,
    year: given.year ?? null,
    share,
  }
}

function findAuthor(db: Db, handle: string) {
  const named = db.selectFrom('person').select(['id', 'storyCount']).where('handle', '=', handle.toLowerCase())
  return named.where('disabledAt', 'is', null).executeTakeFirst()
}

export async function presentFacets({ db }: Ctx, found: StoryMatches): Promise<SearchReply['facets']> {
  const ids = (counts: { id: string }[]) => counts.map(({ id }) => id)
  const [categories, tags, people] = await Promise.all([
    found.categories.length > 0 ? slugsOf(db, 'category', ids(found.categories)) : [],
    found.tags.length > 0 ? slugsOf(db, 'tag', ids(found.tags)) : [],
    found.authors.length > 0 ? listPersonNames({ db }, ids(found.authors)) : [],
  ])
  return {
    category: facetsOf(found.categories, categories),
    tag: facetsOf(found.tags, tags),
    author: facetsOf(
      found.authors,
      people.map(({ id, name, handle }) => ({ id, name, value: handle })),
    ),
    year: found.years.map(({ id, stories }) => ({ value: id, name: id, stories })).toSorted(byYear),
  }
}

function slugsOf(db: Db, table: 'category' | 'tag', ids: string[]) {
  return db.selectFrom(table).select(['id', 'slug as value', 'name']).where('id', 'in', ids).execute()
}

function facetsOf(counts: { id: string; stories: number }[], named: { id: string; value: string; name: string }[]) {
  const byId = new Map(named.map((each) => [each.id, each]))
  return counts.flatMap(({ id, stories }) => {
    const known = byId.get(id)
    return known ? { value: known.value, name: known.name, stories } : []
  })
}

function byYear(one: { value: string }, other: { value: string }) {
  return Number(other.value) - Number(one.value)
}
