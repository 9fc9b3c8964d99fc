import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { dropBlob } from '#server/storage/blobs.ts'
import { countChange } from './count.ts'
import { changeable } from './library.ts'
import { putEverywhere, showUses } from './places.ts'
import { type MediaRow, blobsOf, usesOf } from './queries.ts'

/** What is used stays, unless the viewer has said that they know; then the places go without. */
export function removeMedia(ctx: Ctx<Viewer>, id: string, evenIfUsed: boolean) {
  return inTransaction(ctx, async (tx) => {
    const row = await changeable(tx, id)
    const uses = await usesOf(tx.db, [id])
    if (uses.length > 0 && !evenIfUsed) {
      const shown = await showUses(tx, uses)
      throw new Refusal('in-use', { uses: shown.map(({ kind, title, address }) => ({ kind, title, address })) })
    }
    await erase(tx, [row])
    await countChange(tx, row.ownerId, -row.size)
    return { deleted: true as const }
  })
}

/** Nothing of somebody who left stays behind. Inside a transaction. */
export async function removeAllOf(tx: Ctx, ownerId: string) {
  const rows = await tx.db.selectFrom('media').selectAll().where('ownerId', '=', ownerId).forUpdate().execute()
  await erase(tx, rows)
  await countChange(tx, ownerId, -rows.reduce((sum, { size }) => sum + size, 0))
}

async function erase(tx: Ctx, rows: MediaRow[]) {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const uses = await usesOf(tx.db, ids)
  for (const row of rows) await forgetVariants(tx, row)
  await tx.db.deleteFrom('media').where('id', 'in', ids).execute()
  // Afterwards, and once: a text that shows a hundred of them is made anew a single time.
  await putEverywhere(tx, ids, uses, null)
}

/** All the bytes of it, as it was until now. Inside a transaction. */
export async function forgetVariants(tx: Ctx, { id, blob }: MediaRow) {
  for (const one of [blob, ...(await blobsOf(tx.db, id))]) await dropBlob(tx, one)
  await tx.db.deleteFrom('mediaVariant').where('mediaId', '=', id).execute()
}
