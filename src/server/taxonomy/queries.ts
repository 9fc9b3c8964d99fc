import { sql } from 'kysely'
import { z } from 'zod'
import { DAY_MS } from '#contract/constants.ts'
import type { Received } from '#contract/endpoints.ts'
import type { tagSorts, topicSorts } from '#contract/taxonomy/taxonomy.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { defineSortedList, wordsQuery } from '#server/platform/sorted-list.ts'

/** All categories in display order, or one of them. */
export function categoryRows(db: Db, id?: string) {
  const query = db
    .selectFrom('category')
    .leftJoin('topicChange', (join) =>
      join.onRef('topicChange.topicId', '=', 'category.id').on('topicChange.kind', '=', 'category'),
    )
    .leftJoin('category as target', 'target.id', 'topicChange.intoId')
    .selectAll('category')
    .select(['topicChange.action', 'topicChange.done', 'topicChange.total', 'target.name as into'])
    .select((eb) =>
      eb
        .selectFrom('mediaUse')
        .select('mediaUse.mediaId')
        .where('mediaUse.kind', '=', 'category')
        .whereRef('mediaUse.ref', '=', 'category.id')
        .limit(1)
        .as('media'),
    )
    .orderBy('category.position')
    .orderBy('category.id')
  return (id === undefined ? query : query.where('category.id', '=', id)).execute()
}
export type CategoryRow = Awaited<ReturnType<typeof categoryRows>>[number]

function tagsWithProgress(db: Db) {
  return db
    .selectFrom('tag')
    .leftJoin('topicChange', (join) =>
      join.onRef('topicChange.topicId', '=', 'tag.id').on('topicChange.kind', '=', 'tag'),
    )
    .leftJoin('tag as target', 'target.id', 'topicChange.intoId')
    .selectAll('tag')
    .select(['topicChange.action', 'topicChange.done', 'topicChange.total', 'target.name as into'])
}
export type TagRow = Awaited<ReturnType<ReturnType<typeof tagsWithProgress>['execute']>>[number]

export function tagById(db: Db, id: string) {
  return tagsWithProgress(db).where('tag.id', '=', id).executeTakeFirst()
}

const tagList = defineSortedList<(typeof tagSorts)[number]>(
  {
    name: { by: sql`search_fold(tag.name)`, key: z.string() },
    stories: { by: sql.ref('tag.storyCount'), key: z.int() },
    followers: { by: sql.ref('tag.followerCount'), key: z.int() },
    created: { by: sql.ref('tag.createdAt'), key: time },
  },
  { by: sql.ref('tag.id'), key: z.string() },
  'name',
)

export type TagQuery = Received<'GET /api/admin/tags'>['query']

export function tagPage(db: Db, asked: TagQuery) {
  let query = tagsWithProgress(db)
  const words = wordsQuery(asked.q)
  // Literals, because a generic plan cannot use the partial indexes.
  if (asked.used === 'no') query = query.where(sql<boolean>`tag.story_count = 0`)
  if (asked.used === 'yes') query = query.where(sql<boolean>`tag.story_count > 0`)
  if (words) query = query.where(sql<boolean>`search_names(tag.name) @@ ${words}`)
  return tagList(query, asked)
}

const NEW_DAYS = 30
const topicList = defineSortedList<(typeof topicSorts)[number]>(
  {
    followers: { by: sql.ref('topic.followerCount'), key: z.int() },
    stories: { by: sql.ref('topic.storyCount'), key: z.int() },
    name: { by: sql`search_fold(topic.name)`, key: z.string() },
  },
  { by: sql.ref('topic.id'), key: z.string() },
  '-followers',
)

export type TopicQuery = Received<'GET /api/admin/topics'>['query']

