import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createWorker } from '#server/platform/jobs/worker.ts'
import { settleDueGifts } from './settle-gifts.ts'

/** Pays gifts to authors once they can no longer be undone. No signal wakes it: a new gift is not due yet. */
export function createBerryGiftWorker(ctx: Ctx) {
  return createWorker(ctx, {
    name: 'berry-gifts',
    everyMs: 5 * SECOND_MS,
    failure: 'gifts of berries not settled',
    run: (closed, failItem) => settleDueGifts(ctx, closed, failItem),
  })
}
