import { sql } from 'kysely'
import type { Person } from '#contract/people.ts'
import type { Category } from '#contract/reading.ts'
import type { FoundStory } from '#contract/search.ts'
import { followedAmong } from '#server/people/follows.ts'
import { pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listStoryCards } from '#server/stories/cards.ts'
import type { CategoryRow, CreatorRow } from './names.ts'
import { type WantedWords, matcherOf, passageOf, piecesOf } from './snippets.ts'
import type { Place } from './stories.ts'

/** Enough of a text to find a passage in. Only what everybody may read: the rest is not here. */
const LOOKED_AT = 60_000

/** The stories with what was found in them marked. */
export async function presentStories(ctx: Ctx, places: Place[], wanted: WantedWords): Promise<FoundStory[]> {
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  const [cards, texts] = await Promise.all([
    listStoryCards(ctx, ids),
    ctx.db
      .selectFrom('article')
      .select(['id', sql<string>`left(plain, ${LOOKED_AT})`.as('plain')])
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute(),
  ])
  const matches = matcherOf(wanted)
  const plain = new Map(texts.map((row) => [row.id, row.plain]))
  return cards.map((card) => {
    const passage = passageOf(plain.get(card.id) ?? '', matches)
    return {
      ...card,
      titlePieces: piecesOf(card.title, matches),
      passage: passage.length > 0 ? passage : piecesOf(card.subtitle || card.excerpt, matches),
    }
  })
}

/** People as they were found, with whether the viewer follows each. */
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
    avatar: pictureAt(base, avatar),
    stories: storyCount,
    followers: row.followerCount,
    followed,
    joinedAt: createdAt.toISOString(),
  }
}

export function presentCategory(base: string, row: CategoryRow): Category {
  const { slug, name, description, picture, storyCount } = row
  return { slug, name, description, picture: pictureAt(base, picture), stories: storyCount }
}
