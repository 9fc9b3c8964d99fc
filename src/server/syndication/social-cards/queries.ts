import { sql } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import type { Db } from '#server/platform/db.ts'

/** Published stories only. */
export function storyForCard(db: Db, id: string) {
  return db
    .selectFrom('article')
    .innerJoin('person', 'person.id', 'article.authorId')
    .select(['article.id', 'article.title', 'article.language', 'article.cover', 'person.name', 'person.avatar'])
    .where('article.id', '=', id)
    .where('article.state', '=', sql.lit<ArticleState>('published'))
    .executeTakeFirst()
}

export function coAuthorNames(db: Db, id: string) {
  return db
    .selectFrom('articleCoAuthor')
    .innerJoin('person', 'person.id', 'articleCoAuthor.personId')
    .select('person.name')
    .where('articleCoAuthor.articleId', '=', id)
    .orderBy('articleCoAuthor.position')
    .execute()
}
