import { sql } from 'kysely'
import { z } from 'zod'
import { HOUR_MS } from '#contract/constants.ts'
import type { RecommendedStory, RecommendationReason } from '#contract/discovery.ts'
import type { Viewer } from '#contract/viewer.ts'
import { Id, type PageOf } from '#contract/shapes.ts'
import { type Placeholders, type Value, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { defineCursor, integer, time } from '#server/platform/cursor.ts'
import { createCardPresenter } from '#server/stories/cards.ts'
import { type CardRow, latestStories, publishedCards, trendingStories } from '#server/stories/published.ts'
import { scheduleRecommendations } from './schedule-recommendations.ts'
import { mutedOrBlockedBy } from './muted-or-blocked.ts'
import { defaultWeights } from './rank-candidates.ts'

const STALE_MS = HOUR_MS
/** A position among the recommendations, or a story among the newest. */
const cursor = defineCursor(z.union([z.tuple([integer]), z.tuple([time, Id])]))

type PageRequest = { before?: string | undefined; limit: number }

/** Recommendations, or the newest stories if the viewer prefers that. Trending until recommendations exist. */
export async function listForYou(ctx: Ctx<Viewer>, { before, limit }: PageRequest): Promise<PageOf<RecommendedStory>> {
  const { db, viewer } = ctx
  const state = await getState(db, viewer.id)
  const { without } = state
  const place = cursor.read(before)
  if (place) {
    // The cursor decides: later pages match the first, even if preferences changed in another tab.
    return place.length === 1
      ? recommended(ctx, { after: place[0], without, limit })
      : newest(ctx, { before: { at: place[0], id: place[1] }, without, limit })
  }
  if (state.newest ?? defaultWeights.newest) return newest(ctx, { before: null, without, limit })
  const page = await recommended(ctx, { after: -1, without, limit })
  await scheduleIfStale(ctx, state, page.items.length === 0)
  return page.items.length === 0 ? trending(ctx, { without, limit }) : page
}

type Page = { without: string[]; limit: number }

async function recommended(ctx: Ctx<Viewer>, { after, without, limit }: Page & { after: number }) {
  const rows = await recommendedStories(ctx.db, { viewerId: ctx.viewer.id, after, without, limit: limit + 1 })
  const { shown, next } = cursor.paginate(rows, limit, ({ position }) => [position])
  const items = withReasons(ctx, shown, ({ why, whyName, writerName, isAuthor, topicName, topicTag }) => {
    if (topicTag) ctx.addCacheTags(`tag:${topicTag}`)
    return why === 'person' && writerName !== null
      ? { kind: isAuthor ? 'person' : 'co-author', name: writerName }
      : { kind: why, name: topicName ?? whyName }
  })
  return { items, next }
}

type Recommended = { viewerId: string; after: number; without: string[]; limit: number }

const recommendedStories = compiledQuery((db, { viewerId, after, without, limit }: Placeholders<Recommended>) =>
  publishedCards(db, viewerId)
    .innerJoin('forYou', 'forYou.articleId', 'article.id')
    .select(['forYou.position', 'forYou.why', 'forYou.whyName'])
    .where('forYou.personId', '=', viewerId)
    .where('forYou.position', '>', after)
    // Also excludes authors muted or blocked since the last refresh.
    .where('article.authorId', '!=', sql<string>`all(${without}::text[])`)
    // Follows, bylines and topics may have changed since the last refresh: a reason must still be true.
    .leftJoinLateral(
      () => followedWriter(db, viewerId).as('writer'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      () => followedTopic(db, viewerId).as('topic'),
      (join) => join.onTrue(),
    )
    .select(['writer.name as writerName', 'writer.isAuthor', 'topic.name as topicName', 'topic.tagSlug as topicTag'])
    .where((eb) =>
      eb.or([
        eb('forYou.why', 'not in', ['person', 'topic']),
        eb.and([eb('forYou.why', '=', 'person'), eb('writer.name', 'is not', null)]),
        eb.and([eb('forYou.why', '=', 'topic'), eb('topic.name', 'is not', null)]),
      ]),
    )
    .orderBy('forYou.position')
    .limit(limit),
)

/** A person in the byline of `article` that the viewer follows, the author before the co-authors. */
function followedWriter(db: Db, viewerId: Value<string>) {
  const byline = sql<{ id: string; isAuthor: boolean }>`(select article.author_id as id, true as is_author
    union all select co.person_id, false from article_co_author as co where co.article_id = article.id)`
  return db
    .selectFrom(byline.as('byline'))
    .innerJoin('follow', 'follow.followedId', 'byline.id')
    .innerJoin('person', 'person.id', 'byline.id')
    .select(['person.name', 'byline.isAuthor'])
    .where('follow.followerId', '=', viewerId)
    .where(sql<boolean>`for_you.why = 'person'`)
    .orderBy('byline.isAuthor', 'desc')
    .orderBy('person.name')
    .limit(1)
}

/** A topic of `article` that the viewer follows: that of the reason, or another one when that was renamed or merged. */
function followedTopic(db: Db, viewerId: Value<string>) {
  const topics = sql<{ name: string; tagSlug: string | null }>`(
    select category.name, null as tag_slug from category
      join topic_follow on topic_follow.category_id = category.id
      where category.id = article.category_id and topic_follow.person_id = ${viewerId}
    union all
    select tag.name, tag.slug from article_tag join tag on tag.id = article_tag.tag_id
      join topic_follow on topic_follow.tag_id = tag.id
      where article_tag.article_id = article.id and topic_follow.person_id = ${viewerId})`
  return db
    .selectFrom(topics.as('followed'))
    .select(['followed.name', 'followed.tagSlug'])
    .where(sql<boolean>`for_you.why = 'topic'`)
    .orderBy(sql`followed.name = for_you.why_name`, 'desc')
    .orderBy('followed.name')
    .limit(1)
}

async function newest(ctx: Ctx<Viewer>, { limit, ...page }: Page & { before: { at: Date; id: string } | null }) {
  const rows = await latestStories(ctx.db, { viewerId: ctx.viewer.id, ...page, limit: limit + 1 })
  const { shown, next } = cursor.paginate(rows, limit, ({ publishedAt, id }) => [publishedAt, id])
  ctx.addCacheTags('stories')
  return { items: withReasons(ctx, shown, () => ({ kind: 'new', name: '' })), next }
}

async function trending(ctx: Ctx<Viewer>, page: Page) {
  const rows = await trendingStories(ctx.db, { viewerId: ctx.viewer.id, ...page })
  ctx.addCacheTags('trending')
  return { items: withReasons(ctx, rows, () => ({ kind: 'trending', name: '' })), next: null }
}

function withReasons<Row extends CardRow>(
  ctx: Ctx,
  rows: Row[],
  why: (row: Row) => RecommendationReason,
): RecommendedStory[] {
  const card = createCardPresenter(ctx)
  return rows.map((row) => ({ story: card(row), why: why(row) }))
}

type State = { newest: boolean | null; without: string[]; madeAt: Date | null; dueAt: Date | null }

const states = compiledQuery((db, { viewerId }: Placeholders<{ viewerId: string }>) =>
  db.selectNoFrom([
    db.selectFrom('forYouWeight').select('newest').where('personId', '=', viewerId).as('newest'),
    db.selectFrom('forYouState').select('madeAt').where('personId', '=', viewerId).as('madeAt'),
    db.selectFrom('forYouState').select('dueAt').where('personId', '=', viewerId).as('dueAt'),
    mutedOrBlockedBy(viewerId).as('without'),
  ]),
)

/** The viewer's preference, muted and blocked people, and when their recommendations were and will be made. */
async function getState(db: Db, viewerId: string): Promise<State> {
  const [state] = await states(db, { viewerId })
  return state ?? { newest: null, without: [], madeAt: null, dueAt: null }
}

async function scheduleIfStale(ctx: Ctx<Viewer>, { madeAt, dueAt }: State, soon: boolean) {
  const { viewer, now } = ctx
  if (dueAt) return
  const fresh = madeAt && now().getTime() - madeAt.getTime() < STALE_MS
  if (!fresh) await scheduleRecommendations(ctx, viewer.id, soon)
}
