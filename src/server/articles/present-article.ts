import type { Article } from '#contract/articles.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/identity.ts'
import { cardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { articleFor } from './access.ts'
import { coAuthorIds } from './co-authors.ts'
import { coverPicture } from './cover-picture.ts'
import { mayEdit, movesNow } from './offered.ts'
import { presentWho, whoColumns } from './who.ts'

/** The article as whoever works on it gets it. */
export async function articleReply(ctx: Ctx<Viewer>, id: string): Promise<Article> {
  const { db, site, viewer } = ctx
  const { article, part } = await articleFor(ctx, id)
  const draft = await draftRow(db, id)
  const [author, ...coAuthors] = await cardsOf(ctx, [article.authorId, ...(await coAuthorIds(db, id))])
  if (!author) throw new Error(`Article ${id} has no author`)
  const move = await lastMove(db, id)
  const somebody = { role: viewer.role, part }
  const updateAsked = draft.updateAskedAt !== null
  const editor = hasRole(viewer, 'editor')
  const { title, subtitle, body, tags, excerpt, slug, seoTitle, seoDescription } = draft
  const { access, language, takesResponses, version, readingMinutes, changed, cover } = draft
  return {
    id,
    title,
    subtitle,
    body,
    tags,
    excerpt,
    slug,
    seoTitle,
    seoDescription,
    access,
    language,
    takesResponses,
    version,
    readingMinutes,
    changed,
    updateAsked,
    author,
    coAuthors,
    state: article.state,
    ref: article.state === 'published' ? article.slug : id,
    cover: cover && { media: cover.media, alt: cover.alt, focus: cover.focus },
    coverPicture: coverPicture(site.base, cover),
    category: draft.categorySlug,
    canonical: draft.canonicalUrl,
    words: draft.wordCount,
    savedAt: draft.savedAt.toISOString(),
    savedBy: presentWho(draft),
    featured: article.featured,
    scheduledFor: article.scheduledFor?.toISOString() ?? null,
    publishedAt: article.publishedAt?.toISOString() ?? null,
    createdAt: article.createdAt.toISOString(),
    lastNote: move?.note ? { move: move.move, text: move.note, by: presentWho(move), at: move.at.toISOString() } : null,
    can: movesNow(somebody, { state: article.state, updateAsked }),
    may: {
      edit: mayEdit(somebody, article.state),
      feature: editor,
      invite: part === 'author' || editor,
      review: editor,
    },
  }
}

function draftRow(db: Db, articleId: string) {
  return db
    .selectFrom('draft')
    .leftJoin('person as who', 'who.id', 'draft.savedBy')
    .leftJoin('category', 'category.id', 'draft.categoryId')
    .selectAll('draft')
    .select(['category.slug as categorySlug', ...whoColumns])
    .where('draft.articleId', '=', articleId)
    .executeTakeFirstOrThrow()
}

function lastMove(db: Db, articleId: string) {
  return db
    .selectFrom('articleMove')
    .leftJoin('person as who', 'who.id', 'articleMove.byId')
    .select(['articleMove.move', 'articleMove.note', 'articleMove.at', ...whoColumns])
    .where('articleMove.articleId', '=', articleId)
    .orderBy('articleMove.at', 'desc')
    .orderBy('articleMove.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
