import { sql } from 'kysely'
import type { CreatorSort } from '#contract/people.ts'
import { type Placeholders, type Value, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'
import { isPublished } from '#server/stories/published.ts'

const columns = [
  'person.id',
  'person.handle',
  'person.name',
  'person.about',
  'person.avatar',
  'person.storyCount',
  'person.createdAt',
  'person.followerCount',
] as const

/** Whether the viewer follows `person`, as a column. */
function isFollowed(viewerId: Value<string> | null | undefined) {
  if (!viewerId) return sql<boolean>`false`.as('followed')
  return sql<boolean>`exists (select from follow where follower_id = ${viewerId} and followed_id = person.id)`.as(
    'followed',
  )
}

/** An active person, by id or handle. */
export function personByRef(db: Db, ref: string) {
  return (
    visiblePeople(db)
      .select(columns)
      .where((eb) => eb.or([eb('id', '=', ref), eb('handle', '=', ref.toLowerCase())]))
      // A handle can equal another person's id. The id wins.
      .orderBy((eb) => eb('id', '=', ref), 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

const MAX_BADGES = 20

export function profileById(db: Db, id: string) {
  return visiblePeople(db)
    .select([...columns, 'person.header', 'person.links', 'person.story', 'person.followingCount'])
    .select((eb) =>
      eb
        .selectFrom('readingList')
        .select(eb.fn.countAll<number>().as('lists'))
        .whereRef('readingList.ownerId', '=', 'person.id')
        .where('readingList.public', '=', true)
        .where('readingList.deletedAt', 'is', null)
        .$asScalar()
        .as('lists'),
    )
    .where('person.id', '=', id)
    .executeTakeFirst()
}

/** Oldest first. A badge that was redeemed twice is shown once. */
export function badgesOf(db: Db, personId: string) {
  return db
    .selectFrom('redemption')
    .innerJoin('reward', 'reward.id', 'redemption.rewardId')
    .select(['reward.id', 'reward.name', 'reward.icon'])
    .where('redemption.personId', '=', personId)
    .where('redemption.state', '=', 'fulfilled')
    .where('reward.kind', '=', 'badge')
    .groupBy('reward.id')
    .orderBy(({ fn }) => fn.min('redemption.at'))
    .limit(MAX_BADGES)
    .execute()
}

function visiblePeople(db: Db) {
  return db.selectFrom('person').where('person.disabledAt', 'is', null)
}

type FollowPage = {
  personId: string
  viewerId: string | undefined
  before: { at: Date; id: string } | null
  limit: number
}

/** Most recent first. */
export function followers(db: Db, { personId, viewerId, before, limit }: FollowPage) {
  let query = visiblePeople(db)
    .innerJoin('follow', 'follow.followerId', 'person.id')
    .select(columns)
    .select(['follow.since', isFollowed(viewerId)])
    .where('follow.followedId', '=', personId)
  if (before) {
    query = query.where((eb) =>
      eb.and([
        eb('follow.since', '<=', before.at),
        eb.or([eb('follow.since', '<', before.at), eb('follow.followerId', '>', before.id)]),
      ]),
    )
  }
  return query.orderBy('follow.since', 'desc').orderBy('follow.followerId').limit(limit).execute()
}

/** Most recent first. */
export function following(db: Db, { personId, viewerId, before, limit }: FollowPage) {
  let query = visiblePeople(db)
    .innerJoin('follow', 'follow.followedId', 'person.id')
    .select(columns)
    .select(['follow.since', isFollowed(viewerId)])
    .where('follow.followerId', '=', personId)
  if (before) {
    query = query.where((eb) =>
      eb.and([
        eb('follow.since', '<=', before.at),
        eb.or([eb('follow.since', '<', before.at), eb('follow.followedId', '>', before.id)]),
      ]),
    )
  }
  return query.orderBy('follow.since', 'desc').orderBy('follow.followedId').limit(limit).execute()
}

/** Active people among the ids who have published. */
export function creatorsByIds(db: Db, viewerId: string, ids: string[]) {
  return visiblePeople(db)
    .select(columns)
    .select(isFollowed(viewerId))
    .where('person.id', 'in', ids)
    .where('person.storyCount', '>', 0)
    .execute()
}

type CreatorPage = {
  viewerId: string | undefined
  /** The value sorted by. The id breaks ties. */
  afterValue: number | undefined
  afterId: string | undefined
  /** Lowercase LIKE patterns for the start of a name or handle, and of a later word of the name. */
  pattern: string | undefined
  laterWord: string | undefined
  categoryId: string | undefined
  limit: number
}

const orders = {
  read: 'creatorRank.reads',
  followed: 'person.followerCount',
  rising: 'creatorRank.heat',
  stories: 'person.storyCount',
} as const

function creatorsBy(sort: CreatorSort) {
  const order = orders[sort]
  const id = sort === 'stories' || sort === 'followed' ? 'person.id' : 'creatorRank.personId'
  return compiledQuery((db, page: Placeholders<CreatorPage>) => {
    const { viewerId, afterValue, afterId, pattern, laterWord, categoryId, limit } = page
    let query = db
      .selectFrom('person')
      .innerJoin('creatorRank', 'creatorRank.personId', 'person.id')
      .select(columns)
      .select([`${order} as value`, isFollowed(viewerId)])
      .where('person.storyCount', '>', sql.lit(0))
      .where('person.disabledAt', 'is', null)
    if (pattern && laterWord) {
      const name = sql<string>`lower(person.name)`
      query = query.where((eb) =>
        eb.or([eb('person.handle', 'like', pattern), eb(name, 'like', pattern), eb(name, 'like', laterWord)]),
      )
    }
    if (categoryId) {
      query = query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('article')
            .select('article.id')
            .whereRef('article.authorId', '=', 'person.id')
            .where('article.categoryId', '=', categoryId)
            .where(isPublished()),
        ),
      )
    }
    if (afterValue && afterId) {
      query = query.where((eb) =>
        eb.and([eb(order, '<=', afterValue), eb.or([eb(order, '<', afterValue), eb(id, '>', afterId)])]),
      )
    }
    return query.orderBy(order, 'desc').orderBy(id).limit(limit)
  })
}

export const creators = {
  read: creatorsBy('read'),
  followed: creatorsBy('followed'),
  rising: creatorsBy('rising'),
  stories: creatorsBy('stories'),
}

const card = ['id', 'handle', 'name', 'about', 'avatar'] as const

export function peopleByIds(db: Db, ids: string[]) {
  return db
    .selectFrom('person')
    .select([...card, 'disabledAt'])
    .where('id', 'in', ids)
    .execute()
}

/** The pattern is lowercase. */
export function peopleByPrefix(db: Db, pattern: string, limit: number) {
  return db
    .selectFrom('person')
    .select(card)
    .where((eb) => eb.or([eb('handle', 'like', pattern), eb(eb.fn<string>('lower', ['name']), 'like', pattern)]))
    .where('disabledAt', 'is', null)
    .orderBy('storyCount', 'desc')
    .orderBy('handle')
    .limit(limit)
    .execute()
}
