import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { AVATAR_WIDTH, pictureOf } from './picture.ts'
import { putAvatar } from './places.ts'
import { lockMedia } from './queries.ts'
import { stopUsing, usePicture } from './uses.ts'

/** The picture of one's profile: one of one's own, or none. */
export function setProfilePicture(ctx: Ctx<Viewer>, mediaId: string | null) {
  return inTransaction(ctx, async (tx) => {
    const place = { kind: 'avatar' as const, ref: tx.viewer.id }
    await stopUsing(tx, place)
    const row = mediaId === null ? null : await lockMedia(tx.db, mediaId)
    if (row !== null && (row?.ownerId !== tx.viewer.id || row.kind !== 'picture')) throw new Refusal('not-found')
    if (row) await usePicture(tx, { mediaId: row.id, ...place })
    await putAvatar(tx, tx.viewer.id, row)
    return { avatar: row && pictureAt(tx.site.base, pictureOf(row, AVATAR_WIDTH)) }
  })
}
