import { sql } from 'kysely'
import { z } from 'zod'
import { HOUR_MS } from '#contract/constants.ts'
import type { RecommendedStory, RecommendationReason } from '#contract/discovery.ts'
import type { Viewer } from '#contract/viewer.ts'
import { Id, type PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { defineCursor, integer, time } from '#server/platform/cursor.ts'
import { createCardPresenter } from '#server/stories/cards.ts'
import { type CardRow, latestStories, publishedCards, trendingStories } from '#server/stories/published.ts'
import { scheduleRecommendations } from './schedule-recommendations.ts'
import { listMutedOrBlocked } from './muted-or-blocked.ts'
import { getWeights } from './weights.ts'

const STALE_MS = HOUR_MS
/** A position among the recommendations, or a story among the newest. */
const cursor = defineCursor(z.union([z.tuple([integer]), z.tuple([time, Id])]))

type PageRequest = { before?: string | undefined; limit: number }

/** Recommendations, or the newest stories if the viewer prefers that. Trending until recommendations exist. */
export async function listForYou(ctx: Ctx<Viewer>, { before, limit }: PageRequest): Promise<PageOf<RecommendedStory>> {
  const { db, viewer } = ctx
  const without = await listMutedOrBlocked(db, viewer.id)
  const place = cursor.read(before)
  if (place) {
    // The cursor decides: later pages match the first, even if preferences changed in another tab.
    return place.length === 1
      ? recommended(ctx, { after: place[0], without, limit })
      : newest(ctx, { before: { at: place[0], id: place[1] }, without, limit })
  }
  if ((await getWeights(db, viewer.id)).newest) return newest(ctx, { before: null, without, limit })
  const page = await recommended(ctx, { after: -1, without, limit })
  await scheduleIfStale(ctx, page.items.length === 0)
  return page.items.length === 0 ? trending(ctx, { without, limit }) : page
}

type Page = { without: string[]; limit: number }

async function recommended(ctx: Ctx<Viewer>, { after, without, limit }: Page & { after: number }) {
  const rows = await publishedCards(ctx.db)
    .innerJoin('forYou', 'forYou.articleId', 'article.id')
    .select(['forYou.position', 'forYou.why', 'forYou.whyName'])
    .where('forYou.personId', '=', ctx.viewer.id)
    .where('forYou.position', '>', after)
    // Also excludes authors muted or blocked since the last refresh.
    .where('article.authorId', '!=', sql<string>`all(${without}::text[])`)
    .orderBy('forYou.position')
    .limit(limit + 1)
    .execute()
  const { shown, next } = cursor.paginate(rows, limit, ({ position }) => [position])
  return { items: await withReasons(ctx, shown, ({ why, whyName }) => ({ kind: why, name: whyName })), next }
}

async function newest(ctx: Ctx<Viewer>, { limit, ...page }: Page & { before: { at: Date; id: string } | null }) {
  const rows = await latestStories(ctx.db, { ...page, limit: limit + 1 })
  const { shown, next } = cursor.paginate(rows, limit, ({ publishedAt, id }) => [publishedAt, id])
  return { items: await withReasons(ctx, shown, () => ({ kind: 'new', name: '' })), next }
}

async function trending(ctx: Ctx<Viewer>, page: Page) {
  const rows = await trendingStories(ctx.db, page)
  return { items: await withReasons(ctx, rows, () => ({ kind: 'trending', name: '' })), next: null }
}

async function withReasons<Row extends CardRow>(
  ctx: Ctx,
  rows: Row[],
  why: (row: Row) => RecommendationReason,
): Promise<RecommendedStory[]> {
  const card = await createCardPresenter(ctx, rows)
  return rows.map((row) => ({ story: card(row), why: why(row) }))
}

async function scheduleIfStale(ctx: Ctx<Viewer>, soon: boolean) {
  const { db, viewer, now } = ctx
  const state = await db
    .selectFrom('forYouState')
    .select(['madeAt', 'dueAt'])
    .where('personId', '=', viewer.id)
    .executeTakeFirst()
  if (state?.dueAt) return
  const fresh = state?.madeAt && now().getTime() - state.madeAt.getTime() < STALE_MS
  if (!fresh) await scheduleRecommendations(ctx, viewer.id, soon)
}
