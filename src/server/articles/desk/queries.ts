import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { ArticleState } from '#contract/articles/articles.ts'
import type { DeskSort } from '#contract/articles/desk.ts'
import { Id } from '#contract/shapes.ts'
import { defineCursor, integer, time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { containsPattern } from '#server/platform/like-pattern.ts'
import type { Tables } from '#server/platform/tables.ts'
import { actorColumns } from '#server/articles/actor.ts'
import { coWrittenColumn } from '#server/articles/authorship.ts'

// A literal, because most states have few articles and a generic plan cannot know which.
function stateLiteral(state: ArticleState) {
  return sql.lit<ArticleState>(state)
}

function deskRows(db: Db, viewerId: string) {
  return db
    .selectFrom('draft')
    .innerJoin('article', 'article.id', 'draft.articleId')
    .innerJoin('person', 'person.id', 'article.authorId')
    .leftJoinLateral(lastTransition, (join) => join.onTrue())
    .leftJoin('person as actor', 'actor.id', 'last.byId')
    .select(['last.move', 'last.note', 'last.at', ...actorColumns])
    .select(['article.id', 'article.state', 'article.slug', 'article.authorId', 'article.featured'])
    .select(['article.likeCount', 'article.responseCount', 'article.trashedAt'])
    .select(['article.scheduledFor', 'article.publishedAt', coWrittenColumn(viewerId)])
    .select(['draft.title', 'draft.subtitle', 'draft.cover', 'draft.wordCount', 'draft.readingMinutes'])
    .select(['draft.changed', 'draft.updateAskedAt', 'draft.savedAt', 'draft.language'])
    .select('draft.reviewSince as waitingSince')
    .select(['person.handle', 'person.name', 'person.about', 'person.avatar'])
}

function lastTransition(eb: ExpressionBuilder<Tables, 'article' | 'draft'>) {
  return eb
    .selectFrom('articleMove')
    .select(['articleMove.move', 'articleMove.note', 'articleMove.at', 'articleMove.byId'])
    .whereRef('articleMove.articleId', '=', 'article.id')
    .orderBy('articleMove.at', 'desc')
    .orderBy('articleMove.id', 'desc')
    .limit(1)
    .as('last')
}

export type DeskRow = Awaited<ReturnType<ReturnType<typeof deskRows>['execute']>>[number] & { sortKey: unknown }

type Order = {
  by: RawBuilder<unknown>
  /** Breaks ties, so keyset pagination neither skips nor repeats. From the table that has the index. */
  id: RawBuilder<unknown>
  descending: boolean
  cursor: ReturnType<typeof cursorBy>
}

const cursorBy = (key: z.ZodType) => defineCursor(z.tuple([key, Id]))
const draftId = sql.ref('draft.articleId')
const articleId = sql.ref('article.id')
const orders = {
  changed: { by: sql.ref('draft.savedAt'), id: draftId, descending: true, cursor: cursorBy(time) },
  title: { by: sql`lower(${sql.ref('draft.title')})`, id: draftId, descending: false, cursor: cursorBy(z.string()) },
  words: { by: sql.ref('draft.wordCount'), id: draftId, descending: true, cursor: cursorBy(integer) },
  published: { by: sql.ref('article.publishedAt'), id: articleId, descending: true, cursor: cursorBy(time) },
  scheduled: { by: sql.ref('article.scheduledFor'), id: articleId, descending: false, cursor: cursorBy(time) },
} satisfies Record<string, Order>

/** Sorting by publication uses the scheduled time for scheduled articles and the last change for the other states. */
function sortOrder(sort: DeskSort, state: ArticleState): Order {
  if (sort !== 'published') return orders[sort]
  if (state === 'published') return orders.published
  return state === 'scheduled' ? orders.scheduled : orders.changed
}

export type DeskPage = {
  viewerId: string
  state: ArticleState
  sort: DeskSort
  q: string
  /** The phrase by default, or all of its words, or words that look like them. The last needs trigrams. */
  match?: 'phrase' | 'words' | 'similar'
  before: string | undefined
  limit: number
}

export async function deskPage(db: Db, page: DeskPage) {
  const { by, id, descending, cursor } = sortOrder(page.sort, page.state)
  let query = deskRows(db, page.viewerId).select(by.as('sortKey'))
  query = query.where('draft.articleId', 'in', ownArticles(db, page.viewerId, page.state))
  const terms = (page.match ?? 'phrase') === 'phrase' ? [page.q] : page.q.split(/\s+/).slice(0, MAX_WORDS)
  for (const term of terms.filter(Boolean)) query = query.where(matchesTerm(page, term))
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
  return cursor.paginate(rows, page.limit, (last) => [last.sortKey, last.id])
}

const texts = ['draft.title', 'draft.subtitle', 'draft.plain', 'draft.membersPlain'] as const
/** Later words of a search are ignored. */
const MAX_WORDS = 5
/** Maximum text length in characters for similar words. Comparing a whole book takes seconds. */
const COMPARED_LENGTH = 4000
/** Trigram similarity threshold, from 0 to 1. A word of four letters with two of them swapped has 0.4. */
const MIN_SIMILARITY = 0.4

function matchesTerm({ match }: DeskPage, term: string) {
  if (match === 'similar') {
    const compared = sql`search_fold(left(concat_ws(' ', ${sql.join(texts.map((column) => sql.ref(column)))}), ${COMPARED_LENGTH}))`
    return sql<boolean>`word_similarity(search_fold(${term}), ${compared}) >= ${MIN_SIMILARITY}`
  }
  const like = containsPattern(term)
  return sql<boolean>`(${sql.join(
    texts.map((column) => sql`${sql.ref(column)} ilike ${like}`),
    sql` or `,
  )})`
}

/** Articles a person writes, alone or as a co-author, in one state. */
function ownArticles(db: Db, personId: string, state: ArticleState) {
  return db
    .selectFrom('article as own')
    .select('own.id')
    .where('own.authorId', '=', personId)
    .where('own.state', '=', stateLiteral(state))
    .union(
      db
        .selectFrom('articleCoAuthor as with')
        .innerJoin('article as shared', 'shared.id', 'with.articleId')
        .select('shared.id')
        .where('with.personId', '=', personId)
        .where('shared.state', '=', stateLiteral(state)),
    )
}

export function countOwnByState(db: Db, personId: string) {
  const own = db
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
    .selectFrom(own)
    .select(({ fn }) => ['mine.state', fn.countAll<number>().as('count')])
    .groupBy('mine.state')
    .execute()
}
