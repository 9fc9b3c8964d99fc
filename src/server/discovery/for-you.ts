import { z } from 'zod'
import { HOUR_MS } from '#contract/constants.ts'
import type { ChosenStory } from '#contract/discovery.ts'
import type { Viewer } from '#contract/identity.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { cutPage, decodeCursor } from '#server/platform/cursor.ts'
import { cardsFor } from '#server/reading/lists.ts'
import { publishedCards, trendingStories } from '#server/reading/published.ts'
import { askForChoice } from './for-you-due.ts'

/** After this long the site itself has changed enough for another choice. */
const STALE_MS = HOUR_MS
const AfterPosition = z.tuple([z.int()])

type Wanted = { before?: string | undefined; limit: number }

/** What a job chose for the viewer. Whoever comes for the first time sees what is trending until it has. */
export async function forYou(ctx: Ctx<Viewer>, { before, limit }: Wanted): Promise<PageOf<ChosenStory>> {
  const { db, viewer } = ctx
  const [after] = before === undefined ? [-1] : decodeCursor(AfterPosition, before)
  const rows = await publishedCards(db)
    .innerJoin('forYou', 'forYou.articleId', 'article.id')
    .select(['forYou.position', 'forYou.why', 'forYou.whyName'])
    .where('forYou.personId', '=', viewer.id)
    .where('forYou.position', '>', after)
    .orderBy('forYou.position')
    .limit(limit + 1)
    .execute()
  if (before === undefined) await askIfStale(ctx, rows.length === 0)
  if (rows.length === 0 && before === undefined) {
    const hot = await trendingStories(db, { limit })
    const hotCard = await cardsFor(ctx, hot)
    return {
      items: hot.map((row) => ({ story: hotCard(row), why: { kind: 'trending', name: '' } })),
      next: null,
    }
  }
  const { shown, next } = cutPage(rows, limit, ({ position }) => [position])
  const card = await cardsFor(ctx, shown)
  return {
    items: shown.map((row) => ({ story: card(row), why: { kind: row.why, name: row.whyName } })),
    next,
  }
}

async function askIfStale(ctx: Ctx<Viewer>, nothing: boolean) {
  const { db, viewer, now } = ctx
  const state = await db
    .selectFrom('forYouState')
    .select(['madeAt', 'dueAt'])
    .where('personId', '=', viewer.id)
    .executeTakeFirst()
  if (state?.dueAt) return
  const fresh = state?.madeAt && now().getTime() - state.madeAt.getTime() < STALE_MS
  if (!fresh) await askForChoice(ctx, viewer.id, nothing)
}
