import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createWorker, runEach } from '#server/platform/jobs/worker.ts'
import { PERSON_EXPORTS, makeNextExport } from './export/exports.ts'

export function createExportWorker(ctx: Ctx) {
  return createWorker(ctx, {
    name: 'person-exports',
    everyMs: MINUTE_MS,
    restMs: SECOND_MS,
    failure: 'export job failed',
    wakeOn: PERSON_EXPORTS,
    run: runEach(ctx, makeNextExport),
  })
}
