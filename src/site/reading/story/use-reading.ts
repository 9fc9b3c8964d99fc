import { useEffect } from 'react'
import type { Story } from '#contract/reading.ts'
import { useApi, useShell } from '#site/page.ts'
import { storyText } from './story-text.ts'

const TICK_MS = 1000
const SHORTEST_SECONDS = 10

/** How long somebody looks at a story at the least who has read it to its end. */
export function secondsToFinish(readingMinutes: number) {
  return Math.max(SHORTEST_SECONDS, (readingMinutes * 60) / 3)
}

/** Whether a visitor has asked that nothing be noted about them. */
export function asksForPrivacy(browser: object = navigator) {
  const doNotTrack: unknown = Reflect.get(browser, 'doNotTrack')
  return doNotTrack === '1' || doNotTrack === 'yes' || Reflect.get(browser, 'globalPrivacyControl') === true
}

/** Tells the server how far a reader came, when they leave, and once when they have finished. */
export function useReading({ id, readingMinutes, walled }: Pick<Story, 'id' | 'readingMinutes' | 'walled'>) {
  const api = useApi()
  const { viewer } = useShell()
  const signedIn = viewer !== null

  useEffect(() => {
    // Where a wall stands nobody comes to the end, and a visitor may ask not to be noted.
    if (walled || (!signedIn && asksForPrivacy())) return
    // The last word is said while the page is left: what says it must be here by then.
    void import('#site/browser/call.ts').catch(() => {})
    let seconds = 0
    let progress = 0
    let finished = false
    let told = 0

    const tell = () => {
      if (progress <= told) return
      told = progress
      // Nobody is waiting for this, and nobody misses it.
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

/** How much of the text has come into the window, in parts of a hundred. */
function partRead() {
  const box = storyText()?.getBoundingClientRect()
  if (!box || box.height === 0) return 0
  // A fraction of a pixel may be left below the last line.
  const part = Math.ceil(((innerHeight - box.top) / box.height) * 100)
  return Math.min(100, Math.max(0, part))
}
