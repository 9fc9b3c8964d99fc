import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Asked } from './ask-for.ts'
import { type Months, monthsIn, windowFor } from './windows.ts'

/** However many stories have the words, no more than these are counted: the newest. */
const MOST = { heads: 500, documents: 300 }
/** Documents are long. Of so many it is looked at how often they have the words; the others go by their time alone. */
const MOST_RANKED = 80
/** Whether words follow each other can only be seen in the document, too. */
const MOST_PHRASES = 200
const MOST_FACETS = 8
/** A year is worth a fiftieth of a word in the title. */
const YEAR_WORTH = 0.02

export type Filters = {
  categoryId: string | null
  tagId: string | null
  authorId: string | null
  year: number | null
  /** About which part of all stories the category, tag and author leave. */
  share: number
}
export type Place = { score: number; id: string }
type Wanted = {
  asked: Asked
  /** The words as one line, to see whether they are a whole title. */
  title: string
  filters: Filters
  months: Months
  before: Place | null
  limit: number
}
type Count = { id: string; stories: number }

export type StoriesFound = {
  count: number
  /** Whether there may be more than were counted. */
  more: boolean
  page: Place[]
  categories: Count[]
  authors: Count[]
  tags: Count[]
  years: Count[]
}

/** Those with the words in their heads come first, then those with the words anywhere. One statement, whatever is asked. */
export async function findStories(db: Db, wanted: Wanted): Promise<StoriesFound> {
  const { asked, title, filters, months, before, limit } = wanted
  const newest = (part: 'heads' | 'stories', words: string, most: number) => {
    const uses = asked.uses.map((each) => each[part])
    const recent = windowFor({ ...filters, months, uses, most })
    return sql`search_newest(${part === 'heads'}, ${narrowed(words, filters)}::tsquery, ${recent}::tsquery, ${most})`
  }
  const words = asked.phrase ? loosely(asked.document) : asked.document
  const most = asked.phrase ? MOST_PHRASES : MOST.documents
  const followed = asked.phrase ? sql`and document @@ ${asked.document}::tsquery` : sql``
  const { rows } = await sql<StoriesFound>`with heads as materialized (
      select article_id, published_at, author_id, category_id, tag_ids,
        10 + ts_rank('{0.1, 0.2, 0.4, 1}', head, ${asked.head}::tsquery)
          + case when title = ${title} then 4 when starts_with(title, ${title}) then 2 else 0 end as rank
      from ${newest('heads', asked.head, MOST.heads)}
    ), matched as materialized (
      select *, row_number() over () as place from ${newest('stories', words, most)}
      where (select count(*) from heads) < ${MOST.heads}
    ), documents as materialized (
      select article_id, published_at, author_id, category_id, tag_ids,
        case when place <= ${MOST_RANKED} then ts_rank(document, ${asked.document}::tsquery) else 0 end as rank
      from matched where article_id not in (select article_id from heads) ${followed}
    ), found as materialized (
      select *, rank + extract(epoch from published_at)::float8 / 31557600 * ${YEAR_WORTH}::float8 as score
      from (select * from heads union all select * from documents) as both_kinds
    )
    select (select count(*) from found)::int as count,
      (select count(*) from heads) >= ${MOST.heads} or (select count(*) from matched) >= ${most} as more,
      (select coalesce(json_agg(page), '[]') from (
        select article_id as id, score from found ${after(before)} order by score desc, article_id desc limit ${limit}) as page) as page,
      ${counted(sql`category_id`, sql`found where category_id is not null`)} as categories,
      ${counted(sql`author_id`, sql`found`)} as authors,
      ${counted(sql`tag_id`, sql`found, unnest(tag_ids) as tag_id`)} as tags,
      ${counted(sql`extract(year from published_at at time zone 'UTC')::text`, sql`found`)} as years`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the search answered nothing')
  return found
}

/** The words of a phrase in any order. */
function loosely(document: string) {
  return document.replace(/ <\d+> /g, ' & ')
}

/** Only stories with these marks, which stand among their words. */
function narrowed(words: string, { categoryId, tagId, authorId, year }: Filters) {
  const marks = [
    categoryId && `'@c${categoryId}'`,
    tagId && `'@t${tagId}'`,
    authorId && `'@a${authorId}'`,
    year && monthsIn(year),
  ]
  return [words, ...marks].filter(Boolean).join(' & ')
}

function after(before: Place | null) {
  return before ? sql`where (score, article_id) < (${before.score}::float8, ${before.id})` : sql``
}

function counted(what: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  return sql`(select coalesce(json_agg(counted), '[]') from (
    select ${what} as id, count(*)::int as stories from ${where} group by 1 order by 2 desc, 1 desc limit ${MOST_FACETS}) as counted)`
}
