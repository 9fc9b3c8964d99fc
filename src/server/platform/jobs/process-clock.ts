import { SECOND_MS } from '#contract/constants.ts'
import type { CacheTag, WorkerSignal } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const POLL_MS = 30 * SECOND_MS

type Needs = Pick<Ctx, 'now' | 'log'>
type Options = {
  /** The message in the log when a check fails. */
  failure: string
  wakeOn: CacheTag | WorkerSignal
  /** Applies all times after `since` up to `time`, and returns when to check again, if that is known. */
  check(since: Date, time: Date): Promise<Date | null>
}

/**
 * Runs in every process, for what changes in its memory because time passes: nothing is written then, so no signal
 * arrives. It sleeps until the next time, wakes on a signal, and polls in case a notification was lost.
 */
export function createProcessClock({ now, log }: Needs, { failure, wakeOn, check }: Options) {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  /** All times up to this moment have taken effect. */
  let checked = now()

  function wake(): Promise<void> {
    running = running.then(run).catch((error: unknown) => {
      log.error({ err: error }, failure)
      sleep(POLL_MS)
    })
    return running
  }

  function sleep(ms: number) {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void wake(), Math.min(Math.max(ms, 1), POLL_MS))
    timer.unref()
  }

  async function run() {
    if (closed) return
    // Before the check: what is committed during it, with a time in a moment, is found next time.
    const time = now()
    const next = await check(checked, time)
    checked = time
    sleep((next?.getTime() ?? Infinity) - time.getTime())
  }

  return {
    wake,
    /** Called with the signals of every commit, in any process. */
    onSignals(signals: readonly string[]) {
      if (signals.includes(wakeOn)) void wake()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
