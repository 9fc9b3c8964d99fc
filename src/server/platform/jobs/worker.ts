import type { WorkerSignal } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Reports an item that failed in a run that goes on, by its kind and id. */
export type FailItem = (error: unknown, item: string | null) => void

/** Does the work that is due, and checks `closed` between two items. */
export type Run = (closed: () => boolean, failItem: FailItem) => Promise<void>

type Options = {
  name: string
  everyMs: number
  /** The time between two runs that signals start. Signals in the meantime share the next run. */
  restMs?: number
  failure: string
  run: Run
  /** Without it, the job runs every few seconds only. */
  wakeOn?: WorkerSignal
}

type WorkerCtx = Pick<Ctx, 'log' | 'now' | 'jobs'>

/**
 * Runs a job in every process: every few seconds, and when a transaction in any process sent its signal: at once, or
 * after the rest. Processes share the work because each item is a row, done by the process that locks it.
 */
export function createWorker(
  { log, now, jobs }: WorkerCtx,
  { name, everyMs, restMs = 0, failure, run, wakeOn }: Options,
) {
  let closed = false
  let working = Promise.resolve()
  let queued = false
  let signalled = false
  let resting: NodeJS.Timeout | null = null
  const job = jobs.track(name, 'worker', () => wake())
  const timer = setInterval(() => void wake(), everyMs)
  timer.unref()

  /** Resolves when a run that started after this call has ended. */
  function wake(): Promise<void> {
    if (queued || closed) return working
    queued = true
    working = working.then(start).catch((error: unknown) => log.error({ err: error }, failure))
    return working
  }

  function start() {
    queued = false
    job.setNextRun(new Date(now().getTime() + everyMs))
    return job.run(() => run(() => closed, job.failItem))
  }

  function wakeRested() {
    signalled = resting !== null
    if (signalled) return
    void wake()
    resting = setTimeout(() => {
      resting = null
      if (signalled) wakeRested()
    }, restMs)
    resting.unref()
  }

  return {
    wake,
    onSignals(signals: readonly string[]) {
      if (wakeOn && signals.includes(wakeOn) && !closed) wakeRested()
    },
    async close() {
      closed = true
      clearInterval(timer)
      if (resting) clearTimeout(resting)
      await working
    },
  }
}

/** Runs each step until it has nothing left to do. */
export function runEach(ctx: Ctx, ...steps: ((ctx: Ctx, failItem: FailItem) => Promise<boolean>)[]): Run {
  return async (closed, failItem) => {
    for (const step of steps) while (!closed() && (await step(ctx, failItem)));
  }
}
