import type { Category, StoryCard, StoryResponse } from '#contract/reading.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Picture } from '#contract/shapes.ts'
import type { CardRow } from './queries.ts'

type AuthorColumns = {
  authorId: string
  authorHandle: string
  authorName: string
  authorAbout: string
  authorAvatar: Picture | null
}

function presentAuthor(row: AuthorColumns): PersonCard {
  return {
    id: row.authorId,
    handle: row.authorHandle,
    name: row.authorName,
    about: row.authorAbout,
    avatar: row.authorAvatar,
  }
}

function named(slug: string | null, name: string | null) {
  return slug !== null && name !== null ? { slug, name } : null
}

export function presentCard(row: CardRow): StoryCard {
  const { id, slug, title, subtitle, excerpt, language, cover, readingMinutes } = row
  return {
    ...{ id, slug, title, subtitle, excerpt, language, cover, readingMinutes },
    category: named(row.categorySlug, row.categoryName),
    tag: named(row.tagSlug, row.tagName),
    author: presentAuthor(row),
    publishedAt: row.publishedAt.toISOString(),
    likes: row.likeCount,
    responses: row.responseCount,
  }
}

type ResponseRow = AuthorColumns & { id: string; parentId: string | null; text: string; likeCount: number; createdAt: Date }

/** Rows in the order of the query become threads; a reply whose parent is not shown is not shown either. */
export function presentThreads(rows: ResponseRow[]): StoryResponse[] {
  const threads = new Map<string, StoryResponse>()
  for (const row of rows) {
    const item = {
      id: row.id,
      author: presentAuthor(row),
      text: row.text,
      likes: row.likeCount,
      createdAt: row.createdAt.toISOString(),
    }
    if (row.parentId === null) threads.set(row.id, { ...item, replies: [] })
    else threads.get(row.parentId)?.replies.push(item)
  }
  return [...threads.values()]
}

type CategoryRow = { slug: string; name: string; description: string; picture: Picture | null; storyCount: number }

export function presentCategory({ slug, name, description, picture, storyCount }: CategoryRow): Category {
  return { slug, name, description, picture, stories: storyCount }
}
