import type { Picture } from '#contract/shapes.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import { encodeKey } from '#server/firebase/database/keys.ts'
import type { PlainValue } from './plain-values.ts'
import type { ArticleRow, CategoryRow, RecordRow, TagRow } from './queries.ts'

export function presentRecord(base: string, row: RecordRow) {
  const { uid, handle, name, about, role, createdAt, updatedAt } = row
  return { uid, handle, name, about, role, avatar: presentPicture(base, row.avatar), createdAt, updatedAt }
}

export function presentArticle(row: ArticleRow): PlainValue {
  return {
    title: row.title,
    subtitle: row.subtitle,
    excerpt: row.excerpt,
    slug: row.slug,
    language: row.language,
    access: row.access,
    author: { id: row.authorId, handle: row.authorHandle, name: row.authorName },
    category: row.categorySlug,
    tags: Object.fromEntries((row.tagSlugs ?? []).map((tag) => [encodeKey(tag), true])),
    publishedAt: row.publishedAt,
    updatedAt: row.updatedAt,
    readingMinutes: row.readingMinutes,
    likeCount: row.likeCount,
    responseCount: row.responseCount,
  }
}

export function presentCategory(base: string, row: CategoryRow): PlainValue {
  const { slug, name, description, position, storyCount } = row
  return { slug, name, description, picture: presentPicture(base, row.picture), position, storyCount }
}

export function presentTag({ slug, name, storyCount }: TagRow): PlainValue {
  return { slug, name, storyCount }
}

/** Drops any other fields that were stored with the picture. */
function presentPicture(base: string, picture: Picture | null) {
  const placed = pictureWithBase(base, picture)
  return placed && { src: placed.src, alt: placed.alt, width: placed.width, height: placed.height }
}
