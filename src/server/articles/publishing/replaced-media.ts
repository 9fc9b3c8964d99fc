import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { mediaOf } from '#server/documents/document-media.ts'
import { withWhatIsLeft } from '#server/articles/orphaned-media.ts'
import { coWrittenBy, partOf } from '#server/articles/authorship.ts'
import { isApproved, mayMove, mayWork } from '#server/articles/policy.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { preparedColumns } from '#server/articles/drafts/prepared-columns.ts'

type Media = ReadonlySet<string>

/** The address of something of the library begins with its id. */
const ofLibrary = /^\/media\/([A-Za-z0-9]+)-/

/** Puts a cover's picture, as the library has it now, before its readers and its writers; null takes it away. Inside a transaction. */
export async function putCovers({ db, invalidate }: Ctx, media: Media, articleIds: string[], picture: Picture | null) {
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
    if (cover && media.has(ofLibrary.exec(cover.src)?.[1] ?? '')) {
      // The words and the point that must stay in view are the writer's, not the library's.
      const next = picture && JSON.stringify({ ...picture, alt: cover.alt, focus: cover.focus ?? null })
      await db.updateTable('article').set({ cover: next }).where('id', '=', id).execute()
      invalidate(`article:${id}`)
    }
  }
}

/** Makes the texts that use something of the library anew, as it is now; without it when it is gone. Inside a transaction. */
export async function putInTexts(ctx: Ctx, media: Media, articleIds: string[]) {
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
      const prepared = await prepareDocument(ctx, await withWhatIsLeft(db, draftBody))
      await db.updateTable('draft').set(preparedColumns(prepared)).where('articleId', '=', id).execute()
    }
    if (usesAny(body, media)) {
      const prepared = await prepareDocument(ctx, await withWhatIsLeft(db, body))
      await db.updateTable('article').set(preparedColumns(prepared)).where('id', '=', id).execute()
      invalidate(`article:${id}`)
    }
  }
}

/** Refuses when another picture would come before readers without anybody who may publish. Inside a transaction. */
export async function checkMayReplace(ctx: Ctx<Viewer>, articleIds: string[]) {
  const rows = await usedIn(ctx, articleIds)
  const approved = rows.filter(({ state }) => isApproved(state))
  if (approved.every((row) => mayMove({ role: ctx.viewer.role, part: partOf(ctx.viewer, row) }, 'update'))) return
  const message = 'A story that you may not publish shows this. Add another to your library instead.'
  throw new Refusal('not-allowed', { message })
}

/** What these articles are called and where they are. What the viewer may not see is left out. */
export async function placesOfArticles(ctx: Ctx, articleIds: string[]) {
  const { viewer, site } = ctx
  const rows = await usedIn(ctx, articleIds)
  const places = new Map<string, { title: string; address: string }>()
  for (const row of rows) {
    const { id, state, slug, shownTitle, title } = row
    if (state === 'published') {
      places.set(id, { title: shownTitle, address: `${site.base}story/${encodeURIComponent(slug)}` })
      continue
    }
    if (!viewer || !mayWork({ role: viewer.role, part: partOf(viewer, row) })) continue
    places.set(id, { title: title || 'Untitled', address: `${site.base}articles/edit?id=${id}` })
  }
  return places
}

function usedIn({ db, viewer }: Ctx, articleIds: string[]) {
  return db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .select(['article.id', 'article.state', 'article.slug', 'article.authorId', 'article.title as shownTitle'])
    .select(['draft.title', coWrittenBy(viewer?.id ?? null)])
    .where('article.id', 'in', articleIds)
    .execute()
}

function usesAny(body: Document, media: Media) {
  return [...mediaOf(body)].some((id) => media.has(id))
}
