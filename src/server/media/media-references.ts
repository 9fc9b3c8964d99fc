import type { MediaReferenceKind } from '#contract/media.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type MediaReference = { mediaId: string; kind: MediaReferenceKind; ref: string }

/** Inside the transaction that uses the picture. */
export async function addMediaReference({ db }: Pick<Ctx, 'db'>, reference: MediaReference) {
  await db
    .insertInto('mediaUse')
    .values(reference)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes all references of this target, or only the one to `mediaId`. Inside a transaction. */
export async function removeMediaReferences(
  { db }: Pick<Ctx, 'db'>,
  { mediaId, kind, ref }: Omit<MediaReference, 'mediaId'> & Partial<MediaReference>,
) {
  let query = db.deleteFrom('mediaUse').where('kind', '=', kind).where('ref', '=', ref)
  if (mediaId !== undefined) query = query.where('mediaId', '=', mediaId)
  await query.execute()
}

/** Replaces the references of one target; with `keepOthers`, adds to them. Inside a transaction. */
export async function setMediaReferences(
  { db }: Pick<Ctx, 'db'>,
  { kind, ref }: Omit<MediaReference, 'mediaId'>,
  mediaIds: readonly string[],
  keepOthers = false,
) {
  if (mediaIds.length > 0) {
    await db
      .insertInto('mediaUse')
      .columns(['mediaId', 'kind', 'ref'])
      // Media that was deleted in the meantime is skipped.
      .expression((eb) =>
        eb
          .selectFrom('media')
          .select((from) => ['media.id', from.val(kind).as('kind'), from.val(ref).as('ref')])
          .where('media.id', 'in', [...new Set(mediaIds)])
          .forKeyShare(),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (keepOthers) return
  let others = db.deleteFrom('mediaUse').where('kind', '=', kind).where('ref', '=', ref)
  if (mediaIds.length > 0) others = others.where('mediaId', 'not in', mediaIds)
  await others.execute()
}
