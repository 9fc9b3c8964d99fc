import type { ArticleState } from '#contract/articles/articles.ts'
import { HOUR_MS } from '#contract/constants.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { lockArticle } from '#server/articles/access.ts'
import { type TransitionInput, applyTransition } from '#server/articles/apply-transition.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { anArticle } from './articles.ts'
import { aCtx, aPerson } from './people.ts'

export function as(db: Db, viewer: Viewer, extra: Partial<Ctx> = {}): Ctx<Viewer> {
  return { ...aCtx(db, extra), viewer }
}

/** Applies a transition without checking permissions. */
export function forceTransition(
  db: Db,
  id: string,
  { note = '', at = null, by = null, ...input }: Partial<TransitionInput> & Pick<TransitionInput, 'transition'>,
  extra: Partial<Ctx> = {},
) {
  return inTransaction(aCtx(db, extra), async (tx) => {
    const article = await lockArticle(tx.db, id)
    if (!article) throw new Error(`Article ${id} not found`)
    await applyTransition(tx, article, { ...input, note, at, by })
  })
}

type Given = NonNullable<Parameters<typeof anArticle>[2]>

/** Brings an article to this state through transitions. */
export async function anArticleIn(db: Db, state: ArticleState, authorId: string, given: Given = {}) {
  const shown = state === 'published' || state === 'removed'
  const article = await anArticle(db, authorId, { ...(shown ? {} : { publishedAt: undefined }), ...given })
  const later = new Date(Date.now() + HOUR_MS)
  if (state === 'in-review') await forceTransition(db, article.id, { transition: 'submit' })
  if (state === 'scheduled') await forceTransition(db, article.id, { transition: 'schedule', at: later })
  if (state === 'removed') await forceTransition(db, article.id, { transition: 'remove', note: 'Against the rules' })
  if (state === 'trashed') await forceTransition(db, article.id, { transition: 'trash' })
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

/** Every stored row of an article, to assert that nothing changed. */
export async function articleSnapshot(db: Db, id: string) {
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

/** A library entry without stored bytes. */
export async function aLibraryPicture(db: Db, ownerId: string, kind: 'picture' | 'file' = 'picture') {
  const id = newId()
  const size = kind === 'picture' ? { width: 800, height: 600, type: 'image/jpeg' } : { type: 'application/pdf' }
  const media = { id, ownerId, kind, state: 'ready', name: 'Gate', size: 9, blob: newId(), ...size }
  await db.insertInto('media').values(media).execute()
  return id
}
