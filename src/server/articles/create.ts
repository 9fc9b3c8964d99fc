import type { Access } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Cover } from '#server/articles/drafts/fields.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { bodyColumns } from '#server/articles/columns.ts'
import { publishDraft } from '#server/articles/publishing/publish.ts'

export type NewArticle = {
  authorId: string
  coAuthorIds?: string[]
  categoryId?: string | null
  tags?: string[]
  slug: string
  title: string
  subtitle?: string
  body: Document
  cover?: Picture | null
  language?: string
  access?: Access
  featured?: boolean
  /** Omit to create a draft. */
  publishedAt?: Date | undefined
}

/** Stores an article with everything derived from its text. A published one is visible and counted at once. */
export async function createArticle(ctx: Ctx, article: NewArticle): Promise<{ id: string }> {
  const { authorId, coAuthorIds = [], publishedAt, featured = false, ...fields } = article
  const { body, cover = null, ...columns } = fields
  const id = newId()
  const at = publishedAt ?? ctx.now()
  await insertArticle(ctx, { id, authorId, featured, createdAt: at })
  const text = bodyColumns(await prepareDocument(ctx, body))
  await ctx.db
    .insertInto('draft')
    .values({ articleId: id, ...columns, ...text, cover: coverJson(cover), savedBy: authorId, savedAt: at })
    .execute()
  const coAuthors = coAuthorIds.map((personId, position) => ({ articleId: id, personId, position }))
  if (coAuthors.length > 0) await ctx.db.insertInto('articleCoAuthor').values(coAuthors).execute()
  if (publishedAt) {
    const fresh = { id, authorId, state: 'draft' as const, slug: id, categoryId: null, publishedAt: null }
    await publishDraft(ctx, fresh, publishedAt)
  }
  return { id }
}

type NewArticleRow = { id: string; authorId: string; featured?: boolean; createdAt?: Date }

/** Inserts an empty article whose slug is its id. Returns false when the id is taken. */
export async function insertArticle({ db, now }: Ctx, { createdAt = now(), ...row }: NewArticleRow) {
  const empty: Document = { type: 'doc', content: [] }
  const inserted = await db
    .insertInto('article')
    .values({
      ...row,
      slug: row.id,
      body: JSON.stringify(empty),
      html: '',
      plain: '',
      createdAt,
      updatedAt: createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

function coverJson(picture: Picture | null) {
  if (!picture) return null
  const cover: Cover = { media: null, alt: picture.alt, focus: picture.focus ?? null, picture }
  return JSON.stringify(cover)
}
