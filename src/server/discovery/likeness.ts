import { sql } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { storiesLike } from '#server/search/like-text.ts'

const PUBLISHED = sql.lit<ArticleState>('published')
/** How many of each kind are looked at; the best of them all are kept. */
const EACH = { tag: 200, category: 60, text: 40 }
/** The text counts for as much as the likest of all has of it. */
const worth = { category: 0.5, language: 1, text: 2 }

type Other = { id: string; authorId: string; language: string; heat: number; shared: number }

/**
 * The stories most like one: by tags, where a rare one says more, by category, by language
 * and by the words they share; warmer ones first among equals.
 */
export async function likeness(ctx: Ctx, articleId: string, most: number): Promise<string[]> {
  const story = await ctx.db
    .selectFrom('article')
    .select(['id', 'categoryId', 'language'])
    .where('id', '=', articleId)
    .where('state', '=', PUBLISHED)
    .executeTakeFirst()
  if (!story) return []
  const found = [
    ...(await byTags(ctx, articleId)),
    ...(await byCategory(ctx, story.categoryId)),
    ...(await byText(ctx, articleId)),
  ]
  const scores = new Map<string, number>()
  const warmest = Math.max(...found.map(({ heat }) => heat))
  for (const { id, language, heat, shared } of found) {
    const first = (language === story.language ? worth.language : 0) + 1 / (1 + warmest - heat)
    scores.set(id, (scores.get(id) ?? first) + shared)
  }
  scores.delete(articleId)
  return [...scores]
    .toSorted(([one, its], [other, others]) => others - its || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([id]) => id)
}

async function byTags({ db }: Ctx, articleId: string): Promise<Other[]> {
  return db
    .selectFrom('articleTag as own')
    .innerJoin('tag', 'tag.id', 'own.tagId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('articleTag as their')
          .select('their.articleId')
          .whereRef('their.tagId', '=', 'own.tagId')
          .limit(sql.lit(EACH.tag))
          .as('other'),
      (join) => join.onTrue(),
    )
    .innerJoin('article', 'article.id', 'other.articleId')
    .innerJoin('storyRank', 'storyRank.articleId', 'article.id')
    .select(['article.id', 'article.authorId', 'article.language', 'storyRank.heat'])
    .select(sql<number>`3 / ln(2 + tag.story_count)`.as('shared'))
    .where('own.articleId', '=', articleId)
    .where('article.state', '=', PUBLISHED)
    .execute()
}

async function byCategory({ db }: Ctx, categoryId: string | null): Promise<Other[]> {
  if (categoryId === null) return []
  return db
    .selectFrom('storyRank')
    .innerJoin('article', 'article.id', 'storyRank.articleId')
    .select(['article.id', 'article.authorId', 'article.language', 'storyRank.heat'])
    .select(sql.lit<number>(worth.category).as('shared'))
    .where('storyRank.categoryId', '=', categoryId)
    .where('article.state', '=', PUBLISHED)
    .orderBy('storyRank.heat', 'desc')
    .limit(sql.lit(EACH.category))
    .execute()
}

async function byText(ctx: Ctx, articleId: string): Promise<Other[]> {
  const alike = new Map((await storiesLike(ctx, articleId, EACH.text)).map(({ id, likeness: value }) => [id, value]))
  if (alike.size === 0) return []
  const most = Math.max(...alike.values())
  const rows = await ctx.db
    .selectFrom('storyRank')
    .innerJoin('article', 'article.id', 'storyRank.articleId')
    .select(['article.id', 'article.authorId', 'article.language', 'storyRank.heat'])
    .where('article.id', 'in', [...alike.keys()])
    .where('article.state', '=', PUBLISHED)
    .execute()
  return rows.map((row) => ({ ...row, shared: (worth.text * (alike.get(row.id) ?? 0)) / most }))
}
