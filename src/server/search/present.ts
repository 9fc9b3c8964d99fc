import { sql } from 'kysely'
import type { Person } from '#contract/people.ts'
import type { Category } from '#contract/reading.ts'
import type { StoryResult } from '#contract/search.ts'
import { followedAmong } from '#server/people/follows.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listStoryCards } from '#server/stories/cards.ts'
import type { CategoryRow, CreatorRow } from './find-names.ts'
import { type HighlightTerms, createMatcher, findPassage, highlight } from './snippets.ts'
import type { Place } from './find-stories.ts'

/** Enough to find a passage. */
const MAX_TEXT_LENGTH = 60_000

/** `plain` ends at the members-only line. Without a public preview, all of it is for members. */
const publicText = sql<string>`case when access = 'public' or (access = 'preview' and members_html <> '') then plain else '' end`

export async function presentStories(ctx: Ctx, places: Place[], wanted: HighlightTerms): Promise<StoryResult[]> {
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  const [cards, texts] = await Promise.all([
    listStoryCards(ctx, ids),
    ctx.db
      .selectFrom('article')
      .select(['id', sql<string>`left(${publicText}, ${MAX_TEXT_LENGTH})`.as('plain')])
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute(),
  ])
  const matcher = createMatcher(wanted)
  const plain = new Map(texts.map((row) => [row.id, row.plain]))
  return cards.map((card) => {
    const passage = findPassage(plain.get(card.id) ?? '', matcher)
    return {
      ...card,
      titlePieces: highlight(card.title, matcher),
      passage: passage.length > 0 ? passage : highlight(card.subtitle || card.excerpt, matcher),
    }
  })
}

export async function presentCreators(ctx: Ctx, rows: CreatorRow[]): Promise<Person[]> {
  const followed = await followedAmong(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentCreator(ctx.site.base, row, followed.has(row.id)))
}

function presentCreator(base: string, row: CreatorRow, followed: boolean): Person {
  const { id, handle, name, about, avatar, storyCount, createdAt } = row
  return {
    id,
    handle,
    name,
    about,
    avatar: pictureWithBase(base, avatar),
    stories: storyCount,
    followers: row.followerCount,
    followed,
    joinedAt: createdAt.toISOString(),
  }
}

export function presentCategory(base: string, row: CategoryRow): Category {
  const { slug, name, description, picture, color, storyCount } = row
  return { slug, name, description, picture: pictureWithBase(base, picture), color, stories: storyCount }
}
