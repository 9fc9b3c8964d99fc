import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { setHeader } from '#server/people/profile-pictures.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pictureOf } from './picture.ts'
import { lockMedia } from './queries.ts'
import { setMediaReferences } from './media-references.ts'

/** Sets the viewer's header picture to one of their own, or removes it. Inside a transaction. */
export async function setHeaderPicture(tx: Ctx<Viewer>, mediaId: string | null) {
  const { id } = tx.viewer
  const row = mediaId === null ? null : await lockMedia(tx.db, mediaId)
  if (row !== null && (row?.ownerId !== id || row.kind !== 'picture')) throw new Refusal('not-found')
  await setMediaReferences(tx, { kind: 'header', ref: id }, row ? [row.id] : [])
  await setHeader(tx, id, row && pictureOf(row))
}
