import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { findSimilarTexts } from '#server/search/similar-text.ts'
import { isPublished, publishedArticles } from '#server/stories/published.ts'

/** Candidates per source. */
const LIMITS = { tag: 200, category: 60, text: 40 }
/** Text similarity is relative to the most similar story. */
const matchScores = { category: 0.5, language: 1, text: 2 }

type SimilarStory = { id: string; authorId: string; language: string; heat: number; shared: number }

/**
 * Ids of the most similar stories by shared tags (rare tags count more), category, language and text. Popularity breaks
 * ties.
 */
export async function findSimilarStories(ctx: Ctx, articleId: string, most: number): Promise<string[]> {
  const story = await publishedArticles(ctx.db)
    .select(['id', 'categoryId', 'language'])
    .where('id', '=', articleId)
    .executeTakeFirst()
  if (!story) return []
  const found = [
    ...(await byTags(ctx, articleId)),
    ...(await byCategory(ctx, story.categoryId)),
    ...(await byText(ctx, articleId)),
  ]
  const scores = new Map<string, number>()
  const highest = Math.max(...found.map(({ heat }) => heat))
  for (const { id, language, heat, shared } of found) {
    const first = (language === story.language ? matchScores.language : 0) + 1 / (1 + highest - heat)
    scores.set(id, (scores.get(id) ?? first) + shared)
  }
  scores.delete(articleId)
  return [...scores]
    .toSorted(([one, its], [other, others]) => others - its || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([id]) => id)
}

async function byTags({ db }: Ctx, articleId: string): Promise<SimilarStory[]> {
  return db
    .selectFrom('articleTag as own')
    .innerJoin('tag', 'tag.id', 'own.tagId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('articleTag as their')
          .select('their.articleId')
          .whereRef('their.tagId', '=', 'own.tagId')
          .limit(sql.lit(LIMITS.tag))
          .as('other'),
      (join) => join.onTrue(),
    )
    .innerJoin('article', 'article.id', 'other.articleId')
    .innerJoin('storyRank', 'storyRank.articleId', 'article.id')
    .select(['article.id', 'article.authorId', 'article.language', 'storyRank.heat'])
    .select(sql<number>`3 / ln(2 + tag.story_count)`.as('shared'))
    .where('own.articleId', '=', articleId)
    .where(isPublished())
    .execute()
}

async function byCategory({ db }: Ctx, categoryId: string | null): Promise<SimilarStory[]> {
  if (categoryId === null) return []
  return db
    .selectFrom('storyRank')
    .innerJoin('article', 'article.id', 'storyRank.articleId')
    .select(['article.id', 'article.authorId', 'article.language', 'storyRank.heat'])
    .select(sql.lit<number>(matchScores.category).as('shared'))
    .where('storyRank.categoryId', '=', categoryId)
    .where(isPublished())
    .orderBy('storyRank.heat', 'desc')
    .limit(sql.lit(LIMITS.category))
    .execute()
}

async function byText(ctx: Ctx, articleId: string): Promise<SimilarStory[]> {
  const similarities = new Map(
    (await findSimilarTexts(ctx, articleId, LIMITS.text)).map(({ id, similarity }) => [id, similarity]),
  )
  if (similarities.size === 0) return []
  const most = Math.max(...similarities.values())
  const rows = await ctx.db
    .selectFrom('storyRank')
    .innerJoin('article', 'article.id', 'storyRank.articleId')
    .select(['article.id', 'article.authorId', 'article.language', 'storyRank.heat'])
    .where('article.id', 'in', [...similarities.keys()])
    .where(isPublished())
    .execute()
  return rows.map((row) => ({ ...row, shared: (matchScores.text * (similarities.get(row.id) ?? 0)) / most }))
}
