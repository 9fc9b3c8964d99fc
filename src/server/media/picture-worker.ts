import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { formatsOf, widthsOf } from './picture.ts'
import { type MediaRow, mediaById } from './queries.ts'
import { ensureVariant } from './variants.ts'

const ABANDONED_MS = MINUTE_MS
const POLL_MS = MINUTE_MS / 2
const BATCH_SIZE = 10

export type PictureWorker = ReturnType<typeof createPictureWorker>

/** Creates the variants of new pictures, one picture at a time, and resumes pictures that a crashed process abandoned. */
export function createPictureWorker(ctx: Ctx) {
  const { db, log, now } = ctx
  let closed = false
  let working: Promise<unknown> = Promise.resolve()
  const job = ctx.jobs.track('pictures', 'worker', () => enqueue(resumeAbandoned))
  const timer = setInterval(() => void enqueue(resumeAbandoned), POLL_MS)
  timer.unref()

  function enqueue(task: () => Promise<unknown>) {
    job.setNextRun(new Date(now().getTime() + POLL_MS))
    working = working
      .then(() => job.run(task))
      .catch((error: unknown) => log.error({ err: error }, 'picture processing failed'))
    return working
  }

  /** Creates every variant of one picture, unless it is ready. */
  async function processPicture(id: string) {
    const row = await mediaById(db, id)
    if (closed || row?.state !== 'processing') return
    try {
      for (const width of widthsOf(row)) {
        for (const format of formatsOf(row)) {
          await ensureVariant(ctx, row, { width, format })
          if (closed) return
        }
        await touch(row, {})
      }
      await touch(row, { state: 'ready' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // When it was replaced or deleted, there is no state to update.
      if (error.code !== 'broken-file') return
      job.failItem(error, `picture:${id}`)
      await touch(row, { state: 'failed' })
    }
  }

  function touch({ id, blob }: MediaRow, change: { state?: string }) {
    const current = db.updateTable('media').where('id', '=', id).where('blob', '=', blob)
    return current.set({ ...change, updatedAt: now() }).execute()
  }

  /** Processes failed pictures again, in this process. Returns the ids of those that exist. */
  async function retry(ids: readonly string[]) {
    const retried = await db
      .updateTable('media')
      .set({ state: 'processing', updatedAt: now() })
      .where('id', 'in', ids)
      .where('state', '=', sql.lit('failed'))
      .returning('id')
      .execute()
    for (const { id } of retried) void enqueue(() => processPicture(id))
    return new Set(retried.map(({ id }) => id))
  }

  /** Claims pictures that were not touched for a minute. The claim, a new `updatedAt`, lasts as long. */
  async function resumeAbandoned() {
    const abandoned = await db
      .updateTable('media')
      .set({ updatedAt: now() })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('media')
          .select('id')
          .where('state', '=', sql.lit('processing'))
          .where('updatedAt', '<', new Date(now().getTime() - ABANDONED_MS))
          .orderBy('updatedAt')
          .limit(BATCH_SIZE)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute()
    for (const { id } of abandoned) await processPicture(id)
    return abandoned.length
  }

  return {
    enqueue: (id: string) => void enqueue(() => processPicture(id)),
    retry,
    resumeAbandoned,
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}
