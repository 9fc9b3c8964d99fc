import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { ArticleState, DeskSort } from '#contract/articles.ts'
import { Id } from '#contract/shapes.ts'
import { cursorOf, integer, time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { holding } from '#server/platform/like-pattern.ts'
import type { Tables } from '#server/platform/tables.ts'
import { coWrittenBy } from '#server/articles/authorship.ts'

// Written into the statement: few articles are in most states, and a plan made for any state could not know.
function inState(state: ArticleState) {
  return sql.lit<ArticleState>(state)
}

/** Articles with what the desk shows of them, and whether the viewer is among their co-authors. */
function deskRows(db: Db, viewerId: string) {
  return db
    .selectFrom('draft')
    .innerJoin('article', 'article.id', 'draft.articleId')
    .innerJoin('person', 'person.id', 'article.authorId')
    .select(['article.id', 'article.state', 'article.slug', 'article.authorId', 'article.featured'])
    .select(['article.likeCount', 'article.responseCount', 'article.trashedAt'])
    .select(['article.scheduledFor', 'article.publishedAt', coWrittenBy(viewerId)])
    .select(['draft.title', 'draft.subtitle', 'draft.cover', 'draft.wordCount', 'draft.readingMinutes'])
    .select(['draft.changed', 'draft.updateAskedAt', 'draft.savedAt', 'draft.language'])
    .select((eb) => waitingSince(eb).as('waitingSince'))
    .select(['person.handle', 'person.name', 'person.about', 'person.avatar'])
}

/** Since when an editor is waited for: since it was submitted, or its changes were. */
function waitingSince(eb: ExpressionBuilder<Tables, 'article' | 'draft'>) {
  const submitted = eb
    .selectFrom('articleMove')
    .select(({ fn }) => fn.max('articleMove.at').as('at'))
    .whereRef('articleMove.articleId', '=', 'article.id')
    .where('articleMove.toState', '=', 'in-review')
  return eb
    .case()
    .when('article.state', '=', 'in-review')
    .then(submitted)
    .when('article.state', '=', 'published')
    .then(eb.ref('draft.updateAskedAt'))
    .else(null)
    .end()
}

export type DeskRow = Awaited<ReturnType<ReturnType<typeof deskRows>['execute']>>[number] & { sortKey: unknown }

type Order = {
  by: RawBuilder<unknown>
  /** Breaks ties, so that a list paged by key can neither skip nor repeat; of the table that the index is on. */
  id: RawBuilder<unknown>
  descending: boolean
  cursor: ReturnType<typeof cursorBy>
}

const cursorBy = (key: z.ZodType) => cursorOf(z.tuple([key, Id]))
const draftId = sql.ref('draft.articleId')
const articleId = sql.ref('article.id')
const orders = {
  changed: { by: sql.ref('draft.savedAt'), id: draftId, descending: true, cursor: cursorBy(time) },
  title: { by: sql`lower(${sql.ref('draft.title')})`, id: draftId, descending: false, cursor: cursorBy(z.string()) },
  words: { by: sql.ref('draft.wordCount'), id: draftId, descending: true, cursor: cursorBy(integer) },
  published: { by: sql.ref('article.publishedAt'), id: articleId, descending: true, cursor: cursorBy(time) },
  scheduled: { by: sql.ref('article.scheduledFor'), id: articleId, descending: false, cursor: cursorBy(time) },
} satisfies Record<string, Order>

/** What waits to be published is sorted by when it will be, and what has no such time by its last change. */
function orderOf(sort: DeskSort, state: ArticleState): Order {
  if (sort !== 'published') return orders[sort]
  if (state === 'published') return orders.published
  return state === 'scheduled' ? orders.scheduled : orders.changed
}

export type DeskPage = {
  viewerId: string
  /** Of the viewer, or of everybody. */
  whose: 'mine' | 'everybody'
  state: ArticleState
  sort: DeskSort
  q: string
  authorId?: string | undefined
  categoryId?: string | undefined
  before: string | undefined
  limit: number
}

export async function deskPage(db: Db, page: DeskPage) {
  const { by, id, descending, cursor } = orderOf(page.sort, page.state)
  let query = deskRows(db, page.viewerId).select(by.as('sortKey'))
  query =
    page.whose === 'mine'
      ? query.where('draft.articleId', 'in', minesIn(db, page.viewerId, page.state))
      : page.state === 'in-review'
        ? query.where('draft.articleId', 'in', toReview(db))
        : query.where('article.state', '=', inState(page.state))
  if (page.authorId) query = query.where('article.authorId', '=', page.authorId)
  if (page.categoryId) query = query.where('draft.categoryId', '=', page.categoryId)
  if (page.q) {
    const like = holding(page.q)
    query = query.where((eb) => eb.or([eb('draft.title', 'ilike', like), eb('draft.subtitle', 'ilike', like)]))
  }
  const place = cursor.read(page.before)
  if (place) {
    const beyond = descending ? sql`<` : sql`>`
    query = query.where(sql<boolean>`(${by}, ${id}) ${beyond} (${place[0]}, ${place[1]})`)
  }
  const direction = descending ? 'desc' : 'asc'
  const rows = await query
    .orderBy(by, direction)
    .orderBy(id, direction)
    .limit(page.limit + 1)
    .execute()
  return cursor.cut(rows, page.limit, (last) => [last.sortKey, last.id])
}

/** What somebody writes, alone or with others, in one state. */
function minesIn(db: Db, personId: string, state: ArticleState) {
  return db
    .selectFrom('article as own')
    .select('own.id')
    .where('own.authorId', '=', personId)
    .where('own.state', '=', inState(state))
    .union(
      db
        .selectFrom('articleCoAuthor as with')
        .innerJoin('article as shared', 'shared.id', 'with.articleId')
        .select('shared.id')
        .where('with.personId', '=', personId)
        .where('shared.state', '=', inState(state)),
    )
}

/** What waits for an editor: articles in review, and stories whose changes are to be looked at. */
function toReview(db: Db) {
  return db
    .selectFrom('article as waiting')
    .select('waiting.id as articleId')
    .where('waiting.state', '=', inState('in-review'))
    .unionAll(askedUpdates(db).select('asked.articleId'))
}

function askedUpdates(db: Db) {
  return db
    .selectFrom('draft as asked')
    .innerJoin('article as live', 'live.id', 'asked.articleId')
    .where('asked.updateAskedAt', 'is not', null)
    .where('live.state', '=', inState('published'))
}

export function countMine(db: Db, personId: string) {
  const mine = db
    .selectFrom('article as own')
    .select(['own.id', 'own.state'])
    .where('own.authorId', '=', personId)
    .union(
      db
        .selectFrom('articleCoAuthor as with')
        .innerJoin('article as shared', 'shared.id', 'with.articleId')
        .select(['shared.id', 'shared.state'])
        .where('with.personId', '=', personId),
    )
    .as('mine')
  return db
    .selectFrom(mine)
    .select(({ fn }) => ['mine.state', fn.countAll<number>().as('count')])
    .groupBy('mine.state')
    .execute()
}

export function countAll(db: Db) {
  return db
    .selectFrom('article')
    .select(({ fn }) => ['article.state', fn.countAll<number>().as('count')])
    .groupBy('article.state')
    .execute()
}

export async function countAskedUpdates(db: Db) {
  const { count } = await askedUpdates(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The id of a person by id or handle, whether or not the site still shows them. */
export function personNamed(db: Db, ref: string) {
  return db
    .selectFrom('person')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', ref), eb('handle', '=', ref.toLowerCase())]))
    .executeTakeFirst()
}

export function categoryNamed(db: Db, slug: string) {
  return db.selectFrom('category').select('id').where('slug', '=', slug.toLowerCase()).executeTakeFirst()
}
