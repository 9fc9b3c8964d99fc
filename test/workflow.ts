import type { ArticleState } from '#contract/articles.ts'
import { HOUR_MS } from '#contract/constants.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { lockWork } from '#server/articles/access.ts'
import { type Step, step } from '#server/articles/apply-transition.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { anArticle } from './articles.ts'
import { aCtx, aPerson } from './people.ts'

/** The ctx of somebody's request. */
export function as(db: Db, viewer: Viewer, extra: Partial<Ctx> = {}): Ctx<Viewer> {
  return { ...aCtx(db, extra), viewer }
}

/** One step of an article's life, whoever may take it. */
export function anyStep(
  db: Db,
  id: string,
  { note = '', at = null, by = null, ...taken }: Partial<Step> & Pick<Step, 'move'>,
) {
  return inTransaction(aCtx(db), async (tx) => {
    const work = await lockWork(tx.db, id)
    if (!work) throw new Error(`There is no article ${id}`)
    await step(tx, work, { ...taken, note, at, by })
  })
}

type Given = NonNullable<Parameters<typeof anArticle>[2]>

/** An article that came to this state the way articles do. */
export async function anArticleIn(db: Db, state: ArticleState, authorId: string, given: Given = {}) {
  const shown = state === 'published' || state === 'removed'
  const article = await anArticle(db, authorId, { ...(shown ? {} : { publishedAt: undefined }), ...given })
  const later = new Date(Date.now() + HOUR_MS)
  if (state === 'in-review') await anyStep(db, article.id, { move: 'submit' })
  if (state === 'scheduled') await anyStep(db, article.id, { move: 'schedule', at: later })
  if (state === 'removed') await anyStep(db, article.id, { move: 'remove', note: 'Against the rules' })
  if (state === 'trashed') await anyStep(db, article.id, { move: 'trash' })
  return article
}

/** One person of every role. */
export async function everyRole(db: Db): Promise<Record<Role, Viewer>> {
  const [reader, author, editor, admin] = await Promise.all([
    aPerson(db, 'reader'),
    aPerson(db, 'author'),
    aPerson(db, 'editor'),
    aPerson(db, 'admin'),
  ])
  return { reader, author, editor, admin }
}

/** Everything that is written down about an article, to see that nothing changed. */
export async function everythingOf(db: Db, id: string) {
  const article = await db.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirst()
  return {
    article,
    draft: await db.selectFrom('draft').selectAll().where('articleId', '=', id).executeTakeFirst(),
    moves: await db.selectFrom('articleMove').selectAll().where('articleId', '=', id).orderBy('id').execute(),
    revisions: await db.selectFrom('revision').select('id').where('articleId', '=', id).orderBy('id').execute(),
    tags: await db.selectFrom('articleTag').selectAll().where('articleId', '=', id).orderBy('position').execute(),
    uses: await db.selectFrom('mediaUse').selectAll().where('ref', '=', id).orderBy('mediaId').execute(),
    author: await db
      .selectFrom('person')
      .select(['storyCount', 'role'])
      .where('id', '=', article?.authorId ?? '')
      .executeTakeFirst(),
  }
}

/** Something in somebody's library whose bytes nobody looks at. */
export async function aLibraryPicture(db: Db, ownerId: string, kind: 'picture' | 'file' = 'picture') {
  const id = newId()
  const size = kind === 'picture' ? { width: 800, height: 600, type: 'image/jpeg' } : { type: 'application/pdf' }
  const media = { id, ownerId, kind, state: 'ready', name: 'Gate', size: 9, blob: newId(), ...size }
  await db.insertInto('media').values(media).execute()
  return id
}
