import type { Document } from '#contract/document.ts'
import { type NewArticle, createArticle } from '#server/articles/create.ts'
import type { Db } from '#server/platform/db.ts'
import { aCtx } from './people.ts'

let made = 0

export function aDocument(text = 'A story of few words.'): Document {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}

/** A published article of this author; `publishedAt: undefined` makes it a draft. */
export async function anArticle(db: Db, authorId: string, given: Partial<NewArticle> = {}) {
  made += 1
  const slug = `article-${made}-${Math.random().toString(36).slice(2, 8)}`
  const article: NewArticle = {
    authorId,
    slug,
    title: `Article ${made}`,
    body: aDocument(),
    publishedAt: new Date(),
    ...given,
  }
  const { id } = await createArticle(aCtx(db), article)
  return { id, slug: article.slug, title: article.title }
}
