import type { RelatedStories } from '#contract/discovery.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { createCardPresenter, presentCards } from '#server/stories/cards.ts'
import { categoryBySlug } from '#server/taxonomy/find.ts'
import { type CardRow, latestStories, publishedCards, publishedId, trendingStories } from '#server/stories/published.ts'

const LIMITS = { related: 4, byAuthor: 3 }

/** Most popular first. */
export async function listTrending(ctx: Ctx, { category, limit }: { category?: string | undefined; limit: number }) {
  const found = category === undefined ? null : await orNotFound(categoryBySlug(ctx.db, category))
  ctx.addCacheTags('trending')
  return presentCards(ctx, await trendingStories(ctx.db, { categoryId: found?.id, limit }))
}

/** Falls back to the newest stories of the category until the job has found related ones. */
export async function getRelatedStories(ctx: Ctx, ref: string): Promise<RelatedStories> {
  const { db, addCacheTags } = ctx
  const story = await publishedId(db, ref)
  if (!story) throw new Refusal('not-found')
  const { id, authorId, categoryId } = story
  const [related, own] = await Promise.all([
    relatedRows(ctx, id),
    latestStories(db, { authorId, before: null, limit: LIMITS.byAuthor + 1 }),
  ])
  addCacheTags(`related:${id}`, `related:author:${authorId}`)
  const byAuthor = own.filter((row) => row.id !== id).slice(0, LIMITS.byAuthor)
  // No story is shown twice on the page.
  const shown = new Set([id, ...byAuthor.map((row) => row.id)])
  const others = related.filter((row) => !shown.has(row.id))
  const fallback =
    others.length > LIMITS.related
      ? []
      : await latestStories(db, { categoryId: categoryId ?? undefined, before: null, limit: 12 })
  if (others.length <= LIMITS.related) addCacheTags(categoryId ? `related:category:${categoryId}` : 'related:newest')
  const candidates = unique([...others, ...fallback]).filter((row) => !shown.has(row.id))
  const card = await createCardPresenter(ctx, [...candidates, ...byAuthor])
  return {
    related: candidates.slice(0, LIMITS.related).map(card),
    byAuthor: byAuthor.map(card),
    next: candidates.slice(LIMITS.related, LIMITS.related + 1).map(card)[0] ?? null,
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
