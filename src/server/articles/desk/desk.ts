import type { ArticleState } from '#contract/articles/articles.ts'
import type { DeskItem, DeskSort } from '#contract/articles/desk.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { PageOf } from '#contract/shapes.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { sumStoryTotals } from '#server/analytics/story-totals.ts'
import { coverPicture } from '#server/articles/cover-picture.ts'
import { type DeskPage, type DeskRow, countOwnByState, deskPage } from './queries.ts'
import { presentLastNote } from '#server/articles/present.ts'
import { hasTrigramIndex } from '#server/search/extensions.ts'
import { authorshipOf } from '#server/articles/authorship.ts'
import { availableTransitions } from '#server/articles/policy.ts'
import { publishingRole } from '#server/articles/publishing-role.ts'

const NO_TOTALS = { views: 0, reads: 0 }

type DeskRequest = {
  state: ArticleState
  sort: DeskSort
  q?: string | undefined
  before?: string | undefined
  limit: number
}

/** Searches titles and texts for the phrase, then for its words, then for words that look like them. */
export async function listOwnArticles(ctx: Ctx<Viewer>, request: DeskRequest): Promise<PageOf<DeskItem>> {
  const page = pageRequest(ctx, request)
  const found = await listPage(ctx, page)
  if (found.items.length > 0 || page.q === '') return found
  const byWords = await listPage(ctx, { ...page, match: 'words' })
  if (byWords.items.length > 0 || !(await hasTrigramIndex(ctx.db))) return byWords
  return listPage(ctx, { ...page, match: 'similar' })
}

export async function countOwnArticles({ db, viewer }: Ctx<Viewer>) {
  return countsByState(await countOwnByState(db, viewer.id))
}

function pageRequest({ viewer }: Ctx<Viewer>, { state, sort, q, before, limit }: DeskRequest) {
  return { viewerId: viewer.id, state, sort, q: q?.trim() ?? '', before, limit }
}

async function listPage(ctx: Ctx<Viewer>, page: DeskPage): Promise<PageOf<DeskItem>> {
  const { shown, next } = await deskPage(ctx.db, page)
  const published = page.state === 'published' ? shown.map(({ id }) => id) : []
  const [role, totals] = await Promise.all([publishingRole(ctx), sumStoryTotals(ctx.db, published)])
  return { items: shown.map((row) => ({ ...presentItem(ctx, row, role), ...(totals.get(row.id) ?? NO_TOTALS) })), next }
}

function presentItem({ viewer, site }: Ctx<Viewer>, row: DeskRow, role: Role): Omit<DeskItem, 'views' | 'reads'> {
  const { id, state, title, subtitle, readingMinutes, changed, featured, language } = row
  const { authorId, handle, name, about } = row
  const authorship = authorshipOf(viewer, row)
  const updateAsked = row.updateAskedAt !== null
  return {
    id,
    state,
    title,
    subtitle,
    readingMinutes,
    changed,
    updateAsked,
    lastNote: presentLastNote(row),
    featured,
    language,
    ref: state === 'published' ? row.slug : id,
    coverPicture: coverPicture(site.base, row.cover),
    author: { id: authorId, handle, name, about, avatar: pictureWithBase(site.base, row.avatar) },
    words: row.wordCount,
    savedAt: row.savedAt.toISOString(),
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    trashedAt: row.trashedAt?.toISOString() ?? null,
    coWritten: row.coWritten,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    likes: row.likeCount,
    responses: row.responseCount,
    can: availableTransitions({ role, authorship }, { state, updateAsked }),
  }
}

function countsByState(rows: { state: ArticleState; count: number }[]): Record<ArticleState, number> {
  const all = { 'draft': 0, 'in-review': 0, 'scheduled': 0, 'published': 0, 'removed': 0, 'trashed': 0 }
  for (const { state, count } of rows) all[state] = count
  return all
}
