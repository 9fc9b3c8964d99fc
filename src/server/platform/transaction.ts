import { TRANSACTION_RETRY_LIMIT } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from './ctx.ts'
import { codeOf } from './errors.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/** Everything in `work` happens or nothing does. Tried again while others get in the way, up to a limit. */
export async function inTransaction<V extends Viewer | null, Result>(
  ctx: Ctx<V>,
  work: (ctx: Ctx<V>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const touched = new Set<string>()
    try {
      const result = await ctx.db.transaction().execute(async (db) => {
        const done = await work({ ...ctx, db, invalidate: (...names) => names.forEach((name) => touched.add(name)) })
        await notifyInvalidated(db, touched)
        return done
      })
      ctx.dropCached(touched)
      return result
    } catch (error) {
      const collided = [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error) ?? '')
      if (!collided) throw error
      if (attempt > TRANSACTION_RETRY_LIMIT) throw new Refusal('maxretry')
    }
  }
}
