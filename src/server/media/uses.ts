import type { MediaUse } from '#contract/media.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type Use = { mediaId: string; kind: MediaUse; ref: string }

/** Writes down where a picture is used. Inside the transaction that uses it. */
export async function usePicture({ db }: Pick<Ctx, 'db'>, use: Use) {
  await db
    .insertInto('mediaUse')
    .values(use)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whatever was used in this place is not any more; with `mediaId`, only that. Inside the same transaction. */
export async function stopUsing({ db }: Pick<Ctx, 'db'>, { mediaId, kind, ref }: Omit<Use, 'mediaId'> & Partial<Use>) {
  let query = db.deleteFrom('mediaUse').where('kind', '=', kind).where('ref', '=', ref)
  if (mediaId !== undefined) query = query.where('mediaId', '=', mediaId)
  await query.execute()
}

/** Writes down all that is used in one place; with `more`, besides what was used before. Inside the same transaction. */
export async function setUses(
  { db }: Pick<Ctx, 'db'>,
  { kind, ref }: Omit<Use, 'mediaId'>,
  mediaIds: readonly string[],
  more = false,
) {
  if (mediaIds.length > 0) {
    await db
      .insertInto('mediaUse')
      .columns(['mediaId', 'kind', 'ref'])
      // What has left the library meanwhile is not used, and not held.
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
  if (more) return
  let others = db.deleteFrom('mediaUse').where('kind', '=', kind).where('ref', '=', ref)
  if (mediaIds.length > 0) others = others.where('mediaId', 'not in', mediaIds)
  await others.execute()
}
