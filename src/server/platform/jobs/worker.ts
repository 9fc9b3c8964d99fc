import type { WorkerSignal } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Does the work that is due, and checks `closed` between two items. */
export type Run = (closed: () => boolean) => Promise<void>

type Options = {
  everyMs: number
  /** The time between two runs that signals start. Signals in the meantime share the next run. */
  restMs: number
  failure: string
  run: Run
  wakeOn: WorkerSignal
}

/**
 * Runs a job in every process: every few seconds, and when a transaction in any process sent its signal: at once, or
 * after the rest. Processes share the work because each item is a row, done by the process that locks it.
 */
export function createWorker({ log }: Pick<Ctx, 'log'>, { everyMs, restMs, failure, run, wakeOn }: Options) {
  let closed = false
  let working = Promise.resolve()
  let queued = false
  let signalled = false
  let resting: NodeJS.Timeout | null = null
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
    return run(() => closed)
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
      if (signals.includes(wakeOn) && !closed) wakeRested()
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
export function runEach(ctx: Ctx, ...steps: ((ctx: Ctx) => Promise<boolean>)[]): Run {
  return async (closed) => {
    for (const step of steps) while (!closed() && (await step(ctx)));
  }
}
