import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { publishedCards } from '#server/stories/published.ts'

const columns = [
  'id',
  'ownerId',
  'name',
  'description',
  'public',
  'first',
  'position',
  'itemCount',
  'updatedAt',
  'deletedAt',
] as const

export type ListRow = Awaited<ReturnType<typeof listsOfOwner>>[number]

/** In the owner's order, without deleted lists. */
export function listsOfOwner(db: Db, ownerId: string) {
  return db
    .selectFrom('readingList')
    .select(columns)
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Includes deleted lists. */
export function listById(db: Db, id: string) {
  return db.selectFrom('readingList').select(columns).where('id', '=', id).executeTakeFirst()
}

type Place = { position: number; id: string }
type ListPage = { viewerId: string | undefined; after: Place | null; limit: number }

/** In list order. Skips stories that are no longer published. */
export function storiesInList(db: Db, listId: string, { viewerId, after, limit }: ListPage) {
  let query = publishedCards(db, viewerId)
    .innerJoin('bookmark', 'bookmark.articleId', 'article.id')
    .select(['bookmark.note', 'bookmark.position', 'bookmark.addedAt'])
    .where('bookmark.listId', '=', listId)
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('bookmark.position', 'bookmark.articleId'), '>', eb.tuple(after.position, after.id)),
    )
  }
  return query.orderBy('bookmark.position').orderBy('bookmark.articleId').limit(limit).execute()
}

/** In the order of the owner's lists. */
export function bookmarksOfStory(db: Db, ownerId: string, articleId: string) {
  return db
    .selectFrom('bookmark')
    .innerJoin('readingList', 'readingList.id', 'bookmark.listId')
    .select(['bookmark.listId', 'bookmark.note', 'bookmark.addedAt'])
    .where('bookmark.ownerId', '=', ownerId)
    .where('bookmark.articleId', '=', articleId)
    .where('readingList.deletedAt', 'is', null)
    .orderBy('readingList.position')
    .orderBy('readingList.id')
    .execute()
}

/** Includes stories that are no longer published. */
export function savedStory(db: Db, ownerId: string, ref: string) {
  return db
    .selectFrom('article')
    .select('article.id')
    .where((eb) => eb.or([eb('article.slug', '=', ref), eb('article.id', '=', ref)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('bookmark')
          .select('bookmark.listId')
          .where('bookmark.ownerId', '=', ownerId)
          .whereRef('bookmark.articleId', '=', 'article.id'),
      ),
    )
    .executeTakeFirst()
}

/** Ids of stories that are in no other list of the owner. Deleted lists don't count. */
export async function onlyInList(db: Db, { id, ownerId }: Pick<ListRow, 'id' | 'ownerId'>) {
  const rows = await db
    .selectFrom('bookmark')
    .select('bookmark.articleId')
    .where('bookmark.listId', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bookmark as elsewhere')
            .innerJoin('readingList', 'readingList.id', 'elsewhere.listId')
            .select('elsewhere.listId')
            .where('elsewhere.ownerId', '=', ownerId)
            .whereRef('elsewhere.articleId', '=', 'bookmark.articleId')
            .where('elsewhere.listId', '<>', id)
            .where('readingList.deletedAt', 'is', null),
        ),
      ),
    )
    .execute()
  return rows.map(({ articleId }) => articleId)
}

/** The position above the first story. */
export async function topPosition(db: Db, listId: string) {
  const top = await db
    .selectFrom('bookmark')
    .select('position')
    .where('listId', '=', listId)
    .orderBy('position')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return top ? top.position - 1 : 0
}
