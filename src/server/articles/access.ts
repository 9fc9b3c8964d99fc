import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { coWrittenBy, partOf } from './authorship.ts'
import { mayWork } from './policy.ts'

/** An article for somebody who may work on it; to everybody else it does not exist. */
export async function articleFor({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, id: string, lock = false) {
  const article = await findArticle(db, id, viewer.id, lock)
  if (!article) throw new Refusal('not-found')
  const part = partOf(viewer, article)
  if (!mayWork({ role: viewer.role, part })) throw new Refusal('not-found')
  return { article, part }
}

/** With `lock`, until the transaction ends: two people cannot move or save one article at once. */
function findArticle(db: Db, id: string, personId: string, lock: boolean) {
  const query = db
    .selectFrom('article')
    .select(['article.id', 'article.authorId', 'article.state', 'article.publishedAt', coWrittenBy(personId)])
    .where('article.id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export type Work = NonNullable<Awaited<ReturnType<typeof lockWork>>>

/** An article and its working copy, locked, for somebody who may work on it. Inside a transaction. */
export async function workFor({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, id: string) {
  const work = await lockWork(db, id, viewer.id)
  if (!work) throw new Refusal('not-found')
  const part = partOf(viewer, work)
  if (!mayWork({ role: viewer.role, part })) throw new Refusal('not-found')
  return { work, part }
}

/** Both rows at once, so that saves and moves of one article follow each other. Responses to it need not wait. */
export function lockWork(db: Db, id: string, personId: string | null = null) {
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
      coWrittenBy(personId),
      // Asked for here, so that a save that uses the same pictures as before has nothing more to ask.
      sql<string[]>`array(select media_id from media_use where kind = 'article' and ref = article.id)`.as('media'),
    ])
    .where('article.id', '=', id)
    .forNoKeyUpdate(['article', 'draft'])
    .executeTakeFirst()
}
