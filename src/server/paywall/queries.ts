import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { isForMembers, publishedArticles } from '#server/stories/published.ts'

/** What decides who may read a published story. */
export function findAccess(db: Db, id: string) {
  return publishedArticles(db)
    .select(['article.id', 'article.authorId', isForMembers.as('forMembers')])
    .select(
      sql<string[]>`array(select person_id from article_co_author where article_id = article.id)`.as('coAuthorIds'),
    )
    .where('article.id', '=', id)
    .executeTakeFirst()
}

export type StoryAccess = NonNullable<Awaited<ReturnType<typeof findAccess>>>

/** The whole text of a published story. */
export function findText(db: Db, id: string) {
  return publishedArticles(db)
    .select(['article.access', 'article.excerpt', 'article.html', 'article.membersHtml', 'article.contents'])
    .where('article.id', '=', id)
    .executeTakeFirst()
}

type OfMonth = { month: string; readers: Buffer[] }

/** Whether one of the readers opened the story in this month. */
export async function hasOpened(db: Db, { month, readers }: OfMonth, articleId: string): Promise<boolean> {
  if (readers.length === 0) return false
  const row = await db
    .selectFrom('freeRead')
    .select('month')
    .where('month', '=', month)
    .where('reader', 'in', readers)
    .where('articleId', '=', articleId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function countFreeReads(db: Db, month: string, reader: Buffer): Promise<number> {
  const { reads } = await db
    .selectFrom('freeRead')
    .select(({ fn }) => fn.countAll<number>().as('reads'))
    .where('month', '=', month)
    .where('reader', '=', reader)
    .executeTakeFirstOrThrow()
  return reads
}

/** A link outlives the membership of the giver, but not a disabled account. */
export function findGiftLink(db: Db, token: string, articleId: string) {
  return db
    .selectFrom('giftLink')
    .innerJoin('person', 'person.id', 'giftLink.personId')
    .select(['giftLink.id', 'giftLink.personId', 'giftLink.expiresAt', 'person.name as giver'])
    .where('giftLink.token', '=', token)
    .where('giftLink.articleId', '=', articleId)
    .where('person.disabledAt', 'is', null)
    .executeTakeFirst()
}
