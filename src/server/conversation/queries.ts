import { sql } from 'kysely'
import type { ResponseSort } from '#contract/conversation/conversation.ts'
import { type Placeholders, type Value, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'
import { conversationStories } from './story.ts'
import { type Visibility, isVisible, visibilityColumns, visibilityIn } from './visibility.ts'

const THREAD = sql.lit(0)

type ViewerId = Value<string> | null | undefined

/** People mentioned in `response`, with current names and current and former handles. Null without mentions. */
const mentioned = sql<MentionedPerson[] | null>`(
  select json_agg(json_build_object('id', someone.id, 'handle', someone.handle, 'name', someone.name,
    'oldHandles', array(select handle from old_handle where person_id = someone.id)))
  from response_mention join person as someone on someone.id = response_mention.person_id
  where response_mention.response_id = response.id and someone.disabled_at is null)`
type MentionedPerson = { id: string; handle: string; name: string; oldHandles: string[] }

function responses(db: Db, viewerId: ViewerId) {
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
      'response.hiddenAs',
      'response.hiddenBy',
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
    .select([liked.as('liked'), mentioned.as('mentioned')])
}

export type ResponseRow = NonNullable<Awaited<ReturnType<typeof responseById>>>

/** Does not check visibility. */
export function responseById(db: Db, viewerId: string | null, id: string) {
  return responses(db, viewerId).where('response.id', '=', id).executeTakeFirst()
}

/** The sort key, and the id that breaks ties. */
export type Position = { value: number; id: string }

export const REPLIES_PER_THREAD = 3

type ThreadValues = {
  /** The slug or id of the story. */
  ref: string
  now: Date
  viewerId: string | undefined
  isEditor: true | undefined
  /** The thread and the reply that a link leads to, on the first page. */
  linkedThread: string | undefined
  linkedReply: string | undefined
  /** The sort key and id of the last thread, and the threads that were shown above the list, on later pages. */
  afterValue: number | Date | undefined
  afterId: string | undefined
  without: string[]
  limit: number
}

type ThreadRow = {
  storyId: string
  storyAuthorId: string
  coAuthorIds: string[]
  takesResponses: boolean
  storyLikeCount: number
  responseCount: number
} & (({ place: number | null } & ResponseRow) | { id: null })

/**
 * A published story with a page of its threads and one more than the first replies of each. One row per response, or a
 * single one without a response. Threads have a place: 0 for the pinned and the linked one, then 1, 2 and so on.
 */
function threadPage(sort: ResponseSort) {
  const key = sort === 'best' ? 'response.likeCount' : 'response.createdAt'
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  const idDirection = sort === 'newest' ? 'desc' : 'asc'
  return compiledQuery((db, values: Placeholders<ThreadValues>) => {
    const { ref, now, viewerId, isEditor, linkedThread, linkedReply, afterValue, afterId, without, limit } = values
    const visible = visibleResponses(db, visibilityIn(viewerId, isEditor !== undefined))
    const threads = visible
      .where('response.articleId', '=', sql.ref<string>('story.id'))
      .where('response.depth', '=', THREAD)
    const pinned = sql<boolean>`response.pinned_at is not null`
    const isLeading = linkedThread
      ? sql<boolean>`(${pinned} or response.id = ${linkedThread})`
      : sql<boolean>`(${pinned})`
    const leading = threads.where(isLeading).select(sql<number | null>`0::bigint`.as('place'))
    let rest = threads
    if (afterValue && afterId) {
      const beyond = isBeyond(sort, afterValue, afterId)
      rest = rest.where(beyond).where('response.id', '!=', sql<string>`all(${without}::text[])`)
    } else {
      rest = rest.where(sql<boolean>`not ${isLeading}`)
    }
    const listed = db
      .selectFrom(rest.orderBy(key, direction).orderBy('response.id', idDirection).limit(limit).as('response'))
      .selectAll('response')
      .select((eb) =>
        eb.fn
          .agg<number | null>('row_number')
          .over((over) => over.orderBy(key, direction).orderBy('response.id', idDirection))
          .as('place'),
      )
    let replies = visible.where('response.parentId', '=', sql.ref<string>('thread.id'))
    if (linkedReply) replies = replies.where('response.id', '!=', linkedReply)
    const firstReplies = replies
      .select(sql<number | null>`null::bigint`.as('place'))
      .orderBy('response.createdAt')
      .orderBy('response.id')
      .limit(sql.lit(REPLIES_PER_THREAD + 1))
    const shown = afterId ? listed : leading.unionAll(listed)
    return db
      .with('story', () => {
        const story = conversationStories(db, now).where((eb) =>
          eb.or([eb('article.slug', '=', ref), eb('article.id', '=', ref)]),
        )
        return viewerId ? story.select(visibilityColumns(viewerId, isEditor !== undefined)) : story
      })
      .with('thread', (q) =>
        q
          .selectFrom('story')
          .innerJoinLateral(shown.as('shown'), (join) => join.onTrue())
          .selectAll('shown'),
      )
      .with('item', (q) => {
        const below = q
          .selectFrom(['story', 'thread'])
          .innerJoinLateral(firstReplies.as('reply'), (join) => join.onTrue())
          .selectAll('reply')
        // A reply that is not counted is only visible to some signed-in readers.
        return q
          .selectFrom('thread')
          .selectAll('thread')
          .unionAll(viewerId ? below : below.where('thread.replyCount', '>', 0))
      })
      .selectFrom('story')
      .leftJoin('item', (join) => join.onTrue())
      .select(['story.id as storyId', 'story.authorId as storyAuthorId', 'story.coAuthorIds', 'story.takesResponses'])
      .select(['story.likeCount as storyLikeCount', 'story.responseCount'])
      .selectAll('item')
      .orderBy('item.place')
      .orderBy('item.createdAt')
      .orderBy('item.id')
      .$castTo<ThreadRow>()
  })
}

/** Whether a thread comes after this position. */
function isBeyond(sort: ResponseSort, value: Value<number | Date>, id: Value<string>) {
  if (sort === 'newest') return sql<boolean>`(response.created_at, response.id) < (${value}, ${id})`
  if (sort === 'oldest') return sql<boolean>`(response.created_at, response.id) > (${value}, ${id})`
  return sql<boolean>`response.like_count <= ${value} and (response.like_count < ${value} or response.id > ${id})`
}

export const threadPages = { best: threadPage('best'), newest: threadPage('newest'), oldest: threadPage('oldest') }

function visibleResponses(db: Db, visibility: Parameters<typeof isVisible>[0]) {
  return responses(db, visibility.viewerId).where(isVisible(visibility))
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
  const query = visibleResponses(db, visibility)
  return (without.length > 0 ? query.where('response.id', 'not in', without) : query)
    .orderBy('response.createdAt')
    .orderBy('response.id')
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
