import type { ArticleState, DeskItem, DeskSort } from '#contract/articles.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { PageOf } from '#contract/shapes.ts'
import { pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { coverPicture } from '#server/articles/cover-picture.ts'
import {
  type DeskPage,
  type DeskRow,
  categoryNamed,
  countAll,
  countAskedUpdates,
  countMine,
  deskPage,
  personNamed,
} from './queries.ts'
import { partOf } from '#server/articles/authorship.ts'
import { movesNow } from '#server/articles/policy.ts'

type Wanted = {
  state: ArticleState
  sort: DeskSort
  q?: string | undefined
  before?: string | undefined
  limit: number
}

export function listMine(ctx: Ctx<Viewer>, wanted: Wanted): Promise<PageOf<DeskItem>> {
  return listed(ctx, { ...asked(ctx, wanted), whose: 'mine' })
}

export async function listEverybodys(
  ctx: Ctx<Viewer>,
  { author, category, ...wanted }: Wanted & { author?: string | undefined; category?: string | undefined },
): Promise<PageOf<DeskItem>> {
  const [person, shelf] = await Promise.all([
    author === undefined ? undefined : orNotFound(personNamed(ctx.db, author)),
    category === undefined ? undefined : orNotFound(categoryNamed(ctx.db, category)),
  ])
  return listed(ctx, { ...asked(ctx, wanted), whose: 'everybody', authorId: person?.id, categoryId: shelf?.id })
}

export async function countOwn({ db, viewer }: Ctx<Viewer>) {
  return counts(await countMine(db, viewer.id))
}

/** The review queue counts what its list shows: the changes to published stories as well. */
export async function countEverybodys({ db }: Ctx<Viewer>) {
  const [rows, updates] = await Promise.all([countAll(db), countAskedUpdates(db)])
  const all = counts(rows)
  return { ...all, 'in-review': all['in-review'] + updates }
}

function asked({ viewer }: Ctx<Viewer>, { state, sort, q, before, limit }: Wanted) {
  return { viewerId: viewer.id, state, sort, q: q?.trim() ?? '', before, limit }
}

async function listed(ctx: Ctx<Viewer>, page: DeskPage): Promise<PageOf<DeskItem>> {
  const { shown, next } = await deskPage(ctx.db, page)
  return { items: shown.map((row) => presentItem(ctx, row)), next }
}

function presentItem({ viewer, site }: Ctx<Viewer>, row: DeskRow): DeskItem {
  const { id, state, title, subtitle, readingMinutes, changed, featured, language } = row
  const { authorId, handle, name, about } = row
  const part = partOf(viewer, row)
  const updateAsked = row.updateAskedAt !== null
  return {
    id,
    state,
    title,
    subtitle,
    readingMinutes,
    changed,
    updateAsked,
    featured,
    language,
    ref: state === 'published' ? row.slug : id,
    coverPicture: coverPicture(site.base, row.cover),
    author: { id: authorId, handle, name, about, avatar: pictureAt(site.base, row.avatar) },
    words: row.wordCount,
    savedAt: row.savedAt.toISOString(),
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    trashedAt: row.trashedAt?.toISOString() ?? null,
    coWritten: row.coWritten,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    likes: row.likeCount,
    responses: row.responseCount,
    can: movesNow({ role: viewer.role, part }, { state, updateAsked }),
  }
}

function counts(rows: { state: ArticleState; count: number }[]): Record<ArticleState, number> {
  const all = { 'draft': 0, 'in-review': 0, 'scheduled': 0, 'published': 0, 'removed': 0, 'trashed': 0 }
  for (const { state, count } of rows) all[state] = count
  return all
}
