import { NoResultError } from 'kysely'
import pg from 'pg'
import { type AbortReason, TRANSACTION_RETRY_LIMIT } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from './ctx.ts'
import { codeOf } from './errors.ts'
import { newId } from './ids.ts'
import type { Signal } from '#server/platform/cache/cache-tags.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Runs `work` in a transaction. Retries on serialization failures and deadlocks, up to a limit. A row that was deleted
 * since `work` read it is `nodata`.
 */
export async function inTransaction<V extends Viewer | null, Result>(
  ctx: Ctx<V>,
  work: (ctx: Ctx<V>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const invalidated = new Set<Signal>()
    const commit = newId()
    try {
      const result = await ctx.db.transaction().execute(async (db) => {
        const invalidate = (...signals: Signal[]) => signals.forEach((signal) => invalidated.add(signal))
        const done = await work({ ...ctx, db, invalidate })
        // Whatever the person changed, their own pages show it at once.
        if (ctx.viewer) invalidate(`own:${ctx.viewer.id}`)
        await notifyInvalidated(db, invalidated, commit)
        return done
      })
      ctx.dropCached(invalidated, commit)
      return result
    } catch (error) {
      const collided = [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error) ?? '')
      if (isRowGone(error)) {
        ctx.log.warn({ err: error }, 'row deleted during transaction')
        throw new Refusal('nodata', { abort: 'nodata' satisfies AbortReason })
      }
      if (!collided) throw error
      if (attempt > TRANSACTION_RETRY_LIMIT) throw new Refusal('maxretry', { abort: 'maxretry' satisfies AbortReason })
    }
  }
}

/** An update without its row, or a new row that refers to a deleted one. Deleting a row that is in use is a fault. */
function isRowGone(error: unknown) {
  if (error instanceof NoResultError) return true
  return (
    error instanceof pg.DatabaseError &&
    error.code === FOREIGN_KEY_VIOLATION &&
    !error.detail?.includes('still referenced')
  )
}
