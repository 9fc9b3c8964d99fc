import { sql } from 'kysely'
import type { Part } from './policy.ts'

/** Whether somebody is among the co-authors: a column for any query over `article`. */
export function coWrittenBy(personId: string | null) {
  return sql<boolean>`exists (select from article_co_author
    where article_co_author.article_id = article.id and article_co_author.person_id = ${personId})`.as('coWritten')
}

/** What somebody is to an article. */
export function partOf(person: { id: string }, article: { authorId: string; coWritten: boolean }): Part {
  return article.authorId === person.id ? 'author' : article.coWritten ? 'co-author' : 'none'
}
