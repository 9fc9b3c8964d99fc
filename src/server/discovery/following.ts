import { sql } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import type { StoryCard } from '#contract/reading.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { presentCards } from '#server/stories/cards.ts'
import { PUBLISHED, newestStoriesBy, publishedCards } from '#server/stories/published.ts'
import { unwantedBy } from './unwanted.ts'

type Place = { at: Date; id: string }
type Wanted = { before?: string | undefined; limit: number }

/** Stories of the people and topics that the viewer follows, newest first. */
export async function following(ctx: Ctx<Viewer>, { before, limit }: Wanted): Promise<PageOf<StoryCard>> {
  const cursor = timeCursor.read(before)
  const personId = ctx.viewer.id
  const rows = await storiesFollowed(ctx.db, {
    personId,
    without: await unwantedBy(ctx.db, personId),
    before: cursor && { at: cursor[0], id: cursor[1] },
    limit: limit + 1,
  })
  const { shown, next } = timeCursor.cut(rows, limit, ({ publishedAt, id }) => [publishedAt, id])
  ctx.addCacheTags('latest')
  return { items: await presentCards(ctx, shown), next }
}

type Page = { personId: string; without: string[]; before: Place | null; limit: number }
/** What every branch of the list is asked for. */
type Asked = Omit<Page, 'personId'>

/** Each person and topic gives its newest few by its index; a page is cut from what they give together. */
function storiesFollowed(db: Db, { personId, ...asked }: Page) {
  const onShelves = db
    .selectFrom('topicFollow')
    .innerJoinLateral(
      () => newest(db, asked).where('story.categoryId', '=', sql.ref<string>('topicFollow.categoryId')).as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'found.publishedAt'])
    .where('topicFollow.personId', '=', personId)
    .where('topicFollow.categoryId', 'is not', null)
  const withWords = db
    .selectFrom('topicFollow')
    .innerJoinLateral(
      () => newestCarrying(db, asked).as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'found.publishedAt'])
    .where('topicFollow.personId', '=', personId)
    .where('topicFollow.tagId', 'is not', null)
  const byPeople = db
    .selectFrom('follow')
    .innerJoinLateral(
      () => newestStoriesBy(db, sql.ref<string>('follow.followedId'), asked).as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'found.publishedAt'])
    .where('follow.followerId', '=', personId)
    .where('follow.followedId', '!=', sql<string>`all(${asked.without}::text[])`)
  // A union keeps a story that several of them gave only once.
  const chosen = db
    .selectFrom(onShelves.union(withWords).union(byPeople).as('given'))
    .select('given.id')
    .orderBy('given.publishedAt', 'desc')
    .orderBy('given.id', 'desc')
    .limit(asked.limit)
  return publishedCards(db)
    .where('article.id', 'in', chosen)
    .orderBy('article.publishedAt', 'desc')
    .orderBy('article.id', 'desc')
    .execute()
}

function newest(db: Db, { without, before, limit }: Asked) {
  let query = db
    .selectFrom('article as story')
    .select(['story.id', 'story.publishedAt'])
    .where('story.state', '=', PUBLISHED)
    .where('story.authorId', '!=', sql<string>`all(${without}::text[])`)
  if (before)
    query = query.where((eb) => eb(eb.refTuple('story.publishedAt', 'story.id'), '<', eb.tuple(before.at, before.id)))
  return query.orderBy('story.publishedAt', 'desc').orderBy('story.id', 'desc').limit(limit)
}

/** The same of a tag, in the tag's own order. */
function newestCarrying(db: Db, { without, before, limit }: Asked) {
  let query = db
    .selectFrom('articleTag as carried')
    .innerJoin('article as story', 'story.id', 'carried.articleId')
    .select(['story.id', 'story.publishedAt'])
    .where('carried.tagId', '=', sql.ref<string>('topicFollow.tagId'))
    .where('story.state', '=', PUBLISHED)
    .where('story.authorId', '!=', sql<string>`all(${without}::text[])`)
  if (before) {
    query = query.where((eb) =>
      eb(eb.refTuple('carried.publishedAt', 'carried.articleId'), '<', eb.tuple(before.at, before.id)),
    )
  }
  return query.orderBy('carried.publishedAt', 'desc').orderBy('carried.articleId', 'desc').limit(limit)
}
