import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/identity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { type Part, mayWork } from './policy.ts'

export type ArticleRow = Awaited<ReturnType<typeof findArticle>>

/** An article for somebody who may work on it; to everybody else it does not exist. */
export async function articleFor({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, id: string, lock = false) {
  const article = await findArticle(db, id, lock)
  const part = article ? await partOf(db, article, viewer.id) : 'none'
  if (!article || !mayWork({ role: viewer.role, part })) throw new Refusal('not-found')
  return { article, part }
}

/** With `lock`, until the transaction ends: two people cannot move or save one article at once. */
function findArticle(db: Db, id: string, lock: boolean) {
  const query = db
    .selectFrom('article')
    .select([
      'id',
      'authorId',
      'slug',
      'state',
      'categoryId',
      'featured',
      'scheduledFor',
      'publishedAt',
      'trashedAt',
      'trashedFrom',
      'likeCount',
      'responseCount',
      'createdAt',
      'updatedAt',
    ])
    .where('id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export async function partOf(db: Db, article: { id: string; authorId: string }, personId: string): Promise<Part> {
  if (article.authorId === personId) return 'author'
  const coAuthor = await db
    .selectFrom('articleCoAuthor')
    .select('personId')
    .where('articleId', '=', article.id)
    .where('personId', '=', personId)
    .executeTakeFirst()
  return coAuthor ? 'co-author' : 'none'
}
