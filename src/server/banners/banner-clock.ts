import { DAY_MS } from '#contract/constants.ts'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createProcessClock } from '#server/platform/jobs/process-clock.ts'
import { nextStartOrEnd } from './queries.ts'

type Needs = Pick<Ctx, 'db' | 'now' | 'log'>

/**
 * Drops the cached pages of this process when an announcement starts or ends, and when a day begins with another sign-in
 * picture.
 */
export function createBannerClock(ctx: Needs, invalidate: (tags: CacheTag[]) => void) {
  return createProcessClock(ctx, {
    failure: 'start or end of announcements not checked',
    wakeOn: 'announcements',
    async check(since, time) {
      const due: CacheTag[] = []
      const next = await nextStartOrEnd(ctx.db, since)
      if (next && next <= time) due.push('announcements')
      if (dayOf(time) !== dayOf(since)) due.push('sign-in-pictures')
      if (due.length > 0) {
        invalidate(due)
        // More may have been due, and the next time is not known.
        return time
      }
      const midnight = new Date((dayOf(time) + 1) * DAY_MS)
      return next && next < midnight ? next : midnight
    },
  })
}

function dayOf(time: Date) {
  return Math.floor(time.getTime() / DAY_MS)
}
