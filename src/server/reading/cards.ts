import type { StoryCard } from '#contract/reading.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { cardsFor } from './lists.ts'
import { storiesByIds } from './queries.ts'

/** The cards of these stories, in the order of the ids. Those that readers do not see are left out. */
export async function storyCardsOf(ctx: Ctx, ids: string[]): Promise<StoryCard[]> {
  if (ids.length === 0) return []
  const found = await storiesByIds(ctx.db, ids)
  const rows = new Map(found.map((row) => [row.id, row]))
  const card = await cardsFor(ctx, found)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? card(row) : []
  })
}
