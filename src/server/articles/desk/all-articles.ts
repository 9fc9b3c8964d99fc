import type { AdminArticle } from '#contract/articles/admin-articles.ts'
import type { Received } from '#contract/endpoints.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { authorshipOf } from '#server/articles/authorship.ts'
import { availableTransitions } from '#server/articles/policy.ts'
import { findPersonId } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { categoryBySlug } from '#server/stories/topics.ts'
import { type Filters, allArticlesPage } from './all-articles-queries.ts'

type Asked = Received<'GET /api/admin/articles'>['query']
type Row = Awaited<ReturnType<typeof allArticlesPage>>['shown'][number]

export async function listAllArticles(ctx: Ctx<Viewer>, asked: Asked): Promise<PageOf<AdminArticle>> {
  const filters = await findFilters(ctx, asked)
  // There are no stories of a person or category that does not exist.
  if (!filters) return { items: [], next: null }
  const { shown, next } = await allArticlesPage(ctx.db, ctx.viewer.id, asked, filters)
  return { items: shown.map((row) => present(ctx.viewer, row)), next }
}

async function findFilters(ctx: Ctx<Viewer>, { author, category, reviewer }: Asked): Promise<Filters | null> {
  const [authorId, categoryRow, assignedId] = await Promise.all([
    author === undefined ? undefined : findPersonId(ctx, author),
    category === undefined ? undefined : categoryBySlug(ctx.db, category),
    reviewer === undefined || reviewer === 'none' || reviewer === 'me' ? undefined : findPersonId(ctx, reviewer),
  ])
  if (authorId === null || assignedId === null || (category !== undefined && !categoryRow)) return null
  const reviewerId = reviewer === 'none' ? null : reviewer === 'me' ? ctx.viewer.id : assignedId
  return {
    ...(authorId !== undefined && { authorId }),
    ...(categoryRow && { categoryId: categoryRow.id }),
    ...(reviewerId !== undefined && { reviewerId }),
  }
}

function present(viewer: Viewer, row: Row): AdminArticle {
  const { id, state, title, subtitle, changed, featured, language } = row
  const { reviewSince, categorySlug, categoryName, reviewerId, reviewerName, reviewerHandle } = row
  const updateAsked = row.updateAskedAt !== null
  const isAssigned = reviewSince !== null && reviewerId !== null && reviewerName !== null && reviewerHandle !== null
  return {
    id,
    state,
    title,
    subtitle,
    changed,
    featured,
    language,
    updateAsked,
    ref: state === 'published' ? row.slug : id,
    words: row.wordCount,
    author: { id: row.authorId, handle: row.authorHandle, name: row.authorName },
    category: categorySlug !== null && categoryName !== null ? { slug: categorySlug, name: categoryName } : null,
    savedAt: row.savedAt.toISOString(),
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    waitingSince: reviewSince?.toISOString() ?? null,
    // The reviewer stays with a story that went back to its author, but reviews nothing meanwhile.
    reviewer: isAssigned ? { id: reviewerId, handle: reviewerHandle, name: reviewerName } : null,
    can: availableTransitions({ role: viewer.role, authorship: authorshipOf(viewer, row) }, { state, updateAsked }),
  }
}
