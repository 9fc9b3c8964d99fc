import { sql } from 'kysely'
import type { RelatedStories } from '#contract/discovery.ts'
import { Refusal } from '#contract/errors.ts'
import { type Placeholders, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { createCardPresenter, presentCards } from '#server/stories/cards.ts'
import { categoryBySlug } from '#server/stories/topics.ts'
import { type CardRow, isPublished, latestStories, publishedCards, trendingStories } from '#server/stories/published.ts'

const LIMITS = { related: 4, byAuthor: 3, fallback: 12 }

/** Most popular first. */
export async function listTrending(ctx: Ctx, { category, limit }: { category?: string | undefined; limit: number }) {
  const found = category === undefined ? null : await orNotFound(categoryBySlug(ctx.db, category))
  ctx.addCacheTags('trending')
  return presentCards(ctx, await trendingStories(ctx.db, { viewerId: ctx.viewer?.id, categoryId: found?.id, limit }))
}

/** Falls back to the newest stories of the category until the job has found related ones. */
export async function getRelatedStories(ctx: Ctx, ref: string): Promise<RelatedStories> {
  const { db, addCacheTags, viewer } = ctx
  const rows = await storiesBeside(db, { ref, viewerId: viewer?.id })
  // A published story is one of its author's, so there is at least one row.
  const [story] = rows
  if (!story) throw new Refusal('not-found')
  const { besideId: id, besideAuthorId: authorId, besideCategoryId: categoryId } = story
  const related = rows.filter(({ position }) => position !== null)
  const own = rows.filter(({ position }) => position === null)
  addCacheTags(`related:${id}`, `related:author:${authorId}`)
  const byAuthor = own.filter((row) => row.id !== id).slice(0, LIMITS.byAuthor)
  // No story is shown twice on the page.
  const shown = new Set([id, ...byAuthor.map((row) => row.id)])
  const others = related.filter((row) => !shown.has(row.id))
  const fallback =
    others.length > LIMITS.related
      ? []
      : await latestStories(db, {
          viewerId: viewer?.id,
          categoryId: categoryId ?? undefined,
          before: null,
          limit: LIMITS.fallback,
        })
  if (others.length <= LIMITS.related) addCacheTags(categoryId ? `related:category:${categoryId}` : 'related:newest')
  const candidates = unique([...others, ...fallback]).filter((row) => !shown.has(row.id))
  const card = createCardPresenter(ctx)
  return {
    related: candidates.slice(0, LIMITS.related).map(card),
    byAuthor: byAuthor.map(card),
    next: candidates.slice(LIMITS.related, LIMITS.related + 1).map(card)[0] ?? null,
  }
}

/** The related stories of a published story by position, then the newest of its author, without a position. */
const storiesBeside = compiledQuery(
  (db, { ref, viewerId }: Placeholders<{ ref: string; viewerId: string | undefined }>) => {
    const ofAuthor = db
      .selectFrom('article as own')
      .select(['own.id', sql<number | null>`null::int`.as('position')])
      .whereRef('own.authorId', '=', sql.ref<string>('story.authorId'))
      .where(isPublished('own'))
      .orderBy('own.publishedAt', 'desc')
      .orderBy('own.id', 'desc')
      .limit(sql.lit(LIMITS.byAuthor + 1))
    const chosen = db
      .selectFrom('relatedStory')
      .select(['relatedStory.otherId as id', 'relatedStory.position'])
      .whereRef('relatedStory.articleId', '=', sql.ref<string>('story.id'))
      .$castTo<{ id: string; position: number | null }>()
      .unionAll(db.selectFrom(ofAuthor.as('own')).select(['own.id', 'own.position']))
    const beside = db
      .selectFrom('article as story')
      .innerJoinLateral(chosen.as('chosen'), (join) => join.onTrue())
      .select(['chosen.id', 'chosen.position'])
      .select(['story.id as besideId', 'story.authorId as besideAuthorId', 'story.categoryId as besideCategoryId'])
      .where(isPublished('story'))
      .where((eb) => eb.or([eb('story.slug', '=', ref), eb('story.id', '=', ref)]))
    return publishedCards(db, viewerId)
      .innerJoin(beside.as('beside'), 'beside.id', 'article.id')
      .select(['beside.position', 'beside.besideId', 'beside.besideAuthorId', 'beside.besideCategoryId'])
      .orderBy('beside.position')
      .orderBy('article.publishedAt', 'desc')
      .orderBy('article.id', 'desc')
  },
)

function unique(rows: CardRow[]) {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
