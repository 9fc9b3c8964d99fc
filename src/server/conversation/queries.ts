import { sql } from 'kysely'
import type { ResponseSort } from '#contract/conversation/conversation.ts'
import type { Db } from '#server/platform/db.ts'
import { type Visibility, isVisible } from './visibility.ts'

const THREAD = sql.lit(0)

function responses(db: Db, viewerId: string | null) {
  const liked = viewerId
    ? sql<boolean>`exists (select from response_like where response_id = response.id and person_id = ${viewerId})`
    : sql<boolean>`false`
  return db
    .selectFrom('response')
    .innerJoin('person', 'person.id', 'response.authorId')
    .select([
      'response.id',
      'response.articleId',
      'response.parentId',
      'response.state',
      'response.heldFor',
      'response.text',
      'response.likeCount',
      'response.replyCount',
      'response.pinnedAt',
      'response.createdAt',
      'response.editedAt',
      'response.authorId',
      'person.handle as authorHandle',
      'person.name as authorName',
      'person.about as authorAbout',
      'person.avatar as authorAvatar',
    ])
    .select(liked.as('liked'))
}

export type ResponseRow = NonNullable<Awaited<ReturnType<typeof responseById>>>

/** Does not check visibility. */
export function responseById(db: Db, viewerId: string | null, id: string) {
  return responses(db, viewerId).where('response.id', '=', id).executeTakeFirst()
}

/** The sort key, and the id that breaks ties. */
export type Position = { value: number; id: string }
export type ThreadPage = { sort: ResponseSort; after: Position | null; without: string[]; limit: number }

export function threadPage(
  db: Db,
  articleId: string,
  visibility: Visibility,
  { sort, after, without, limit }: ThreadPage,
) {
  let query = responses(db, visibility.viewerId)
    .where('response.articleId', '=', articleId)
    .where('response.depth', '=', THREAD)
    .where(isVisible(visibility))
  if (without.length > 0) query = query.where('response.id', 'not in', without)
  if (sort === 'best') {
    if (after) {
      query = query.where((eb) =>
        eb.and([
          eb('response.likeCount', '<=', after.value),
          eb.or([eb('response.likeCount', '<', after.value), eb('response.id', '>', after.id)]),
        ]),
      )
    }
    return query.orderBy('response.likeCount', 'desc').orderBy('response.id').limit(limit).execute()
  }
  const direction = sort === 'newest' ? 'desc' : 'asc'
  if (after) {
    query = query.where((eb) =>
      eb(
        eb.refTuple('response.createdAt', 'response.id'),
        direction === 'desc' ? '<' : '>',
        eb.tuple(new Date(after.value), after.id),
      ),
    )
  }
  return query.orderBy('response.createdAt', direction).orderBy('response.id', direction).limit(limit).execute()
}

/** The pinned thread and the one a link leads to. */
export function leadingThreads(db: Db, articleId: string, visibility: Visibility, at: string | null) {
  return responses(db, visibility.viewerId)
    .where('response.articleId', '=', articleId)
    .where('response.depth', '=', THREAD)
    .where((eb) => {
      const pinned = eb('response.pinnedAt', 'is not', null)
      return at ? eb.or([pinned, eb('response.id', '=', at)]) : pinned
    })
    .where(isVisible(visibility))
    .execute()
}

/** The first replies of each thread, oldest first. */
export function firstReplies(db: Db, threadIds: string[], visibility: Visibility, limit: number, without: string[]) {
  const replies = replyQuery(db, visibility, without)
    .where('response.parentId', '=', sql.ref<string>('thread.id'))
    .limit(limit)
    .as('reply')
  return db
    .selectFrom('response as thread')
    .innerJoinLateral(replies, (join) => join.onTrue())
    .selectAll('reply')
    .where('thread.id', 'in', threadIds)
    .orderBy('reply.createdAt')
    .orderBy('reply.id')
    .execute()
}

type ReplyPage = { after: Position | null; without: string[]; limit: number }

/** Replies to one response, oldest first. */
export function replyPage(db: Db, threadId: string, visibility: Visibility, { after, without, limit }: ReplyPage) {
  let query = replyQuery(db, visibility, without).where('response.parentId', '=', threadId)
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('response.createdAt', 'response.id'), '>', eb.tuple(new Date(after.value), after.id)),
    )
  }
  return query.limit(limit).execute()
}

function replyQuery(db: Db, visibility: Visibility, without: string[]) {
  const query = responses(db, visibility.viewerId).where(isVisible(visibility))
  return (without.length > 0 ? query.where('response.id', 'not in', without) : query)
    .orderBy('response.createdAt')
    .orderBy('response.id')
}

export function mentionsIn(db: Db, responseIds: string[]) {
  return db
    .selectFrom('responseMention')
    .select(['responseId', 'personId'])
    .where('responseId', 'in', responseIds)
    .execute()
}

/** Current names with current and former handles. */
export function currentNames(db: Db, personIds: string[]) {
  return db
    .selectFrom('person')
    .select(['id', 'handle', 'name'])
    .select(sql<string[]>`array(select handle from old_handle where person_id = person.id)`.as('oldHandles'))
    .where('id', 'in', personIds)
    .where('disabledAt', 'is', null)
    .execute()
}

const RECENT_RESPONSES = 200

/** Authors of recent responses, latest first. */
export async function participants(db: Db, articleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('response')
    .select('authorId')
    .where('articleId', '=', articleId)
    .where('state', '=', 'shown')
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_RESPONSES)
    .execute()
  return rows.map(({ authorId }) => authorId)
}

/** Finds a response by its idempotency key. */
export function responseByKey(db: Db, authorId: string, key: string) {
  return db
    .selectFrom('response')
    .select(['id', 'articleId'])
    .where('authorId', '=', authorId)
    .where('saveKey', '=', key)
    .executeTakeFirst()
}

/** True if either side blocked the other. */
export async function hasBlockBetween(db: Db, personId: string, others: string[]) {
  const block = await db
    .selectFrom('block')
    .select('since')
    .where((eb) =>
      eb.or([
        eb.and([eb('blockerId', '=', personId), eb('blockedId', 'in', others)]),
        eb.and([eb('blockedId', '=', personId), eb('blockerId', 'in', others)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return block !== undefined
}

export async function hasEvent(db: Db, causes: string[]) {
  const event = await db
    .selectFrom('notificationEvent')
    .select('id')
    .where('cause', 'in', causes)
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}
