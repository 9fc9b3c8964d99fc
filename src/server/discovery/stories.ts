import type { Beside } from '#contract/discovery.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { createCardPresenter, presentCards } from '#server/stories/cards.ts'
import { categoryBySlug } from '#server/taxonomy/find.ts'
import { type CardRow, latestStories, publishedCards, publishedId, trendingStories } from '#server/stories/published.ts'

const BESIDE = { related: 4, byAuthor: 3 }

/** The hottest first. */
export async function trending(ctx: Ctx, { category, limit }: { category?: string | undefined; limit: number }) {
  const shelf = category === undefined ? null : await orNotFound(categoryBySlug(ctx.db, category))
  ctx.addCacheTags('trending')
  return presentCards(ctx, await trendingStories(ctx.db, { categoryId: shelf?.id, limit }))
}

/** What to read after a story. Until a job has found what is related, the newest of its category stand in. */
export async function beside(ctx: Ctx, ref: string): Promise<Beside> {
  const { db, addCacheTags } = ctx
  const story = await publishedId(db, ref)
  if (!story) throw new Refusal('not-found')
  const { id, authorId, categoryId } = story
  const [related, own] = await Promise.all([
    relatedRows(ctx, id),
    latestStories(db, { authorId, before: null, limit: BESIDE.byAuthor + 1 }),
  ])
  addCacheTags(`related:${id}`, `person:${authorId}`)
  const instead =
    related.length > BESIDE.related
      ? []
      : await latestStories(db, { categoryId: categoryId ?? undefined, before: null, limit: 8 })
  if (instead.length > 0) addCacheTags('latest')
  const candidates = unique([...related, ...instead]).filter((row) => row.id !== id)
  const card = await createCardPresenter(ctx, [...candidates, ...own])
  return {
    related: candidates.slice(0, BESIDE.related).map(card),
    byAuthor: own
      .filter((row) => row.id !== id)
      .slice(0, BESIDE.byAuthor)
      .map(card),
    next: candidates.slice(BESIDE.related, BESIDE.related + 1).map(card)[0] ?? null,
  }
}

function relatedRows({ db }: Ctx, articleId: string) {
  return publishedCards(db)
    .innerJoin('relatedStory', 'relatedStory.otherId', 'article.id')
    .where('relatedStory.articleId', '=', articleId)
    .orderBy('relatedStory.position')
    .execute()
}

function unique(rows: CardRow[]) {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
