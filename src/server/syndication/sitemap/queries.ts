import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { publishedArticles } from '#server/stories/published.ts'

/** A story's position in the order of publication. The moment is text, because the first page starts at -infinity. */
export type Key = { moment: string; id: string }

/** The stories from `first` until before `end`. The last page has no end. */
export type Range = { first: Key; end: Key | null }

export type StoryPage = Range & { number: number }

const key = ({ moment, id }: Key) => sql`(${moment}::timestamptz, ${id}::text)`

const within = (position: ReturnType<typeof sql>, { first, end }: Range) =>
  end
    ? sql<boolean>`${position} >= ${key(first)} and ${position} < ${key(end)}`
    : sql<boolean>`${position} >= ${key(first)}`

const storiesIn = (db: Db, range: Range) =>
  publishedArticles(db).where(within(sql`(article.published_at, article.id)`, range))

/** The pages with stories, and when each last changed. */
export function filledPages(db: Db) {
  return db
    .selectFrom('sitemapPage')
    .select(['number', 'changedAt'])
    .where('stories', '>', 0)
    .orderBy('firstPublishedAt')
    .orderBy('firstId')
    .execute()
}

export async function pageByNumber(db: Db, number: number) {
  const { rows } = await sql<PageRow>`${pageColumns} where page.number = ${number}`.execute(db)
  return toPage(rows[0])
}

/** The page of the change that has waited longest. */
export async function nextChangedPage(db: Db) {
  const { rows } = await sql<PageRow>`${pageColumns}
    where page.number = (
      select number from sitemap_page, (select published_at, article_id from sitemap_change order by id limit 1) as change
      where (first_published_at, first_id) <= (change.published_at, change.article_id)
      order by first_published_at desc, first_id desc limit 1)`.execute(db)
  return toPage(rows[0])
}

type PageRow = { number: number; moment: string; id: string; endMoment: string | null; endId: string | null }

const pageColumns = sql`select page.number, page.first_published_at::text as moment, page.first_id as id,
    following.first_published_at::text as end_moment, following.first_id as end_id
  from sitemap_page as page left join lateral (
    select first_published_at, first_id from sitemap_page
    where (first_published_at, first_id) > (page.first_published_at, page.first_id)
    order by first_published_at, first_id limit 1) as following on true`

function toPage(row: PageRow | undefined): StoryPage | null {
  if (!row) return null
  const { number, moment, id, endMoment, endId } = row
  return {
    number,
    first: { moment, id },
    end: endMoment !== null && endId !== null ? { moment: endMoment, id: endId } : null,
  }
}

/** In the order of publication. */
export function listStoriesIn(db: Db, range: Range, limit: number) {
  return storiesIn(db, range)
    .select(['article.id', 'article.slug', 'article.publishedAt', 'article.updatedAt', 'article.canonicalUrl'])
    .$narrowType<{ publishedAt: Date }>()
    .orderBy('article.publishedAt')
    .orderBy('article.id')
    .limit(limit)
    .execute()
}

/** The key of the story after the first `position` ones. */
export async function keyAfter(db: Db, range: Range, position: number): Promise<Key | null> {
  const row = await storiesIn(db, range)
    .select([sql<string>`article.published_at::text`.as('moment'), 'article.id'])
    .orderBy('article.publishedAt')
    .orderBy('article.id')
    .offset(position)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes the queued changes. Returns when the last story was removed. */
export async function takeChanges(db: Db, range: Range) {
  const taken = await db
    .deleteFrom('sitemapChange')
    .where(within(sql`(published_at, article_id)`, range))
    .returning('removedAt')
    .execute()
  return taken.map(({ removedAt }) => removedAt).reduce((last, at) => (at && (!last || at > last) ? at : last), null)
}

type Refreshed = { removedAt: Date | null; limit: number }

/** Counts the stories of a page, at most `limit`, and stores when it last changed. Returns the count. */
export async function updatePage(db: Db, { number, ...range }: StoryPage, { removedAt, limit }: Refreshed) {
  const { stories, changedAt } = await db
    // Ordered and limited, so that the planner reads the index: it expects far too many rows between two keys.
    .selectFrom(
      storiesIn(db, range)
        .select(['article.updatedAt', 'article.publishedAt'])
        .orderBy('article.publishedAt')
        .orderBy('article.id')
        .limit(limit)
        .as('listed'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('stories'),
      sql<Date | null>`max(greatest(listed.updated_at, listed.published_at))`.as('changedAt'),
    ])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('sitemapPage')
    .set({ stories, changedAt: sql<Date | null>`greatest(changed_at, ${changedAt}, ${removedAt})` })
    .where('number', '=', number)
    .execute()
  return stories
}

/** Starts a new page, and queues it. */
export async function addPage(db: Db, { moment, id }: Key) {
  const at = sql<Date>`${moment}::timestamptz`
  await db.insertInto('sitemapPage').values({ firstPublishedAt: at, firstId: id }).execute()
  await db.insertInto('sitemapChange').values({ publishedAt: at, articleId: id }).execute()
}

/** Its range becomes part of the page before. The first page has none and stays. */
export async function deletePage(db: Db, number: number) {
  await db
    .deleteFrom('sitemapPage')
    .where('number', '=', number)
    .where('firstPublishedAt', '>', sql<Date>`'-infinity'`)
    .execute()
}

/** When each page that admins edit was last published. */
export function lastPublications(db: Db) {
  return db
    .selectFrom('sitePageVersion')
    .select(({ fn }) => ['page', fn.max('savedAt').as('at')])
    .where('kind', '=', 'published')
    .groupBy('page')
    .execute()
}
