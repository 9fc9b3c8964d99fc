import type { Document } from '#contract/document.ts'
import type { Picture } from '#contract/shapes.ts'
import { countStory as countPersonStory } from '#server/people/count.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { countStory } from '#server/taxonomy/count.ts'
import { tagNamed } from '#server/taxonomy/create.ts'
import { countWords, excerptOf, plainText, readingMinutes } from './measure.ts'
import { renderDocument } from './render.ts'

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
  featured?: boolean
  likeCount?: number
  /** A draft when left out. */
  publishedAt?: Date | undefined
}

/** Stores an article with everything that is made from its text. Published ones are counted at once. */
export async function createArticle(ctx: Ctx, article: NewArticle): Promise<{ id: string }> {
  const { db, now, touch } = ctx
  const { coAuthorIds = [], tags = [], body, cover, categoryId = null, publishedAt, ...fields } = article
  const plain = plainText(body)
  const wordCount = countWords(plain)
  const id = newId()
  await db
    .insertInto('article')
    .values({
      id,
      ...fields,
      categoryId,
      state: publishedAt ? 'published' : 'draft',
      publishedAt: publishedAt ?? null,
      body: JSON.stringify(body),
      html: renderDocument(body),
      plain,
      wordCount,
      readingMinutes: readingMinutes(wordCount),
      excerpt: excerptOf(plain),
      cover: cover ? JSON.stringify(cover) : null,
      createdAt: publishedAt ?? now(),
      updatedAt: publishedAt ?? now(),
    })
    .execute()

  const tagIds: string[] = []
  for (const [position, name] of tags.entries()) {
    const { id: tagId } = await tagNamed(ctx, name)
    await db.insertInto('articleTag').values({ articleId: id, tagId, position }).execute()
    tagIds.push(tagId)
  }
  for (const [position, personId] of coAuthorIds.entries()) {
    await db.insertInto('articleCoAuthor').values({ articleId: id, personId, position }).execute()
  }
  if (publishedAt) {
    await countStory(ctx, { categoryId, tagIds }, 1)
    await countPersonStory(ctx, article.authorId, 1)
    touch('latest')
  }
  return { id }
}
