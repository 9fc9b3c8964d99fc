import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { AVATAR_WIDTH, pictureOf } from './picture.ts'
import { setAvatarPicture } from './reference-kinds.ts'
import { lockMedia } from './queries.ts'
import { removeMediaReferences, addMediaReference } from './media-references.ts'

/** Sets the viewer's profile picture to one of their own, or removes it. */
export function setProfilePicture(ctx: Ctx<Viewer>, mediaId: string | null) {
  return inTransaction(ctx, async (tx) => {
    const place = { kind: 'avatar' as const, ref: tx.viewer.id }
    await removeMediaReferences(tx, place)
    const row = mediaId === null ? null : await lockMedia(tx.db, mediaId)
    if (row !== null && (row?.ownerId !== tx.viewer.id || row.kind !== 'picture')) throw new Refusal('not-found')
    if (row) await addMediaReference(tx, { mediaId: row.id, ...place })
    await setAvatarPicture(tx, tx.viewer.id, row)
    return { avatar: row && pictureWithBase(tx.site.base, pictureOf(row, AVATAR_WIDTH)) }
  })
}
