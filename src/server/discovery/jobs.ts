import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { runEach, createWorker } from '#server/platform/jobs/worker.ts'
import { countEngagement } from './count-engagement.ts'
import { findRelated } from './find-related.ts'
import { refreshNextRecommendations } from './refresh-recommendations.ts'
import { DISCOVERY } from './story-ranks.ts'

export function createDiscoveryWorker(ctx: Ctx) {
  return createWorker(ctx, {
    name: 'discovery',
    everyMs: 10 * SECOND_MS,
    restMs: 5 * SECOND_MS,
    failure: 'discovery job failed',
    wakeOn: DISCOVERY,
    run: runEach(ctx, countEngagement, refreshNextRecommendations),
  })
}

export function createRelatedWorker(ctx: Ctx) {
  return createWorker(ctx, {
    name: 'related-stories',
    everyMs: MINUTE_MS,
    // Stories that are published together are often related to the same ones, which are then processed once.
    restMs: 30 * SECOND_MS,
    failure: 'search for related stories failed',
    wakeOn: DISCOVERY,
    run: runEach(ctx, findRelated),
  })
}
