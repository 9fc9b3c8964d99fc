import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { runEach, createWorker } from '#server/platform/jobs/worker.ts'
import { countEngagement } from './count-engagement.ts'
import { findRelated } from './find-related.ts'
import { refreshNextRecommendations } from './refresh-recommendations.ts'
import { DISCOVERY } from './story-ranks.ts'

export function createDiscoveryWorker(ctx: Ctx) {
  return createWorker(ctx, {
    everyMs: 10 * SECOND_MS,
    // Stories that are published together are often related to the same ones.
    restMs: 5 * SECOND_MS,
    failure: 'discovery job failed',
    wakeOn: DISCOVERY,
    run: runEach(ctx, countEngagement, findRelated, refreshNextRecommendations),
  })
}
