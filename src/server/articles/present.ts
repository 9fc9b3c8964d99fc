import type { Article, MoveRecord } from '#contract/articles.ts'
import { hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { cardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { coAuthorIds } from './byline.ts'
import { coverPicture } from './cover-picture.ts'
import { partOf } from './authorship.ts'
import { mayEdit, mayInvite, mayWork, movesNow } from './policy.ts'
import { type MoveRow, articleWithDraft, movesOf } from './queries.ts'
import { presentWho } from './actor.ts'

/** An article for those who work on it; to everybody else it does not exist. */
export async function presentArticle(ctx: Ctx<Viewer>, id: string): Promise<Article> {
  const { db, viewer, site } = ctx
  const [row, others, [lastMove]] = await Promise.all([
    articleWithDraft(db, id),
    coAuthorIds(db, id),
    movesOf(db, id, 1),
  ])
  if (!row) throw new Refusal('not-found')
  const part = partOf(viewer, { authorId: row.authorId, coWritten: others.includes(viewer.id) })
  const somebody = { role: viewer.role, part }
  if (!mayWork(somebody)) throw new Refusal('not-found')
  const [author, ...coAuthors] = await cardsOf(ctx, [row.authorId, ...others])
  if (!author) throw new Refusal('not-found')
  const { state } = row
  const updateAsked = row.updateAskedAt !== null
  const editor = hasRole(viewer, 'editor')
  return {
    id: row.id,
    state,
    ref: state === 'published' ? row.address : row.id,
    title: row.title,
    subtitle: row.subtitle,
    body: row.body,
    cover: row.cover && { media: row.cover.media, alt: row.cover.alt, focus: row.cover.focus },
    coverPicture: coverPicture(site.base, row.cover),
    category: row.category,
    tags: row.tags,
    excerpt: row.excerpt,
    slug: row.slug,
    canonical: row.canonicalUrl,
    seoTitle: row.seoTitle,
    seoDescription: row.seoDescription,
    access: row.access,
    language: row.language,
    takesResponses: row.takesResponses,
    version: row.version,
    savedAt: row.savedAt.toISOString(),
    words: row.wordCount,
    readingMinutes: row.readingMinutes,
    changed: row.changed,
    savedBy: presentWho(row),
    author,
    coAuthors,
    featured: row.featured,
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updateAsked,
    lastNote: lastMove?.note
      ? { move: lastMove.move, text: lastMove.note, by: presentWho(lastMove), at: lastMove.at.toISOString() }
      : null,
    can: movesNow(somebody, { state, updateAsked }),
    may: {
      edit: mayEdit(somebody, state),
      feature: editor && state === 'published',
      invite: mayInvite(somebody, state),
      review: editor,
    },
  }
}

export function presentMove(row: MoveRow): MoveRecord {
  const { id, move, fromState, toState, note, at } = row
  return { id, move, from: fromState, to: toState, by: presentWho(row), note, at: at.toISOString() }
}
