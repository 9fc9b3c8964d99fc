import type { StoryCard } from '#contract/reading.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { presentCard } from './present.ts'
import { storiesByIds } from './queries.ts'

/** The cards of these stories, in the order of the ids. Those that readers do not see are left out. */
export async function storyCardsOf({ db, shows, site }: Ctx, ids: string[]): Promise<StoryCard[]> {
  if (ids.length === 0) return []
  const rows = new Map((await storiesByIds(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    shows(`article:${id}`, `person:${row.authorId}`)
    return presentCard(site.base, row)
  })
}
