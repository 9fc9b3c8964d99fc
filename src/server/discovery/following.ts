import { sql } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import type { StoryCard } from '#contract/reading.ts'
import type { PageOf } from '#contract/shapes.ts'
import { type Placeholders, type Value, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { presentCards } from '#server/stories/cards.ts'
import { isPublished, newestStoriesBy, publishedCards } from '#server/stories/published.ts'
import { mutedOrBlockedBy } from './muted-or-blocked.ts'

type PageRequest = { before?: string | undefined; limit: number }

export async function listFollowingFeed(ctx: Ctx<Viewer>, { before, limit }: PageRequest): Promise<PageOf<StoryCard>> {
  const cursor = timeCursor.read(before)
  const personId = ctx.viewer.id
  const rows = await storiesFollowed(ctx.db, {
    personId,
    beforeAt: cursor?.[0],
    beforeId: cursor?.[1],
    limit: limit + 1,
  })
  const { shown, next } = timeCursor.paginate(rows, limit, ({ publishedAt, id }) => [publishedAt, id])
  ctx.addCacheTags('stories')
  return { items: presentCards(ctx, shown), next }
}

type Values = { personId: string; beforeAt: Date | undefined; beforeId: string | undefined; limit: number }
type BranchPage = {
  without: Value<readonly string[]>
  before: { at: Value<Date>; id: Value<string> } | null
  limit: Value<number>
}

/** Reads the newest stories of each followed person and topic by index, then merges them into one page. */
const storiesFollowed = compiledQuery((db, { personId, beforeAt, beforeId, limit }: Placeholders<Values>) => {
  const page: BranchPage = {
    without: mutedOrBlockedBy(personId),
    before: beforeAt && beforeId ? { at: beforeAt, id: beforeId } : null,
    limit,
  }
  const inCategories = db
    .selectFrom('topicFollow')
    .innerJoinLateral(
      () => newest(db, page).where('story.categoryId', '=', sql.ref<string>('topicFollow.categoryId')).as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'found.publishedAt'])
    .where('topicFollow.personId', '=', personId)
    .where('topicFollow.categoryId', 'is not', null)
  const withTags = db
    .selectFrom('topicFollow')
    .innerJoinLateral(
      () => newestTagged(db, page).as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'found.publishedAt'])
    .where('topicFollow.personId', '=', personId)
    .where('topicFollow.tagId', 'is not', null)
  const byPeople = db
    .selectFrom('follow')
    .innerJoinLateral(
      () => newestStoriesBy(db, sql.ref<string>('follow.followedId'), page).as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'found.publishedAt'])
    .where('follow.followerId', '=', personId)
    .where('follow.followedId', '!=', sql<string>`all(${page.without}::text[])`)
  // Union, not union all: a story can match several follows.
  const ids = db
    .selectFrom(inCategories.union(withTags).union(byPeople).as('given'))
    .select('given.id')
    .orderBy('given.publishedAt', 'desc')
    .orderBy('given.id', 'desc')
    .limit(page.limit)
  return publishedCards(db, personId)
    .where('article.id', 'in', ids)
    .orderBy('article.publishedAt', 'desc')
    .orderBy('article.id', 'desc')
})

function newest(db: Db, { without, before, limit }: BranchPage) {
  let query = db
    .selectFrom('article as story')
    .select(['story.id', 'story.publishedAt'])
    .where(isPublished('story'))
    .where('story.authorId', '!=', sql<string>`all(${without}::text[])`)
  if (before)
    query = query.where((eb) => eb(eb.refTuple('story.publishedAt', 'story.id'), '<', eb.tuple(before.at, before.id)))
  return query.orderBy('story.publishedAt', 'desc').orderBy('story.id', 'desc').limit(limit)
}

/** Uses the publication time stored with the tag, which is indexed. */
function newestTagged(db: Db, { without, before, limit }: BranchPage) {
  let query = db
    .selectFrom('articleTag as carried')
    .innerJoin('article as story', 'story.id', 'carried.articleId')
    .select(['story.id', 'story.publishedAt'])
    .where('carried.tagId', '=', sql.ref<string>('topicFollow.tagId'))
    .where(isPublished('story'))
    .where('story.authorId', '!=', sql<string>`all(${without}::text[])`)
  if (before) {
    query = query.where((eb) =>
      eb(eb.refTuple('carried.publishedAt', 'carried.articleId'), '<', eb.tuple(before.at, before.id)),
    )
  }
  return query.orderBy('carried.publishedAt', 'desc').orderBy('carried.articleId', 'desc').limit(limit)
}
