import type { PersonCard } from '#contract/people.ts'
import type { StoryCard } from '#contract/reading.ts'
import type { Picture } from '#contract/shapes.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type CardRow, storiesByIds } from './published.ts'
import { savedAmong } from './saved-by-viewer.ts'

/** In the order of the ids. Unpublished stories are left out. */
export async function listStoryCards(ctx: Ctx, ids: string[]): Promise<StoryCard[]> {
  if (ids.length === 0) return []
  const found = await storiesByIds(ctx.db, ids)
  const rows = new Map(found.map((row) => [row.id, row]))
  const card = await createCardPresenter(ctx, found)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? card(row) : []
  })
}

export async function presentCards(ctx: Ctx, rows: CardRow[]) {
  return rows.map(await createCardPresenter(ctx, rows))
}

/** Returns a presenter for these rows, loading the viewer's saved stories in one query. */
export async function createCardPresenter(ctx: Ctx, rows: readonly CardRow[]) {
  const { addCacheTags, site } = ctx
  const saved = await savedAmong(
    ctx,
    rows.map(({ id }) => id),
  )
  return (row: CardRow) => {
    addCacheTags(`article:${row.id}`, `person:${row.authorId}`)
    return presentCard(site.base, row, saved.has(row.id))
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
    cover: pictureWithBase(base, row.cover),
    category: named(row.categorySlug, row.categoryName),
    tag: named(row.tagSlug, row.tagName),
    author: presentAuthor(base, row),
    publishedAt: row.publishedAt.toISOString(),
    likes: row.likeCount,
    responses: row.responseCount,
    saved,
  }
}
