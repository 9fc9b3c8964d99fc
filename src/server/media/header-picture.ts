import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { setHeader } from '#server/people/profile-pictures.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pictureOf } from './picture.ts'
import { lockMedia } from './queries.ts'
import { setUses } from './uses.ts'

/** The picture at the head of one's profile: one of one's own, or none. Inside a transaction. */
export async function chooseHeader(tx: Ctx<Viewer>, mediaId: string | null) {
  const { id } = tx.viewer
  const row = mediaId === null ? null : await lockMedia(tx.db, mediaId)
  if (row !== null && (row?.ownerId !== id || row.kind !== 'picture')) throw new Refusal('not-found')
  await setUses(tx, { kind: 'header', ref: id }, row ? [row.id] : [])
  await setHeader(tx, id, row && pictureOf(row))
}
