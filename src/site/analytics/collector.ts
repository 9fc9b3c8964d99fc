import type { AnalyticsEvent } from '#contract/analytics/events.ts'
import { DEPTH_PARTS } from '#contract/analytics/limits.ts'
import { ID_LENGTH, SECOND_MS, secondsToFinish } from '#contract/constants.ts'
import type { TrackedEvent } from './track.ts'
import { trackedPath } from './tracked-pages.ts'
import { measureVitals } from './web-vitals.ts'

const PROGRESS_SECONDS = 15
const MAX_HOST = 200
const MAX_UTM = 100

type Origin = Pick<Extract<AnalyticsEvent, { kind: 'view' }>, 'referrer' | 'utm'>
type Details<Event> = Event extends { story: string }
  ? Omit<Event, 'id' | 'at' | 'path'>
  : Event extends unknown
    ? Omit<Event, 'id' | 'at' | 'path' | 'story'>
    : never

type Options = {
  base: string
  /** The `DocumentView` of the document. */
  view: string | undefined
  sender: { add(event: AnalyticsEvent): void; flush(send?: 'now' | 'retry'): void }
}

/** Records what happens in this document: views, reading and Core Web Vitals, and what the app reports. */
export function startCollector({ base, view, sender }: Options) {
  // The page that is shown. Nothing is recorded while there is none.
  let path: string | null = null
  let story: string | undefined
  let origin: Origin | undefined
  let referrer = document.referrer
  // Of the text of its story.
  let parts = 0
  let reportedParts = 0
  let visibleSeconds = 0
  let isRead = false

  function record(details: Details<AnalyticsEvent>) {
    if (path) sender.add({ id: newEventId(), at: Date.now(), path, ...(story && { story }), ...details })
  }

  function open(shown: string | null, shownStory: string | undefined, url = location.href) {
    leave()
    path = shown && trackedPath(shown)
    story = shownStory
    origin = { referrer: referrer && new URL(referrer).host.slice(0, MAX_HOST), utm: readUtm(url) }
    referrer = location.href
    parts = 0
    reportedParts = 0
    visibleSeconds = 0
    isRead = false
    record({ kind: 'view', ...origin })
  }

  function receive(event: TrackedEvent) {
    if (event.kind === 'view') open(event.path, event.story)
    else record(event)
  }

  /** Measures the part of the story that was on the screen. The preview of a members' story has no end. */
  function measure() {
    const text = storyText()
    if (!path || !story || text?.dataset['story'] !== story || text.classList.contains('story-fading')) return null
    const { top, height } = text.getBoundingClientRect()
    // In whole percent, which tolerates subpixel rounding.
    const percent = Math.min(100, Math.ceil(((innerHeight - top) / height) * 100))
    if (height > 0) parts = Math.max(parts, Math.floor((percent * DEPTH_PARTS) / 100))
    return text
  }

  function reportProgress() {
    if (!story || parts <= reportedParts) return
    record({ kind: 'progress', story, from: reportedParts, to: parts })
    reportedParts = parts
  }

  function tick() {
    const text = document.visibilityState === 'visible' && measure()
    if (!text || !story) return
    visibleSeconds += 1
    if (visibleSeconds % PROGRESS_SECONDS === 0) reportProgress()
    if (isRead || parts < DEPTH_PARTS || visibleSeconds < secondsToFinish(Number(text.dataset['minutes']))) return
    isRead = true
    record({ kind: 'read', story, ...origin })
  }

  function leave() {
    measure()
    reportProgress()
    // Those of a page where nothing is recorded are not those of the next one.
    if (origin) reportVitals()
  }

  function hide() {
    leave()
    sender.flush('now')
  }

  const reportVitals = measureVitals((name, value) => record({ kind: 'vital', name, value }))
  const early = globalThis.analyticsEvents
  const waiting = Array.isArray(early) ? early : []
  globalThis.analyticsEvents = { push: receive }
  // The app may have shown another page in the document meanwhile.
  const url = performance.getEntriesByType('navigation')[0]?.name ?? location.href
  const isShown = !waiting.some(({ kind }) => kind === 'view')
  const shownPath = view === 'document' ? new URL(url).pathname.slice(base.length - 1) : null
  if (view !== 'app') open(shownPath, isShown ? storyText()?.dataset['story'] : '', url)
  waiting.forEach(receive)

  setInterval(tick, SECOND_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && hide())
  addEventListener('pagehide', hide)
  addEventListener('pageshow', ({ persisted }) => persisted && open(path, story))
  addEventListener('online', () => sender.flush('retry'))
}

function storyText() {
  return document.querySelector<HTMLElement>('[data-story]')
}

/** In hash mode, links may have the parameters before or after the hash. */
function readUtm(url: string) {
  const query = new URLSearchParams(url.replace(/[?#]/g, '&'))
  const utm: NonNullable<Origin['utm']> = {}
  for (const name of ['source', 'medium', 'campaign'] as const) {
    const value = query.get(`utm_${name}`)
    if (value) utm[name] = value.slice(0, MAX_UTM)
  }
  return utm
}

function newEventId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH))
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')
}
