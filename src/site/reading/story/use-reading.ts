import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { SECOND_MS, secondsToFinish } from '#contract/constants.ts'
import type { Story } from '#contract/reading.ts'
import { asksForPrivacy } from '#site/browser/privacy-choice.ts'
import { useApi, useShell } from '#site/page.ts'
import { readGift } from '#site/paywall/read-gift.ts'
import { storyText } from '#site/stories/story-element.ts'

const TICK_MS = SECOND_MS
/** The clock of the server may run differently. */
const MARGIN_MS = SECOND_MS
/** After a report that failed. Doubled each time. */
const RETRY_MS = 10 * SECOND_MS
const MAX_RETRIES = 5

type Report = 'unreported' | 'reporting' | 'reported'

/** Reports reading progress on leaving the page, and that the story is finished until the server has counted it. */
export function useReading({ id, readingMinutes, walled }: Pick<Story, 'id' | 'readingMinutes' | 'walled'>) {
  const api = useApi()
  const { viewer } = useShell()
  const signedIn = viewer !== null
  const gift = readGift(useLocation().search)

  useEffect(() => {
    // A preview has no end, and visitors can opt out.
    if (walled || (!signedIn && asksForPrivacy())) return
    // Loaded ahead: there is no time for it while the page unloads.
    void import('#site/browser/call.ts').catch(() => {})
    const minimum = secondsToFinish(readingMinutes)
    let visibleSeconds = 0
    let progress = 0
    let reportedProgress = 0
    // Of visitors, the server keeps no start.
    let start: Report = signedIn ? 'unreported' : 'reported'
    let finish: Report = 'unreported'
    let startedAt = performance.now()
    let retries = 0
    let retryAt = 0

    const report = (body: { progress: number; finished: boolean; gift?: string }) =>
      api('POST /api/stories/{ref}/reading', { params: { ref: id }, body })

    function retryLater(waitMs = RETRY_MS * 2 ** retries) {
      retryAt = retries < MAX_RETRIES ? performance.now() + waitMs : Number.POSITIVE_INFINITY
      retries += 1
    }

    async function reportStart() {
      start = 'reporting'
      try {
        await report({ progress: 0, finished: false })
        // The server measures from the report, which may have waited for code and a token.
        startedAt = performance.now()
        start = 'reported'
        retries = 0
      } catch {
        start = 'unreported'
        retryLater()
      }
    }

    async function reportFinish() {
      finish = 'reporting'
      reportedProgress = progress
      try {
        const { waitSeconds } = await report({ progress, finished: true, ...(gift !== null && { gift }) })
        finish = waitSeconds === undefined ? 'reported' : 'unreported'
        // Another story that was finished meanwhile has taken the time.
        if (waitSeconds !== undefined) retryLater(waitSeconds * SECOND_MS + MARGIN_MS)
      } catch {
        finish = 'unreported'
        reportedProgress = 0
        retryLater()
      }
    }

    function reportProgress() {
      if (progress <= reportedProgress) return
      reportedProgress = progress
      // Best effort.
      report({ progress, finished: false }).catch(() => {})
    }

    function look() {
      if (document.visibilityState !== 'visible') return
      const now = performance.now()
      progress = Math.max(progress, partRead())
      if (start === 'reported') visibleSeconds += 1
      if (start === 'unreported' && now >= retryAt) void reportStart()
      const isDue = visibleSeconds >= minimum && now - startedAt >= minimum * SECOND_MS + MARGIN_MS
      if (finish === 'unreported' && progress === 100 && isDue && now >= retryAt) void reportFinish()
    }
    const leave = () => document.visibilityState === 'hidden' && reportProgress()

    const timer = setInterval(look, TICK_MS)
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', reportProgress)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', reportProgress)
      reportProgress()
    }
  }, [api, gift, id, readingMinutes, signedIn, walled])
}

/** The visible part of the text so far, in percent. */
function partRead() {
  const box = storyText()?.getBoundingClientRect()
  if (!box || box.height === 0) return 0
  // Tolerates subpixel rounding.
  const part = Math.ceil(((innerHeight - box.top) / box.height) * 100)
  return Math.min(100, Math.max(0, part))
}
