import { sql } from 'kysely'
import { z } from 'zod'
import { HOUR_MS } from '#contract/constants.ts'
import type { ChosenStory, Why } from '#contract/discovery.ts'
import type { Viewer } from '#contract/viewer.ts'
import { Id, type PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { cursorOf, integer, time } from '#server/platform/cursor.ts'
import { createCardPresenter } from '#server/stories/cards.ts'
import { type CardRow, latestStories, publishedCards, trendingStories } from '#server/stories/published.ts'
import { askForChoice } from './for-you-due.ts'
import { unwantedBy } from './unwanted.ts'
import { weightsOf } from './weights.ts'

/** After this long the site itself has changed enough for another choice. */
const STALE_MS = HOUR_MS
/** A position among the recommendations, or a story among the newest. */
const cursor = cursorOf(z.union([z.tuple([integer]), z.tuple([time, Id])]))

type Wanted = { before?: string | undefined; limit: number }

/** What a job chose for the viewer, or simply the newest. Until there is a choice they see what is trending. */
export async function forYou(ctx: Ctx<Viewer>, { before, limit }: Wanted): Promise<PageOf<ChosenStory>> {
  const { db, viewer } = ctx
  const without = await unwantedBy(db, viewer.id)
  const place = cursor.read(before)
  if (place) {
    // A list goes on as it began, even if the viewer has chosen otherwise in another window.
    return place.length === 1
      ? chosen(ctx, { after: place[0], without, limit })
      : newest(ctx, { before: { at: place[0], id: place[1] }, without, limit })
  }
  if ((await weightsOf(db, viewer.id)).newest) return newest(ctx, { before: null, without, limit })
  const page = await chosen(ctx, { after: -1, without, limit })
  await askIfStale(ctx, page.items.length === 0)
  return page.items.length === 0 ? hottest(ctx, { without, limit }) : page
}

type Page = { without: string[]; limit: number }

async function chosen(ctx: Ctx<Viewer>, { after, without, limit }: Page & { after: number }) {
  const rows = await publishedCards(ctx.db)
    .innerJoin('forYou', 'forYou.articleId', 'article.id')
    .select(['forYou.position', 'forYou.why', 'forYou.whyName'])
    .where('forYou.personId', '=', ctx.viewer.id)
    .where('forYou.position', '>', after)
    // Whoever was muted since it was chosen is gone at once.
    .where('article.authorId', '!=', sql<string>`all(${without}::text[])`)
    .orderBy('forYou.position')
    .limit(limit + 1)
    .execute()
  const { shown, next } = cursor.cut(rows, limit, ({ position }) => [position])
  return { items: await because(ctx, shown, ({ why, whyName }) => ({ kind: why, name: whyName })), next }
}

async function newest(ctx: Ctx<Viewer>, { limit, ...page }: Page & { before: { at: Date; id: string } | null }) {
  const rows = await latestStories(ctx.db, { ...page, limit: limit + 1 })
  const { shown, next } = cursor.cut(rows, limit, ({ publishedAt, id }) => [publishedAt, id])
  return { items: await because(ctx, shown, () => ({ kind: 'new', name: '' })), next }
}

async function hottest(ctx: Ctx<Viewer>, page: Page) {
  const rows = await trendingStories(ctx.db, page)
  return { items: await because(ctx, rows, () => ({ kind: 'trending', name: '' })), next: null }
}

async function because<Row extends CardRow>(ctx: Ctx, rows: Row[], why: (row: Row) => Why): Promise<ChosenStory[]> {
  const card = await createCardPresenter(ctx, rows)
  return rows.map((row) => ({ story: card(row), why: why(row) }))
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
