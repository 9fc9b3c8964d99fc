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
