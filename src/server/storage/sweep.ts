import { HOUR_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { releaseChunks } from './uploads.ts'

const GRACE_MS = 24 * HOUR_MS
const BATCH_SIZE = 500

/** Deletes expired uploads and blobs that were unreferenced for a day. Call inside a transaction. */
export async function sweepStorage(ctx: Pick<Ctx, 'db' | 'now' | 'blobs' | 'log'>) {
  const { db, now, blobs, log } = ctx
  const expired = await db
    .selectFrom('upload')
    .selectAll()
    .where('expiresAt', '<', now())
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const upload of expired) {
    await releaseChunks(ctx, upload)
    await db.deleteFrom('upload').where('id', '=', upload.id).execute()
  }
  // A concurrent attachBlob waits for this lock, finds its row gone, and fails rather than reference deleted bytes.
  const unreferenced = await db
    .selectFrom('looseBlob')
    .select('blob')
    .where('since', '<', new Date(now().getTime() - GRACE_MS))
    .orderBy('since')
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { blob } of unreferenced) {
    try {
      await blobs.remove(blob)
    } catch (error) {
      // The next sweep retries. Other jobs must not wait for an unavailable store.
      log.warn({ err: error, blob }, 'blob deletion failed')
      continue
    }
    await db.deleteFrom('looseBlob').where('blob', '=', blob).execute()
  }
}
