import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createWorker, runEach } from '#server/platform/jobs/worker.ts'
import { carryNextChange } from './carry-changes.ts'
import type { TopicStores } from './topic-stores.ts'

export function createTopicChangeWorker(ctx: Ctx, stores: TopicStores) {
  return createWorker(ctx, {
    name: 'topic-changes',
    everyMs: MINUTE_MS,
    restMs: SECOND_MS,
    failure: 'merge or rename of a topic failed',
    wakeOn: 'topic-changes',
    run: runEach(ctx, (each) => carryNextChange(each, stores)),
  })
}
