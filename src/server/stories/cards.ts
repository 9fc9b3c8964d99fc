import type { PersonCard } from '#contract/people.ts'
import type { StoryCard } from '#contract/reading.ts'
import type { Picture } from '#contract/shapes.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type CardRow, storiesByIds } from './published.ts'

/** In the order of the ids. Unpublished stories are left out. */
export async function listStoryCards(ctx: Ctx, ids: string[]): Promise<StoryCard[]> {
  if (ids.length === 0) return []
  const found = await storiesByIds(ctx.db, { viewerId: ctx.viewer?.id, ids })
  const rows = new Map(found.map((row) => [row.id, row]))
  const card = createCardPresenter(ctx)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? card(row) : []
  })
}

export function presentCards(ctx: Ctx, rows: CardRow[]) {
  return rows.map(createCardPresenter(ctx))
}

export function createCardPresenter({ addCacheTags, site }: Ctx) {
  return (row: CardRow) => {
    addCacheTags(`article:${row.id}`, `person:${row.authorId}`)
    if (row.tagSlug !== null) addCacheTags(`tag:${row.tagSlug}`)
    return presentCard(site.base, row)
  }
}

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
    avatar: pictureWithBase(base, row.authorAvatar),
  }
}

function named(slug: string | null, name: string | null) {
  return slug !== null && name !== null ? { slug, name } : null
}

export function presentCard(base: string, row: CardRow): StoryCard {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    subtitle: row.subtitle,
    excerpt: row.excerpt,
    language: row.language,
    readingMinutes: row.readingMinutes,
    forMembers: row.forMembers,
    cover: pictureWithBase(base, row.cover),
    category: named(row.categorySlug, row.categoryName),
    tag: named(row.tagSlug, row.tagName),
    author: presentAuthor(base, row),
    publishedAt: row.publishedAt.toISOString(),
    likes: row.likeCount,
    responses: row.responseCount,
    saved: row.saved,
  }
}
