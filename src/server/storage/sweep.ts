import { HOUR_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dropPieces } from './uploads.ts'

const LOOSE_MS = 24 * HOUR_MS
const AT_ONCE = 500

/** Uploads that nobody finished give up their pieces; blobs that nothing refers to for a day go. Inside a transaction. */
export async function sweepStorage(ctx: Pick<Ctx, 'db' | 'now' | 'blobs' | 'log'>) {
  const { db, now, blobs, log } = ctx
  const expired = await db
    .selectFrom('upload')
    .selectAll()
    .where('expiresAt', '<', now())
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const upload of expired) {
    await dropPieces(ctx, upload)
    await db.deleteFrom('upload').where('id', '=', upload.id).execute()
  }
  // Whoever would keep one of them meanwhile waits for this, finds its row gone, and fails rather than lose bytes.
  const loose = await db
    .selectFrom('looseBlob')
    .select('blob')
    .where('since', '<', new Date(now().getTime() - LOOSE_MS))
    .orderBy('since')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { blob } of loose) {
    try {
      await blobs.remove(blob)
    } catch (error) {
      // The next sweep tries again; the other chores need not wait for a store that is away.
      log.warn({ err: error, blob }, 'a blob could not be removed')
      continue
    }
    await db.deleteFrom('looseBlob').where('blob', '=', blob).execute()
  }
}
