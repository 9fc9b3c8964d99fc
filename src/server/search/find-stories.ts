import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { StoryQuery } from './tsquery.ts'
import { type Months, monthMarksOf, findMonthWindow } from './month-window.ts'

/** Only the newest matches are counted. */
const MAX_MATCHES = { heads: 500, documents: 300 }
/** Ranking long documents is slow: beyond this number, matches are ordered by time alone. */
const MAX_RANKED = 80
/** Checking a phrase also requires reading the document. */
const MAX_PHRASE_MATCHES = 200
const MAX_FACETS = 8
/** One fiftieth of a word in the title. */
const SCORE_PER_YEAR = 0.02

export type Filters = {
  categoryId: string | null
  tagId: string | null
  authorId: string | null
  year: number | null
  /** Estimated share of all stories that match the category, tag and author. */
  share: number
}
export type Place = { score: number; id: string }
type StorySearch = {
  asked: StoryQuery
  /** The words joined, to detect an exact title match. */
  title: string
  filters: Filters
  months: Months
  before: Place | null
  limit: number
}
type Count = { id: string; stories: number }

export type StoryMatches = {
  count: number
  /** Whether there may be more matches than counted. */
  more: boolean
  page: Place[]
  categories: Count[]
  authors: Count[]
  tags: Count[]
  years: Count[]
}

/** Matches in the head (title, subtitle, tags) come before matches in the text. A single statement. */
export async function findStories(db: Db, wanted: StorySearch): Promise<StoryMatches> {
  const { asked, title, filters, months, before, limit } = wanted
  const newest = (part: 'heads' | 'stories', words: string, most: number) => {
    const frequencies = asked.frequencies.map((each) => each[part])
    const recent = findMonthWindow({ ...filters, months, frequencies, most })
    return sql`search_newest(${part === 'heads'}, ${withFilters(words, filters)}::tsquery, ${recent}::tsquery, ${most})`
  }
  const words = asked.phrase ? withoutOrder(asked.document) : asked.document
  const most = asked.phrase ? MAX_PHRASE_MATCHES : MAX_MATCHES.documents
  const followed = asked.phrase ? sql`and document @@ ${asked.document}::tsquery` : sql``
  const { rows } = await sql<StoryMatches>`with heads as materialized (
      select article_id, published_at, author_id, category_id, tag_ids,
        10 + ts_rank('{0.1, 0.2, 0.4, 1}', head, ${asked.head}::tsquery)
          + case when title = ${title} then 4 when starts_with(title, ${title}) then 2 else 0 end as rank
      from ${newest('heads', asked.head, MAX_MATCHES.heads)}
    ), matched as materialized (
      select *, row_number() over () as place from ${newest('stories', words, most)}
      where (select count(*) from heads) < ${MAX_MATCHES.heads}
    ), documents as materialized (
      select article_id, published_at, author_id, category_id, tag_ids,
        case when place <= ${MAX_RANKED} then ts_rank(document, ${asked.document}::tsquery) else 0 end as rank
      from matched where article_id not in (select article_id from heads) ${followed}
    ), found as materialized (
      select *, rank + extract(epoch from published_at)::float8 / 31557600 * ${SCORE_PER_YEAR}::float8 as score
      from (select * from heads union all select * from documents) as both_kinds
    )
    select (select count(*) from found)::int as count,
      (select count(*) from heads) >= ${MAX_MATCHES.heads} or (select count(*) from matched) >= ${most} as more,
      (select coalesce(json_agg(page), '[]') from (
        select article_id as id, score from found ${after(before)} order by score desc, article_id desc limit ${limit}) as page) as page,
      ${counted(sql`category_id`, sql`found where category_id is not null`)} as categories,
      ${counted(sql`author_id`, sql`found`)} as authors,
      ${counted(sql`tag_id`, sql`found, unnest(tag_ids) as tag_id`)} as tags,
      ${counted(sql`extract(year from published_at at time zone 'UTC')::text`, sql`found`)} as years`.execute(db)
  const [found] = rows
  if (!found) throw new Error('search returned no row')
  return found
}

function withoutOrder(document: string) {
  return document.replace(/ <\d+> /g, ' & ')
}

/** Filters are indexed as marker words in the tsvector. */
function withFilters(words: string, { categoryId, tagId, authorId, year }: Filters) {
  const marks = [
    categoryId && `'@c${categoryId}'`,
    tagId && `'@t${tagId}'`,
    authorId && `'@a${authorId}'`,
    year && monthMarksOf(year),
  ]
  return [words, ...marks].filter(Boolean).join(' & ')
}

function after(before: Place | null) {
  return before ? sql`where (score, article_id) < (${before.score}::float8, ${before.id})` : sql``
}

function counted(what: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  return sql`(select coalesce(json_agg(counted), '[]') from (
    select ${what} as id, count(*)::int as stories from ${where} group by 1 order by 2 desc, 1 desc limit ${MAX_FACETS}) as counted)`
}
