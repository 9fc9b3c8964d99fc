import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Media } from '#contract/media.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listAltTexts } from '#server/articles/alt-texts.ts'
import { updateReferences } from './reference-kinds.ts'
import { mayChange, mayListAll, maySee } from './policy.ts'
import { presentAll, presentOne } from './present.ts'
import { listLibrary, lockMedia, mediaById, referencesOf } from './queries.ts'

type LibraryQuery = {
  before?: string | undefined
  limit: number
  q?: string | undefined
  kind?: 'picture' | 'file' | undefined
  of: 'me' | 'everybody'
}

export async function listMedia(
  ctx: Ctx<Viewer>,
  { before, limit, q, kind, of }: LibraryQuery,
): Promise<PageOf<Media>> {
  const { db, viewer } = ctx
  if (of === 'everybody' && !mayListAll(viewer)) throw new Refusal('not-allowed')
  const cursor = timeCursor.read(before)
  const rows = await listLibrary(db, {
    ownerId: of === 'me' ? viewer.id : null,
    q: q?.trim(),
    kind,
    before: cursor && { at: cursor[0], id: cursor[1] },
    limit: limit + 1,
  })
  const { shown, next } = timeCursor.paginate(rows, limit, (last) => [last.createdAt, last.id])
  return { items: await presentAll(ctx, shown), next }
}

export async function getMedia(ctx: Ctx<Viewer>, id: string): Promise<Media> {
  const row = await mediaById(ctx.db, id)
  if (!row || !maySee(ctx.viewer, row)) throw new Refusal('not-found')
  return presentOne(ctx, row)
}

/** Suggestions for a picture without a description, from the stories that this viewer can edit. */
export async function listAltTextsInStories(ctx: Ctx<Viewer>, id: string): Promise<string[]> {
  const row = await mediaById(ctx.db, id)
  if (!row || !maySee(ctx.viewer, row)) throw new Refusal('not-found')
  const references = await referencesOf(ctx.db, [id])
  const inStories = references.filter(({ kind }) => kind === 'article' || kind === 'cover')
  const articleIds = [...new Set(inStories.map(({ ref }) => ref))]
  return articleIds.length === 0 ? [] : listAltTexts(ctx, id, articleIds)
}

type Change = { name?: string | undefined; alt?: string | undefined }

/** A new alt text is copied to every reference. */
export function updateMedia(ctx: Ctx<Viewer>, id: string, { name, alt }: Change): Promise<Media> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockEditable(tx, id)
    const row = { ...before, name: name ?? before.name, alt: alt ?? before.alt, updatedAt: tx.now() }
    await tx.db
      .updateTable('media')
      .set({ name: row.name, alt: row.alt, updatedAt: row.updatedAt })
      .where('id', '=', id)
      .execute()
    if (row.kind === 'picture' && row.alt !== before.alt)
      await updateReferences(tx, [id], await referencesOf(tx.db, [id]), row)
    return presentOne(tx, row)
  })
}

/** The row, locked, if this viewer may change it. `not-found` if they may not see it. Inside a transaction. */
export async function lockEditable({ db, viewer }: Ctx<Viewer>, id: string) {
  const row = await lockMedia(db, id)
  if (!row || !maySee(viewer, row)) throw new Refusal('not-found')
  if (!mayChange(viewer, row)) throw new Refusal('not-allowed')
  return row
}
