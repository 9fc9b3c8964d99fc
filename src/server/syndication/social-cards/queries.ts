import type { Db } from '#server/platform/db.ts'
import { publishedArticles } from '#server/stories/published.ts'

/** Published stories only. */
export function storyForCard(db: Db, id: string) {
  return publishedArticles(db)
    .innerJoin('person', 'person.id', 'article.authorId')
    .select(['article.id', 'article.title', 'article.language', 'article.cover', 'person.name', 'person.avatar'])
    .where('article.id', '=', id)
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
