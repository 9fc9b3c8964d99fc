import type { Found, SearchKind, SearchReply } from '#contract/search.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { scoreCursor } from '#server/platform/cursor.ts'
import { askFor, askForNames, wantedOf } from './ask-for.ts'
import { type GivenFilters, chosenFilters, namedFacets } from './filters.ts'
import { popularTags } from '#server/taxonomy/find.ts'
import { categoriesNamed, creatorsNamed, tagsNamed } from './names.ts'
import { presentCategory, presentCreators, presentStories } from './present.ts'
import { type Term, readQuestion, writeQuestion } from './question.ts'
import { putRight } from './spelling.ts'
import { type Filters, type Place, type StoriesFound, findStories } from './stories.ts'
import { type Understood, understand } from './understand.ts'
import { type Months, monthsOf } from './windows.ts'

const MOST_NAMES = 50
const MOST_POPULAR = 12

export type SearchWanted = GivenFilters & {
  q: string
  kind: SearchKind
  exact?: '1' | undefined
  before?: string | undefined
  limit: number
}

const nothing: StoriesFound = { count: 0, more: false, page: [], categories: [], authors: [], tags: [], years: [] }

/** Everything that has the words. Where no story has them as they were typed, the nearest words that one has. */
export async function search(ctx: Ctx, wanted: SearchWanted): Promise<SearchReply> {
  const { q, kind, before, limit, exact } = wanted
  const { db, site, addCacheTags, now } = ctx
  addCacheTags('latest', 'categories')
  const cursor = scoreCursor.read(before)
  const place = cursor && { score: cursor[0], id: cursor[1] }
  const terms = readQuestion(q)
  const months = await monthsOf(db, now())
  const [typed, filters] = await Promise.all([understand(db, terms), chosenFilters(db, wanted, months)])
  const names = { asked: askForNames(typed), typed: q }

  const page = { filters, months, place, limit: kind === 'stories' ? limit + 1 : 0 }
  const [asTyped, creators, tags, categories] = await Promise.all([
    storiesFor(ctx, typed, page),
    named(creatorsNamed),
    named(tagsNamed),
    named(categoriesNamed),
  ])
  const better = exact || asTyped.count > 0 ? null : await corrected(ctx, terms, typed, page)
  const { understood, found, instead } = better ?? { understood: typed, found: asTyped, instead: null }

  const { shown, next } = scoreCursor.cut(found.page, limit, ({ score, id }) => [score, id])
  const [stories, people, facets, popular] = await Promise.all([
    presentStories(ctx, shown, wantedOf(understood)),
    presentCreators(ctx, kind === 'creators' ? creators.slice(0, MOST_NAMES) : []),
    namedFacets(ctx, found),
    found.count === 0 ? popularTags(db, MOST_POPULAR) : [],
  ])
  return {
    q,
    instead,
    found: {
      stories: { count: found.count, more: found.more },
      creators: foundOf(creators),
      tags: foundOf(tags),
      categories: foundOf(categories),
    },
    stories,
    creators: people,
    tags: kind === 'tags' ? tags.slice(0, MOST_NAMES) : [],
    categories: kind === 'categories' ? categories.map((row) => presentCategory(site.base, row)) : [],
    next,
    facets,
    popular,
  }

  async function named<Row>(find: (on: typeof db, asks: Parameters<typeof creatorsNamed>[1]) => Promise<Row[]>) {
    return names.asked === null ? [] : find(db, { asked: names.asked, typed: names.typed, limit: MOST_NAMES + 1 })
  }
}

type Page = { filters: Filters | null; months: Months; place: Place | null; limit: number }

/** `filters` that name something that is not there leave nothing. */
async function storiesFor({ db }: Ctx, understood: Understood[], { filters, months, place, limit }: Page) {
  const asked = askFor(understood)
  if (!asked || !filters) return nothing
  const title = understood.flatMap(({ meanings }) => meanings.flatMap(({ plain }) => plain)).join(' ')
  return findStories(db, { asked, title, filters, months, before: place, limit })
}

/** The same with its typing mistakes put right, if that finds something. */
async function corrected(ctx: Ctx, terms: Term[], typed: Understood[], page: Page) {
  const replaced = await putRight(ctx.db, typed)
  if (!replaced) return null
  const instead = writeQuestion(terms, replaced)
  const understood = await understand(ctx.db, readQuestion(instead))
  const found = await storiesFor(ctx, understood, page)
  return found.count > 0 ? { understood, found, instead } : null
}

function foundOf(rows: unknown[]): Found {
  return { count: Math.min(rows.length, MOST_NAMES), more: rows.length > MOST_NAMES }
}
