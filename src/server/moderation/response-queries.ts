import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Received } from '#contract/endpoints.ts'
import type { responseListSorts } from '#contract/moderation/moderation.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { anyOf, defineSortedList, findMatchingIds, wordsQuery } from '#server/platform/sorted-list.ts'

export type ResponseQuery = Received<'GET /api/admin/responses'>['query']

const responsePage = defineSortedList<(typeof responseListSorts)[number]>(
  {
    created: { by: sql.ref('response.createdAt'), key: time },
    reports: { by: sql.ref('response.reportCount'), key: z.int() },
  },
  { by: sql.ref('response.id'), key: z.string() },
  '-created',
)

function listedResponses(db: Db) {
  return (
    db
      .selectFrom('response')
      .innerJoin('article', 'article.id', 'response.articleId')
      .innerJoin('person', 'person.id', 'response.authorId')
      .select([
        'response.id',
        'response.text',
        'response.state',
        'response.heldFor',
        'response.hiddenAs',
        'response.reportCount',
        'response.createdAt',
        'response.authorId',
        'response.parentId',
        'article.id as articleId',
        'article.slug',
        'article.title',
        'article.state as articleState',
        'person.role as personRole',
        'person.disabledAt as personDisabledAt',
      ])
      // The reports of a response count also after they were resolved; those that wait for a decision are of its case.
      .select(
        sql<number>`coalesce((select report_count from moderation_case where id = 'response:' || response.id), 0)`.as(
          'openReports',
        ),
      )
  )
}

export type ListedRow = Awaited<ReturnType<typeof listedResponsesByIds>>[number]

export function listedResponsesByIds(db: Db, ids: string[]) {
  return listedResponses(db).where('response.id', 'in', ids).execute()
}

const hasText = (words: RawBuilder<unknown>) =>
  sql<boolean>`response.text <> '' and search_names(response.text) @@ ${words}`

export async function allResponses(
  db: Db,
  asked: ResponseQuery,
  found: { author: string | null; story: string | null },
) {
  let query = listedResponses(db)
  if (found.author) query = query.where('response.authorId', '=', found.author)
  if (found.story) query = query.where('response.articleId', '=', found.story)
  if (asked.state === 'shadow') {
    query = query.where('response.state', '=', sql.lit('held')).where('response.heldFor', '=', sql.lit('shadow'))
  } else if (asked.state) {
    query = query.where('response.state', '=', sql.lit(asked.state))
  }
  const words = wordsQuery(asked.q)
  if (words) {
    const ids = await findMatchingIds(db, db.selectFrom('response').select('id').where(hasText(words)))
    query = ids ? query.where('response.id', '=', anyOf(ids)) : query.where(hasText(words))
  }
  return responsePage(query, asked)
}

/** The latest responses that the rules about texts apply to: not those of editors and of the story's authors. */
export function latestResponses(db: Db, limit: number) {
  return db
    .selectFrom('response')
    .innerJoin('person', 'person.id', 'response.authorId')
    .innerJoin('article', 'article.id', 'response.articleId')
    .select(['response.id', 'response.text'])
    .where('response.state', '!=', 'deleted')
    .where('person.role', 'not in', ['editor', 'admin'])
    .whereRef('article.authorId', '!=', 'response.authorId')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('articleCoAuthor')
            .select('personId')
            .whereRef('articleCoAuthor.articleId', '=', 'article.id')
            .whereRef('articleCoAuthor.personId', '=', 'response.authorId'),
        ),
      ),
    )
    .orderBy('response.createdAt', 'desc')
    .orderBy('response.id', 'desc')
    .limit(limit)
    .execute()
}

type Place = { id: string; articleId: string; parentId: string | null; createdAt: Date }

/** The nearest responses before or after one in the same thread, or among the threads. Nearest first. */
export function neighbours(
  db: Db,
  { id, articleId, parentId, createdAt }: Place,
  side: 'before' | 'after',
  limit: number,
) {
  const place = sql`(${createdAt}::timestamptz, ${id})`
  const beyond = side === 'before' ? sql`<` : sql`>`
  const query = db
    .selectFrom('response')
    .select(['id', 'authorId', 'text', 'state', 'createdAt'])
    .where(sql<boolean>`(response.created_at, response.id) ${beyond} ${place}`)
    .where('state', '!=', 'deleted')
    .orderBy('createdAt', side === 'before' ? 'desc' : 'asc')
    .orderBy('id', side === 'before' ? 'desc' : 'asc')
    .limit(limit)
  return parentId
    ? query.where('parentId', '=', parentId).execute()
    : query.where('articleId', '=', articleId).where('depth', '=', sql.lit(0)).execute()
}
