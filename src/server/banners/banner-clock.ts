import { DAY_MS, SECOND_MS } from '#contract/constants.ts'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { nextStartOrEnd } from './queries.ts'

const POLL_MS = 30 * SECOND_MS

type Needs = Pick<Ctx, 'db' | 'now' | 'log'>

/**
 * Drops the cached pages of this process when an announcement starts or ends, and when a day begins with another sign-in
 * picture. Nothing is written then, so every process has its own clock: it sleeps until the next time, wakes when an
 * announcement changes, and polls in case a notification was lost.
 */
export function createBannerClock({ db, now, log }: Needs, invalidate: (tags: CacheTag[]) => void) {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  /** All times up to this moment have taken effect. */
  let checked = now()

  function wake(): Promise<void> {
    running = running.then(check).catch((error: unknown) => {
      log.error({ err: error }, 'start or end of announcements not checked')
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

  async function check() {
    if (closed) return
    const due: CacheTag[] = []
    const since = checked
    // Before the query: what is committed during it, with a start in a moment, is found next time.
    const time = now()
    const next = await nextStartOrEnd(db, since)
    if (next && next <= time) due.push('announcements')
    if (dayOf(time) !== dayOf(since)) due.push('sign-in-pictures')
    checked = time
    if (due.length > 0) {
      invalidate(due)
      // More may have been due, and the next time is not known.
      return sleep(0)
    }
    const midnight = (dayOf(time) + 1) * DAY_MS
    sleep(Math.min(next?.getTime() ?? Infinity, midnight) - time.getTime())
  }

  return {
    wake,
    /** Called with the signals of every commit, in any process. */
    onSignals(signals: readonly string[]) {
      if (signals.includes('announcements')) void wake()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}

function dayOf(time: Date) {
  return Math.floor(time.getTime() / DAY_MS)
}
