import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { releaseBlob } from '#server/storage/blobs.ts'
import { storedHere, updateQuota } from './quota.ts'
import { removeAtService } from './service-media.ts'
import { lockEditable } from './library.ts'
import { updateReferences, describeReferences } from './reference-kinds.ts'
import { type MediaRow, blobsOf, referencesOf } from './queries.ts'

/** Refuses when the media is in use, unless `evenIfUsed`; then the references are removed. */
export async function deleteMedia(ctx: Ctx<Viewer>, id: string, evenIfUsed: boolean) {
  const deleted = await inTransaction(ctx, async (tx) => {
    const row = await lockEditable(tx, id)
    const references = await referencesOf(tx.db, [id])
    if (references.length > 0 && !evenIfUsed) {
      const described = await describeReferences(tx, references)
      throw new Refusal('in-use', { uses: described.map(({ kind, title, address }) => ({ kind, title, address })) })
    }
    await deleteRows(tx, [row])
    await updateQuota(tx, row.ownerId, -storedHere(row))
    return row
  })
  await removeAtService(ctx, [deleted])
  return { deleted: true as const }
}

/** Part of account deletion. Inside a transaction: the caller removes the returned rows' files at the service after it. */
export async function deleteAllMediaOf(tx: Ctx, ownerId: string) {
  const rows = await tx.db.selectFrom('media').selectAll().where('ownerId', '=', ownerId).forUpdate().execute()
  await deleteRows(tx, rows)
  await updateQuota(tx, ownerId, -rows.reduce((sum, row) => sum + storedHere(row), 0))
  return rows
}

async function deleteRows(tx: Ctx, rows: MediaRow[]) {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const references = await referencesOf(tx.db, ids)
  for (const row of rows) await deleteVariants(tx, row)
  await tx.db.deleteFrom('media').where('id', 'in', ids).execute()
  // Once, after all rows: a story that shows a hundred of them is rendered once.
  await updateReferences(tx, ids, references, null)
}

/** Deletes the original's blob and all variants. Inside a transaction. */
export async function deleteVariants(tx: Ctx, { id, blob, address }: MediaRow) {
  if (address !== null) return
  for (const one of [blob, ...(await blobsOf(tx.db, id))]) await releaseBlob(tx, one)
  await tx.db.deleteFrom('mediaVariant').where('mediaId', '=', id).execute()
}
