import type { Article, TransitionRecord } from '#contract/articles/articles.ts'
import { hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { cardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listCoAuthorIds } from './byline.ts'
import { coverPicture } from './cover-picture.ts'
import { authorshipOf } from './authorship.ts'
import { canEdit, canInvite, canAccess, availableTransitions } from './policy.ts'
import { type TransitionRow, articleWithDraft, transitionsOf } from './queries.ts'
import { presentActor } from './actor.ts'
import { publishingRole } from '#server/articles/publishing-role.ts'

type NoteRow = Parameters<typeof presentActor>[0] & {
  move: TransitionRow['move'] | null
  note: string | null
  at: Date | null
}

/** Null when the last transition has no note, or there was none. */
export function presentLastNote(row: NoteRow): Article['lastNote'] {
  const { move, note, at } = row
  return move && note && at ? { move, text: note, by: presentActor(row), at: at.toISOString() } : null
}

/** Throws not-found unless the viewer may work on the article. */
export async function presentArticle(ctx: Ctx<Viewer>, id: string): Promise<Article> {
  const { db, viewer, site } = ctx
  const [row, coAuthorIds, [lastTransition]] = await Promise.all([
    articleWithDraft(db, id),
    listCoAuthorIds(db, id),
    transitionsOf(db, id, 1),
  ])
  if (!row) throw new Refusal('not-found')
  const authorship = authorshipOf(viewer, { authorId: row.authorId, coWritten: coAuthorIds.includes(viewer.id) })
  const actor = { role: await publishingRole(ctx), authorship }
  if (!canAccess(actor)) throw new Refusal('not-found')
  const [author, ...coAuthors] = await cardsOf(ctx, [row.authorId, ...coAuthorIds])
  if (!author) throw new Refusal('not-found')
  const { state } = row
  const updateAsked = row.updateAskedAt !== null
  const isEditor = hasRole(viewer, 'editor')
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
    savedBy: presentActor(row),
    author,
    coAuthors,
    featured: row.featured,
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updateAsked,
    lastNote: lastTransition ? presentLastNote(lastTransition) : null,
    can: availableTransitions(actor, { state, updateAsked }),
    may: {
      edit: canEdit(actor, state),
      feature: isEditor && state === 'published',
      invite: canInvite(actor, state),
      review: isEditor,
    },
  }
}

export function presentTransition(row: TransitionRow): TransitionRecord {
  const { id, move, fromState, toState, note, at } = row
  return { id, move, from: fromState, to: toState, by: presentActor(row), note, at: at.toISOString() }
}
