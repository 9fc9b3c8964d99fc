import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { allOf, createWorker } from '#server/platform/jobs/worker.ts'
import { countEngagement } from './count-engagement.ts'
import { findRelated } from './find-related.ts'
import { makeForYou } from './make-for-you.ts'
import { DISCOVERY } from './notice.ts'

/** Makes the lists that pages read. */
export function createChoosing(ctx: Ctx) {
  return createWorker(ctx, {
    everyMs: 10 * SECOND_MS,
    trouble: 'a round of discovery failed',
    wakes: DISCOVERY,
    round: allOf(ctx, countEngagement, findRelated, makeForYou),
  })
}
