import { type ResultCount, type SearchKind, type SearchReply, searchKinds } from '#contract/search.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { scoreCursor } from '#server/platform/cursor.ts'
import { buildStoryQuery, buildNameQuery, highlightTerms } from './tsquery.ts'
import { type GivenFilters, resolveFilters, presentFacets } from './filters.ts'
import { popularTags } from '#server/stories/topics.ts'
import { findCategories, findCreators, findTags } from './find-names.ts'
import { presentCategory, presentCreators, presentStories } from './present.ts'
import { type Term, parseQuery, formatQuery } from './parse-query.ts'
import { correctSpelling } from './spelling.ts'
import { type Filters, type Place, type StoryMatches, findStories } from './find-stories.ts'
import { type AnalyzedTerm, analyzeTerms } from './analyze-terms.ts'
import { matchAuthors } from './match-authors.ts'
import { type Months, getMonths } from './month-window.ts'

const MAX_NAMES = 50
const MAX_POPULAR = 12

export type SearchRequest = GivenFilters & {
  q: string
  kind?: SearchKind | undefined
  exact?: '1' | undefined
  before?: string | undefined
  limit: number
}

const noMatches: StoryMatches = { count: 0, more: false, page: [], categories: [], authors: [], tags: [], years: [] }

/** If no story matches, retries with corrected spelling unless `exact` is set. */
export async function search(ctx: Ctx, wanted: SearchRequest): Promise<SearchReply> {
  const { q, before, limit, exact } = wanted
  const { db, site, now } = ctx
  const cursor = scoreCursor.read(before)
  const place = cursor && { score: cursor[0], id: cursor[1] }
  const terms = parseQuery(q)
  const months = await getMonths(db, now())
  const [typed, filters] = await Promise.all([analyzeTerms(db, terms), resolveFilters(db, wanted, months)])
  const names = { asked: buildNameQuery(typed), typed: q }

  const page = { filters, months, place, limit: (wanted.kind ?? 'stories') === 'stories' ? limit + 1 : 0 }
  const [asTyped, creators, tags, categories] = await Promise.all([
    searchStories(ctx, typed, page),
    named(findCreators),
    named(findTags),
    named(findCategories),
  ])
  const better = exact || asTyped.count > 0 ? null : await searchCorrected(ctx, terms, typed, page)
  const { matched, found, instead } = better ?? { matched: typed, found: asTyped, instead: null }

  const counts = {
    stories: { count: found.count, more: found.more },
    creators: resultCount(creators),
    tags: resultCount(tags),
    categories: resultCount(categories),
  }
  const kind = wanted.kind ?? (isNarrowed(wanted) ? 'stories' : firstWithResults(counts))

  const { shown, next } = scoreCursor.paginate(found.page, limit, ({ score, id }) => [score, id])
  const [stories, people, facets, popular] = await Promise.all([
    presentStories(ctx, shown, highlightTerms(matched)),
    presentCreators(ctx, kind === 'creators' ? creators.slice(0, MAX_NAMES) : []),
    presentFacets(ctx, found),
    found.count === 0 ? popularTags(db, MAX_POPULAR) : [],
  ])
  return {
    q,
    kind,
    instead,
    found: counts,
    stories,
    creators: people,
    tags: kind === 'tags' ? tags.slice(0, MAX_NAMES) : [],
    categories: kind === 'categories' ? categories.map((row) => presentCategory(site.base, row)) : [],
    next,
    facets,
    popular,
  }

  async function named<Row>(find: (on: typeof db, asks: Parameters<typeof findCreators>[1]) => Promise<Row[]>) {
    return names.asked === null ? [] : find(db, { asked: names.asked, typed: names.typed, limit: MAX_NAMES + 1 })
  }
}

type Page = { filters: Filters | null; months: Months; place: Place | null; limit: number }

/** Null filters (unknown slug or handle) match nothing. */
async function searchStories({ db }: Ctx, terms: AnalyzedTerm[], { filters, months, place, limit }: Page) {
  if (!filters) return noMatches
  const asked = buildStoryQuery(await matchAuthors(db, terms))
  if (!asked) return noMatches
  const title = terms.flatMap(({ words }) => words.flatMap(({ plain }) => plain)).join(' ')
  return findStories(db, { asked, title, filters, months, before: place, limit })
}

/** Null if correction changes nothing or finds nothing. */
async function searchCorrected(ctx: Ctx, terms: Term[], typed: AnalyzedTerm[], page: Page) {
  const replaced = await correctSpelling(ctx.db, typed)
  if (!replaced) return null
  const instead = formatQuery(terms, replaced)
  const matched = await analyzeTerms(ctx.db, parseQuery(instead))
  const found = await searchStories(ctx, matched, page)
  return found.count > 0 ? { matched, found, instead } : null
}

/** Filters and cursors only apply to stories. */
function isNarrowed({ category, tag, author, year, before }: SearchRequest) {
  return [category, tag, author, year, before].some((given) => given !== undefined)
}

function firstWithResults(counts: Record<SearchKind, ResultCount>): SearchKind {
  return searchKinds.find((kind) => counts[kind].count > 0) ?? 'stories'
}

function resultCount(rows: unknown[]): ResultCount {
  return { count: Math.min(rows.length, MAX_NAMES), more: rows.length > MAX_NAMES }
}