/** Categories and tags with followers. A page of each is read from an index, and then both are merged. */
export async function topicPage(db: Db, now: Date, asked: TopicQuery) {
  const words = wordsQuery(asked.q)
  const named = words ? sql<boolean>`search_names(topic.name) @@ ${words}` : sql<boolean>`true`
  // One more of each, so that the merged page knows whether there is another one.
  const wanted = { ...asked, limit: asked.limit + 1 }
  const followed = [named, sql<boolean>`topic.follower_count > 0`]
  const [categories, tags] = await Promise.all([
    asked.kind === 'tag'
      ? null
      : topicList(
          db
            .selectFrom('category as topic')
            .select('topic.id')
            .where((eb) => eb.and(followed)),
          wanted,
        ),
    asked.kind === 'category'
      ? null
      : topicList(
          db
            .selectFrom('tag as topic')
            .select('topic.id')
            .where((eb) => eb.and(followed)),
          wanted,
        ),
  ])
  const among = (kind: 'category' | 'tag', page: typeof tags) =>
    db
      .selectFrom(kind)
      .select([
        'id',
        'slug',
        'name',
        'storyCount',
        'followerCount',
        sql<'category' | 'tag'>`${sql.lit(kind)}`.as('kind'),
      ])
      .where('id', '=', sql<string>`any(${page?.shown.map(({ id }) => id) ?? []}::text[])`)
  const both = among('category', categories).unionAll(among('tag', tags))
  const { shown, next } = await topicList(db.selectFrom(both.as('topic')).selectAll('topic'), asked)
  const since = new Date(now.getTime() - NEW_DAYS * DAY_MS)
  const counts = await newFollowers(
    db,
    shown.map(({ id }) => id),
    since,
  )
  return { shown: shown.map((row) => ({ ...row, newFollowers: counts.get(row.id) ?? 0 })), next }
}

async function newFollowers(db: Db, ids: string[], since: Date) {
  if (ids.length === 0) return new Map<string, number>()
  const of = (column: 'categoryId' | 'tagId') =>
    db
      .selectFrom('topicFollow')
      .select(({ ref, fn }) => [ref(column).as('id'), fn.countAll<number>().as('people')])
      .where(column, '=', sql<string>`any(${ids}::text[])`)
      .where('since', '>=', since)
      .groupBy(column)
  const rows = await of('categoryId').unionAll(of('tagId')).execute()
  return new Map(rows.flatMap(({ id, people }) => (id === null ? [] : [[id, people] as const])))
}

/** How many articles in any state, drafts and followers a topic has, up to `most`. */
export async function topicSize(db: Db, kind: 'category' | 'tag', id: string, most: number) {
  // Each in the order of an index, because with the limit alone the planner may read whole tables.
  const articles =
    kind === 'category'
      ? sql`(select id from article where category_id = ${id} order by id limit ${most})
          union all (select article_id from draft where category_id = ${id} order by article_id limit ${most})`
      : sql`(select article_id from article_tag where tag_id = ${id} order by article_id limit ${most})`
  const column = sql.ref(kind === 'category' ? 'categoryId' : 'tagId')
  const follows = sql`(select person_id from topic_follow where ${column} = ${id} order by since limit ${most})`
  const { rows } = await sql<{ size: number }>`select count(*)::int as size from (
    ${articles} union all ${follows} limit ${most}) as found`.execute(db)
  return rows[0]?.size ?? 0
}

/** What merging these topics into another one moves. */
export async function mergeCounts(db: Db, kind: 'category' | 'tag', ids: string[], into: string) {
  const column = sql.ref(kind === 'category' ? 'categoryId' : 'tagId')
  const stories =
    kind === 'category'
      ? sql`select count(*)::int as stories, 0 as stories_in_both from article
          where category_id = any(${ids}::text[]) and state = 'published'`
      : sql`select count(*)::int as stories, count(*) filter (where exists (select from article_tag as other
            where other.tag_id = ${into} and other.article_id = found.article_id))::int as stories_in_both
          from (select distinct article_id from article_tag where tag_id = any(${ids}::text[])) as found
          join article on article.id = found.article_id and article.state = 'published'`
  const { rows } = await sql<{
    stories: number
    storiesInBoth: number
    followers: number
    followersOfBoth: number
  }>`select * from (${stories}) as stories, (
      select count(*)::int as followers, count(*) filter (where exists (select from topic_follow as other
        where other.person_id = found.person_id and other.${column} = ${into}))::int as followers_of_both
      from (select distinct person_id from topic_follow where ${column} = any(${ids}::text[])) as found) as followers`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a query without FROM returned no row')
  return row
}
