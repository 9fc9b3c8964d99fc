import { sql } from 'kysely'
import type { Authorship } from './policy.ts'

/** A column for queries over `article`: whether this person is a co-author. */
export function coWrittenColumn(personId: string | null) {
  return sql<boolean>`exists (select from article_co_author
    where article_co_author.article_id = article.id and article_co_author.person_id = ${personId})`.as('coWritten')
}

export function authorshipOf(person: { id: string }, article: { authorId: string; coWritten: boolean }): Authorship {
  return article.authorId === person.id ? 'author' : article.coWritten ? 'co-author' : 'none'
}
