import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { mediaIdsIn } from '#server/documents/document-media.ts'
import { removeOrphanedMedia } from '#server/articles/orphaned-media.ts'
import { coWrittenColumn, authorshipOf } from '#server/articles/authorship.ts'
import { isApproved, canTransition, canAccess } from '#server/articles/policy.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { bodyColumns } from '#server/articles/columns.ts'
import { publishingRole } from '#server/articles/publishing-role.ts'

type MediaIds = ReadonlySet<string>

/** Captures the media id from a library path. */
const LIBRARY_PATH = /^\/media\/([A-Za-z0-9]+)-/

/** Replaces the cover picture of published stories and drafts; null removes it. Inside a transaction. */
export async function replaceCovers(
  { db, invalidate }: Ctx,
  media: MediaIds,
  articleIds: string[],
  picture: Picture | null,
) {
  const rows = await db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .select(['article.id', 'article.cover', 'draft.cover as draftCover'])
    .where('article.id', 'in', articleIds)
    .orderBy('article.id')
    .forNoKeyUpdate()
    .execute()
  for (const { id, cover, draftCover } of rows) {
    if (draftCover?.media && media.has(draftCover.media)) {
      const next = picture && JSON.stringify({ ...draftCover, picture })
      await db.updateTable('draft').set({ cover: next }).where('articleId', '=', id).execute()
    }
    if (cover && media.has(LIBRARY_PATH.exec(cover.src)?.[1] ?? '')) {
      // Alternative text and focal point belong to the story, not to the library.
      const next = picture && JSON.stringify({ ...picture, alt: cover.alt, focus: cover.focus ?? null })
      await db.updateTable('article').set({ cover: next }).where('id', '=', id).execute()
      invalidate(`article:${id}`)
    }
  }
}

/** Renders texts that use the media again, without it when it was deleted. Inside a transaction. */
export async function rerenderTexts(ctx: Ctx, media: MediaIds, articleIds: string[]) {
  const { db, invalidate } = ctx
  const rows = await db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .select(['article.id', 'article.body', 'draft.body as draftBody'])
    .where('article.id', 'in', articleIds)
    .orderBy('article.id')
    .forNoKeyUpdate()
    .execute()
  for (const { id, body, draftBody } of rows) {
    if (usesAny(draftBody, media)) {
      const prepared = await prepareDocument(ctx, await removeOrphanedMedia(db, draftBody))
      await db.updateTable('draft').set(bodyColumns(prepared)).where('articleId', '=', id).execute()
    }
    if (usesAny(body, media)) {
      const prepared = await prepareDocument(ctx, await removeOrphanedMedia(db, body))
      await db.updateTable('article').set(bodyColumns(prepared)).where('id', '=', id).execute()
      invalidate(`article:${id}`)
    }
  }
}

/** Replacing media changes approved stories, so it takes the right to publish each of them. Inside a transaction. */
export async function requireCanReplace(ctx: Ctx<Viewer>, articleIds: string[]) {
  const rows = await articlesWithDrafts(ctx, articleIds)
  const approved = rows.filter(({ state }) => isApproved(state))
  const role = await publishingRole(ctx)
  if (approved.every((row) => canTransition({ role, authorship: authorshipOf(ctx.viewer, row) }, 'update'))) return
  const message = 'This file is used in a story that you cannot publish. Add a new file to your library instead.'
  throw new Refusal('not-allowed', { message })
}

/** Title and URL by article id. Articles the viewer may not see are left out. */
export async function locateArticles(ctx: Ctx, articleIds: string[]) {
  const { viewer, site } = ctx
  const rows = await articlesWithDrafts(ctx, articleIds)
  const locations = new Map<string, { title: string; address: string }>()
  for (const row of rows) {
    const { id, state, slug, shownTitle, title } = row
    if (state === 'published') {
      locations.set(id, { title: shownTitle, address: `${site.base}story/${encodeURIComponent(slug)}` })
      continue
    }
    if (!viewer || !canAccess({ role: viewer.role, authorship: authorshipOf(viewer, row) })) continue
    locations.set(id, { title: title || 'Untitled', address: `${site.base}articles/edit?id=${id}` })
  }
  return locations
}

function articlesWithDrafts({ db, viewer }: Ctx, articleIds: string[]) {
  return db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .select(['article.id', 'article.state', 'article.slug', 'article.authorId', 'article.title as shownTitle'])
    .select(['draft.title', coWrittenColumn(viewer?.id ?? null)])
    .where('article.id', 'in', articleIds)
    .execute()
}

function usesAny(body: Document, media: MediaIds) {
  return [...mediaIdsIn(body)].some((id) => media.has(id))
}
