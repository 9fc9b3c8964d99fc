import type { Category, StoryCard } from '#contract/reading.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Picture } from '#contract/shapes.ts'
import { pictureAt } from '#server/platform/base.ts'
import type { CardRow } from './published.ts'

type AuthorColumns = {
  authorId: string
  authorHandle: string
  authorName: string
  authorAbout: string
  authorAvatar: Picture | null
}

function presentAuthor(base: string, row: AuthorColumns): PersonCard {
  return {
    id: row.authorId,
    handle: row.authorHandle,
    name: row.authorName,
    about: row.authorAbout,
    avatar: pictureAt(base, row.authorAvatar),
  }
}

function named(slug: string | null, name: string | null) {
  return slug !== null && name !== null ? { slug, name } : null
}

export function presentCard(base: string, row: CardRow, saved: boolean): StoryCard {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    subtitle: row.subtitle,
    excerpt: row.excerpt,
    language: row.language,
    readingMinutes: row.readingMinutes,
    forMembers: row.access !== 'public',
    cover: pictureAt(base, row.cover),
    category: named(row.categorySlug, row.categoryName),
    tag: named(row.tagSlug, row.tagName),
    author: presentAuthor(base, row),
    publishedAt: row.publishedAt.toISOString(),
    likes: row.likeCount,
    responses: row.responseCount,
    saved,
  }
}

type CategoryRow = { slug: string; name: string; description: string; picture: Picture | null; storyCount: number }

export function presentCategory(base: string, row: CategoryRow): Category {
  const { slug, name, description, picture, storyCount } = row
  return { slug, name, description, picture: pictureAt(base, picture), stories: storyCount }
}
