import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { coWrittenColumn, authorshipOf } from './authorship.ts'
import { canAccess } from './policy.ts'

/** Throws not-found unless the viewer may work on the article, so its existence does not leak. */
export async function requireArticle({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, id: string, lock = false) {
  const article = await findArticle(db, id, viewer.id, lock)
  if (!article) throw new Refusal('not-found')
  const authorship = authorshipOf(viewer, article)
  if (!canAccess({ role: viewer.role, authorship })) throw new Refusal('not-found')
  return { article, authorship }
}

/** `lock` holds the row until the transaction ends, which serializes transitions and saves of one article. */
function findArticle(db: Db, id: string, personId: string, lock: boolean) {
  const query = db
    .selectFrom('article')
    .select(['article.id', 'article.authorId', 'article.state', 'article.publishedAt', 'article.categoryId'])
    .select(coWrittenColumn(personId))
    .where('article.id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export type LockedArticle = NonNullable<Awaited<ReturnType<typeof lockArticle>>>

/** Locks the article and its draft, or throws not-found when the viewer may not work on it. Inside a transaction. */
export async function requireLockedArticle({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, id: string) {
  const article = await lockArticle(db, id, viewer.id)
  if (!article) throw new Refusal('not-found')
  const authorship = authorshipOf(viewer, article)
  if (!canAccess({ role: viewer.role, authorship })) throw new Refusal('not-found')
  return { article, authorship }
}

/** Locks both rows, which serializes saves and transitions of one article without blocking responses to it. */
export function lockArticle(db: Db, id: string, personId: string | null = null) {
  return db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .select([
      'article.id',
      'article.authorId',
      'article.state',
      'article.slug',
      'article.categoryId',
      'article.publishedAt',
      'article.scheduledFor',
      'article.trashedFrom',
      'draft.version',
      'draft.saveKey',
      'draft.savedAt',
      'draft.savedBy',
      'draft.blockAuthors',
      'draft.cover',
      'draft.wordCount',
      'draft.readingMinutes',
      'draft.changed',
      'draft.updateAskedAt',
    ])
    .select([
      coWrittenColumn(personId),
      // Selected here so that a save that uses the same media as before needs no further query.
      sql<string[]>`array(select media_id from media_use where kind = 'article' and ref = article.id)`.as('media'),
    ])
    .where('article.id', '=', id)
    .forNoKeyUpdate(['article', 'draft'])
    .executeTakeFirst()
}
