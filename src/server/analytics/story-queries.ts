import { sql } from 'kysely'
import type { Figure, StoryFigures } from '#contract/analytics/analytics.ts'
import type { ArticleState } from '#contract/articles/articles.ts'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import type { Db } from '#server/platform/db.ts'
import type { Days } from './figures-in-period.ts'
import { totalsIn } from './queries.ts'

const MAX_PAGES = 100

const start = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`
const end = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz + interval '1 day'`

type StoryRow = {
  id: string
  title: string
  slug: string
  state: ArticleState
  language: string
  publishedAt: Date | null
  html: string
  membersHtml: string
  authorIds: string[]
  authors: string[]
}

/** A story by id or slug. One that was never published has the title of its draft and no text. */
export async function storyForFigures(db: Db, ref: string): Promise<StoryRow | undefined> {
  const { rows } = await sql<StoryRow>`
    select article.id, case when published_at is null then draft.title else article.title end as title, article.slug,
      article.state, article.language, published_at as "publishedAt",
      case when published_at is null then '' else article.html end as html,
      case when published_at is null then '' else article.members_html end as "membersHtml",
      byline.ids as "authorIds", byline.names as authors
    from article join draft on draft.article_id = article.id cross join lateral (
      select array_agg(person.id order by position) as ids, array_agg(person.name order by position) as names
      from (
        select author_id as person_id, -1 as position union all
        select person_id, position from article_co_author where article_id = article.id
      ) as part join person on person.id = part.person_id
    ) as byline
    where article.id = ${ref} or article.slug = ${ref}
    order by (article.id = ${ref}) desc limit 1`.execute(db)
  return rows[0]
}

/** Of an author with more stories, those published last. */
const MAX_OWN_STORIES = 1000

/** The stories of a person that have been published, also as co-author. The newest first. */
export async function ownStories(db: Db, personId: string) {
  const written = db.selectFrom('article').select('id').where('authorId', '=', personId)
  const shared = db.selectFrom('articleCoAuthor').select('articleId as id').where('personId', '=', personId)
  return db
    .selectFrom(written.union(shared).as('own'))
    .innerJoin('article', 'article.id', 'own.id')
    .select(['article.id', 'title', 'slug', 'state', 'publishedAt'])
    .where('publishedAt', 'is not', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('article.id')
    .limit(MAX_OWN_STORIES)
    .execute()
}

/** What readers did with a story in the period. */
export async function actionsOf(db: Db, id: string, { from, to }: Days): Promise<StoryFigures['actions']> {
  const { rows } = await sql<StoryFigures['actions']>`
    select
      (select count(*)::int from story_like where article_id = ${id} and at >= ${start(from)} and at < ${end(to)}) as likes,
      (select count(*)::int from response where article_id = ${id} and state = 'visible'
        and created_at >= ${start(from)} and created_at < ${end(to)}) as responses,
      (select coalesce(sum(views), 0)::int from analytics_day
        where article_id = ${id} and dimension = 'share' and day between ${from} and ${to}) as shares,
      (select coalesce(sum(views), 0)::int from analytics_day
        where article_id = ${id} and dimension = 'follow' and day between ${from} and ${to}) as followers,
      (select coalesce(sum(amount), 0)::int from berry_gift where article_id = ${id} and state <> 'undone'
        and at >= ${start(from)} and at < ${end(to)}) as berries`.execute(db)
  return rows[0] ?? { likes: 0, responses: 0, shares: 0, followers: 0, berries: 0 }
}

export async function followersGained(db: Db, personId: string, { from, to }: Days) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from follow
    where followed_id = ${personId} and since >= ${start(from)} and since < ${end(to)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Berries that were given to a person. */
export async function berriesOf(db: Db, personId: string, { from, to }: Days) {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::int as amount from berry_gift
    where receiver_id = ${personId} and state <> 'undone' and at >= ${start(from)} and at < ${end(to)}`.execute(db)
  return rows[0]?.amount ?? 0
}

type PageName = { name: string; ref: string | null; tag: CacheTag | null }

/** The names of the given paths that are pages for everyone: stories, topics, profiles and lists. */
export async function namesOfPages(db: Db, paths: readonly string[]): Promise<Map<string, PageName>> {
  const { rows } = await sql<PageName & { path: string }>`
    select given.path, page.name, page.ref, page.tag
    from unnest(${[...paths]}::text[]) as given (path) cross join lateral (
      select title as name, slug as ref, 'article:' || id as tag from article
        where path = '/story/' || slug and slug = split_part(path, '/', 3) and state = 'published'
      union all
      select name, null, 'categories' from category
        where path = '/category/' || slug and slug = split_part(path, '/', 3)
      union all
      select name, null, 'tag:' || slug from tag where path = '/tag/' || slug and slug = split_part(path, '/', 3)
      union all
      select name, null, 'person:' || id from person
        where path = '/user/' || handle and handle = split_part(path, '/', 3) and disabled_at is null
    ) as page`.execute(db)
  const fixed = paths.flatMap((path) => {
    const name = fixedPages[path]
    return name === undefined ? [] : [[path, { name, ref: null, tag: null }] as const]
  })
  return new Map([...fixed, ...rows.map(({ path, ...page }) => [path, page] as const)])
}

/** Public pages whose path is always the same. */
const fixedPages: Record<string, string> = {
  '/': 'Home',
  '/about': 'About',
  '/latest': 'Latest stories',
  '/topics': 'Topics',
  '/creators': 'Creators',
  '/search': 'Search',
  '/membership': 'Membership',
  '/berrybasket': 'Berry basket',
  '/developers': 'For developers',
  '/shortcuts': 'Keyboard shortcuts',
  '/privacypolicy': 'Privacy policy',
  '/termsandconditions': 'Terms and conditions',
  '/analyticspagesview': 'Page views',
}

/** The stories with most views, as pages. */
export async function pagesOfStories(db: Db, ids: readonly string[], days: Days): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select '/story/' || slug as value, title as name, case when state = 'published' then slug end as ref,
      sum(views)::int as views, sum(visitors)::int as visitors, sum(reads)::int as reads, null as "viewsBefore"
    from ${await totalsIn(db, days, ids)} join article on article.id = asked.id
    group by article.id order by views desc, article.id limit ${MAX_PAGES}`.execute(db)
  return rows
}
