import { useEffect } from 'react'
import type { Story } from '#contract/reading.ts'
import { useApi, useShell } from '#site/page.ts'
import { storyText } from '#site/stories/story-element.ts'

const TICK_MS = 1000
const SHORTEST_SECONDS = 10

/** The minimum time to count a story as finished. */
function secondsToFinish(readingMinutes: number) {
  return Math.max(SHORTEST_SECONDS, (readingMinutes * 60) / 3)
}

/** Do Not Track or Global Privacy Control. */
function asksForPrivacy(browser: object = navigator) {
  const doNotTrack: unknown = Reflect.get(browser, 'doNotTrack')
  return doNotTrack === '1' || doNotTrack === 'yes' || Reflect.get(browser, 'globalPrivacyControl') === true
}

/** Reports reading progress on leaving the page, and once when the story is finished. */
export function useReading({ id, readingMinutes, walled }: Pick<Story, 'id' | 'readingMinutes' | 'walled'>) {
  const api = useApi()
  const { viewer } = useShell()
  const signedIn = viewer !== null

  useEffect(() => {
    // A preview has no end, and visitors can opt out.
    if (walled || (!signedIn && asksForPrivacy())) return
    // Loaded ahead: there is no time for it while the page unloads.
    void import('#site/browser/call.ts').catch(() => {})
    let seconds = 0
    let progress = 0
    let finished = false
    let told = 0

    const tell = () => {
      if (progress <= told) return
      told = progress
      // Best effort.
      api('POST /api/stories/{ref}/reading', { params: { ref: id }, body: { progress, finished } }).catch(() => {})
    }
    const look = () => {
      if (document.visibilityState !== 'visible') return
      seconds += 1
      progress = Math.max(progress, partRead())
      if (finished || progress < 100 || seconds < secondsToFinish(readingMinutes)) return
      finished = true
      told = 0
      tell()
    }
    const leave = () => document.visibilityState === 'hidden' && tell()

    const timer = setInterval(look, TICK_MS)
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', tell)
      tell()
    }
  }, [api, id, readingMinutes, signedIn, walled])
}

/** The visible part of the text so far, in percent. */
function partRead() {
  const box = storyText()?.getBoundingClientRect()
  if (!box || box.height === 0) return 0
  // Tolerates subpixel rounding.
  const part = Math.ceil(((innerHeight - box.top) / box.height) * 100)
  return Math.min(100, Math.max(0, part))
}
