import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { allOf, createWorker } from '#server/platform/jobs/worker.ts'
import { countEngagement } from './count-engagement.ts'
import { findRelated } from './find-related.ts'
import { refreshNextRecommendations } from './recommend.ts'
import { DISCOVERY } from './ranks.ts'

export function createDiscoveryWorker(ctx: Ctx) {
  return createWorker(ctx, {
    everyMs: 10 * SECOND_MS,
    trouble: 'discovery job failed',
    wakes: DISCOVERY,
    round: allOf(ctx, countEngagement, findRelated, refreshNextRecommendations),
  })
}
