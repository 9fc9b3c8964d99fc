import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Media } from '#contract/media.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { putEverywhere } from './places.ts'
import { mayChange, mayLookThroughAll, maySee } from './policy.ts'
import { presentAll, presentOne } from './present.ts'
import { library, lockMedia, mediaById, usesOf } from './queries.ts'

type Wanted = {
  before?: string | undefined
  limit: number
  q?: string | undefined
  kind?: 'picture' | 'file' | undefined
  of: 'me' | 'everybody'
}

export async function listMedia(ctx: Ctx<Viewer>, { before, limit, q, kind, of }: Wanted): Promise<PageOf<Media>> {
  const { db, viewer } = ctx
  if (of === 'everybody' && !mayLookThroughAll(viewer)) throw new Refusal('not-allowed')
  const cursor = timeCursor.read(before)
  const rows = await library(db, {
    ownerId: of === 'me' ? viewer.id : null,
    q: q?.trim(),
    kind,
    before: cursor && { at: cursor[0], id: cursor[1] },
    limit: limit + 1,
  })
  const { shown, next } = timeCursor.cut(rows, limit, (last) => [last.createdAt, last.id])
  return { items: await presentAll(ctx, shown), next }
}

export async function getMedia(ctx: Ctx<Viewer>, id: string): Promise<Media> {
  const row = await mediaById(ctx.db, id)
  if (!row || !maySee(ctx.viewer, row)) throw new Refusal('not-found')
  return presentOne(ctx, row)
}

type Change = { name?: string | undefined; alt?: string | undefined }

/** New words for a picture reach the places where it is used. */
export function changeMedia(ctx: Ctx<Viewer>, id: string, { name, alt }: Change): Promise<Media> {
  return inTransaction(ctx, async (tx) => {
    const before = await changeable(tx, id)
    const row = { ...before, name: name ?? before.name, alt: alt ?? before.alt, updatedAt: tx.now() }
    await tx.db
      .updateTable('media')
      .set({ name: row.name, alt: row.alt, updatedAt: row.updatedAt })
      .where('id', '=', id)
      .execute()
    if (row.kind === 'picture' && row.alt !== before.alt) await putEverywhere(tx, [id], await usesOf(tx.db, [id]), row)
    return presentOne(tx, row)
  })
}

/** The row, locked, if this viewer may change it; what they may not even see is not there. Inside a transaction. */
export async function changeable({ db, viewer }: Ctx<Viewer>, id: string) {
  const row = await lockMedia(db, id)
  if (!row || !maySee(viewer, row)) throw new Refusal('not-found')
  if (!mayChange(viewer, row)) throw new Refusal('not-allowed')
  return row
}
