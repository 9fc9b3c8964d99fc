import { sql } from 'kysely'
import type { Suggestions } from '#contract/search.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { buildNameQuery } from './tsquery.ts'
import { findCategories, findCreators, findTags } from './find-names.ts'
import { parseQuery } from './parse-query.ts'
import { analyzeTerms } from './analyze-terms.ts'

const LIMITS = { stories: 5, creators: 3, tags: 4, categories: 2 }
/** Newest matching stories considered. */
const MAX_CANDIDATES = 100
/** A single letter matches too many titles. */
const MIN_LENGTH = 2

/** Called on every keystroke, so it only searches titles and names. */
export async function suggest({ db }: Ctx, q: string): Promise<Suggestions> {
  const asked = buildNameQuery(await analyzeTerms(db, parseQuery(q)))
  if (asked === null) return { stories: [], creators: [], tags: [], categories: [] }
  const [stories, creators, tags, categories] = await Promise.all([
    [...q].length < MIN_LENGTH ? [] : suggestStories(db, asked, q),
    findCreators(db, { asked, typed: q, limit: LIMITS.creators }),
    findTags(db, { asked, typed: q, limit: LIMITS.tags }),
    findCategories(db, { asked, typed: q, limit: LIMITS.categories }),
  ])
  return {
    stories,
    creators: creators.map(({ handle, name }) => ({ handle, name })),
    tags: tags.map(({ slug, name }) => ({ slug, name })),
    categories: categories.map(({ slug, name }) => ({ slug, name })),
  }
}

async function suggestStories(db: Db, asked: string, q: string) {
  const { rows } = await sql<{
    slug: string
    title: string
    author: string
  }>`select article.slug, article.title, person.name as author from (
      select article_id, published_at, starts_with(title, search_fold(${q})) as begins,
             ts_rank('{0, 0.1, 0.2, 1}', head, ${asked}::tsquery) as rank
      from search_newest(true, ${asked}::tsquery, null, ${MAX_CANDIDATES})
      order by begins desc, rank desc, published_at desc limit ${LIMITS.stories}) as best
    join article on article.id = best.article_id join person on person.id = article.author_id
    order by begins desc, rank desc, best.published_at desc`.execute(db)
  return rows
}
