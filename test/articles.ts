import type { Insertable, Selectable } from 'kysely'
import type { ArticleState } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { type NewArticle, createArticle } from '#server/articles/create.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'
import { aCtx, testSite } from './people.ts'

let created = 0

export function aDocument(text = 'A story of few words.'): Document {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}

/** A published article of this author; `publishedAt: undefined` makes it a draft. */
export async function anArticle(db: Db, authorId: string, given: Partial<NewArticle> = {}) {
  created += 1
  const slug = `article-${created}-${Math.random().toString(36).slice(2, 8)}`
  const article: NewArticle = {
    authorId,
    slug,
    title: `Article ${created}`,
    body: aDocument(),
    publishedAt: new Date(),
    ...given,
  }
  const { id } = await createArticle(aCtx(db), article)
  return { id, slug: article.slug, title: article.title }
}

type DraftRow = Partial<Insertable<Tables['draft']>>
type ArticleRow = Partial<Insertable<Tables['article']>>
export type GivenDraft = Omit<DraftRow, 'body' | 'cover'> & {
  body?: Document
  cover?: Selectable<Tables['draft']>['cover']
  state?: ArticleState
  coAuthors?: string[]
  /** Overrides for the published row. */
  article?: ArticleRow
}

/** Inserts the rows of an article in any state, with its draft. */
export async function aDraft(db: Db, authorId: string, given: GivenDraft = {}) {
  created += 1
  const { body = aDocument(), cover = null, state = 'draft', coAuthors = [], article, ...fields } = given
  const id = newId()
  const slug = article?.slug ?? `draft-${created}-${id.toLowerCase()}`
  const title = fields.title ?? `Draft ${created}`
  const { media: _media, excerpt, ...prepared } = await prepareDocument({ db, site: testSite }, body)
  const stored = { ...prepared, body: JSON.stringify(body) }
  const picture = cover && JSON.stringify({ ...cover.picture, alt: cover.alt, focus: cover.focus })
  const at = new Date()
  await db
    .insertInto('article')
    .values({
      ...stored,
      id,
      authorId,
      slug,
      title,
      state,
      excerpt,
      cover: picture,
      updatedAt: at,
      publishedAt: state === 'published' ? at : null,
      scheduledFor: state === 'scheduled' ? at : null,
      trashedAt: state === 'trashed' ? at : null,
      ...article,
    })
    .execute()
  const draft = { savedBy: authorId, savedAt: at, changed: state !== 'published', ...fields, title }
  await db
    .insertInto('draft')
    .values({ ...stored, cover: cover && JSON.stringify(cover), ...draft, articleId: id })
    .execute()
  for (const [position, personId] of coAuthors.entries())
    await db.insertInto('articleCoAuthor').values({ articleId: id, personId, position }).execute()
  return { id, slug, title }
}

export function draftRow(db: Db, articleId: string) {
  return db.selectFrom('draft').selectAll().where('articleId', '=', articleId).executeTakeFirstOrThrow()
}

export function articleRow(db: Db, id: string) {
  return db.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
