import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { secondsToFinish } from '#contract/constants.ts'
import { AnalyticsEvent } from '#contract/analytics/events.ts'
import type { DocumentView } from '#site/document.tsx'
import { startCollector } from './collector.ts'
import { track } from './track.ts'

const STORY = 'abcdefghij0123456789'
const OTHER = '9876543210jihgfedcba'
const SCREEN_PX = 800

type Recorded = Partial<Record<string, unknown>> & { kind: string }

let visible = true
let textTop = 0
let textHeight = 8000
let observe: (entries: object[]) => void = () => {}

beforeEach(() => {
  globalThis.analyticsEvents = undefined
  vi.useFakeTimers()
  visible = true
  textTop = 0
  textHeight = 10 * SCREEN_PX
  innerHeight = SCREEN_PX
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'))
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => ({
    ...new DOMRect(),
    top: textTop,
    height: textHeight,
  }))
  const types = ['paint', 'largest-contentful-paint', 'layout-shift', 'event']
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = types
      constructor(receive: (list: { getEntries(): object[] }) => void) {
        observe = (entries) => receive({ getEntries: () => entries })
      }
      observe() {}
      takeRecords = () => []
    },
  )
})
afterEach(() => {
  // Other files share the window.
  globalThis.analyticsEvents = undefined
})

function open(path: string, { base = '/', view = 'document' }: { base?: string; view?: DocumentView } = {}) {
  history.replaceState(null, '', path)
  const recorded: Recorded[] = []
  const flushed: unknown[] = []
  startCollector({
    base,
    view,
    sender: {
      add: (event) => void recorded.push(AnalyticsEvent.parse(event)),
      flush: (send) => void flushed.push(send),
    },
  })
  const of = (kind: string) => recorded.filter((event) => event.kind === kind)
  const actions = () => recorded.filter(({ kind }) => kind !== 'vital')
  return { recorded, flushed, of, actions }
}

function showStory({ id = STORY, minutes = 1, className = 'story' } = {}) {
  document.body.innerHTML = `<div id="story-html" class="${className}" data-story="${id}" data-minutes="${minutes}"></div>`
}

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)
const scrollTo = (part: number) => (textTop = SCREEN_PX - part * textHeight)
function hide() {
  visible = false
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a view has the path, the host that it came from and the campaign', () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://news.example/item?id=7')
  showStory()
  const { recorded } = open('/blog/Story/latch/?utm_source=letter&utm_medium=email&utm_term=x#top', { base: '/blog/' })
  expect(recorded).toEqual([
    {
      kind: 'view',
      id: expect.stringMatching(/^[a-z0-9]{20}$/),
      at: expect.any(Number),
      path: '/story/latch',
      story: STORY,
      referrer: 'news.example',
      utm: { source: 'letter', medium: 'email' },
    },
  ])
})

test('a view without a referrer or a campaign says so', () => {
  expect(open('/').recorded[0]).toMatchObject({ path: '/', referrer: '', utm: {} })
})

test('long paths and campaigns are cut to what the server accepts', () => {
  const { recorded } = open(`/tag/${'x'.repeat(400)}?utm_campaign=${'y'.repeat(200)}`)
  expect(recorded[0]).toMatchObject({ path: `/tag/${'x'.repeat(295)}`, utm: { campaign: 'y'.repeat(100) } })
})

test.each([
  '/admin',
  '/Admin/users',
  '/preview/x',
  '/dev/ui',
  '/articles/new',
  '/unsubscribe/secret',
  '/user/new/temp-7',
  '/offline',
  '/debug-analytics',
])('on %s nothing is recorded', (path) => {
  const { recorded } = open(path)
  track({ kind: 'follow' })
  hide()
  expect(recorded).toEqual([])
})

test.each(['/developers', '/user/newton', '/adminton', '/articlesX'])('%s is recorded', (path) => {
  expect(open(path).of('view')).toHaveLength(1)
})

test('an error page is not recorded, but the pages that follow it are', () => {
  const { recorded } = open('/nowhere', { view: 'none' })
  track({ kind: 'follow' })
  track({ kind: 'view', path: '/latest' })
  expect(recorded).toMatchObject([{ kind: 'view', path: '/latest' }])
  track({ kind: 'view', path: null })
  track({ kind: 'follow' })
  expect(recorded).toHaveLength(1)
})

test('what the app reported before and after the collector was loaded is recorded in order, with the page', () => {
  track({ kind: 'search', term: 'bees', results: 3 })
  const { recorded, actions } = open('/search?q=bees')
  track({ kind: 'view', path: '/story/latch', story: STORY })
  track({ kind: 'share', channel: 'copy' })
  expect(actions()).toMatchObject([
    { kind: 'view', path: '/search' },
    { kind: 'search', term: 'bees', results: 3, path: '/search' },
    { kind: 'view', path: '/story/latch', story: STORY, referrer: location.host },
    { kind: 'share', channel: 'copy', path: '/story/latch', story: STORY },
  ])
  expect(new Set(recorded.map(({ id }) => id)).size).toBe(recorded.length)
})

test('a page that the app left before the collector was loaded is not given the story of the next one', () => {
  track({ kind: 'view', path: '/story/latch', story: STORY })
  showStory()
  const [first, second] = open('/latest').of('view')
  expect(first).toMatchObject({ path: '/latest' })
  expect(first).not.toHaveProperty('story')
  expect(second).toMatchObject({ path: '/story/latch', story: STORY })
})

test('reading depth is reported in increments: every 15 seconds and when the page is hidden', () => {
  showStory({ minutes: 10 })
  const { of, flushed } = open('/story/latch')
  scrollTo(0.24)
  seconds(14)
  expect(of('progress')).toEqual([])
  seconds(1)
  expect(of('progress')).toMatchObject([{ story: STORY, from: 0, to: 4 }])
  seconds(30)
  // Scrolling back does not take anything away.
  scrollTo(0.1)
  seconds(5)
  scrollTo(0.5)
  hide()
  expect(of('progress')).toMatchObject([{}, { from: 4, to: 10 }])
  expect(flushed).toEqual(['now'])
  dispatchEvent(new Event('pagehide'))
  expect(of('progress')).toHaveLength(2)
})

test('reading depth is reported when the app shows another page, and starts again there', () => {
  showStory()
  const { recorded, of } = open('/story/latch')
  scrollTo(0.3)
  seconds(1)
  track({ kind: 'view', path: '/story/other', story: OTHER })
  // The text of the story before is still in the page until React has rendered.
  scrollTo(1)
  seconds(1)
  showStory({ id: OTHER })
  scrollTo(0.05)
  hide()
  expect(of('progress')).toMatchObject([
    { story: STORY, path: '/story/latch', from: 0, to: 6 },
    { story: OTHER, path: '/story/other', from: 0, to: 1 },
  ])
  expect(recorded.findIndex(({ kind }) => kind === 'progress')).toBe(1)
})

test('a story is read once: all its text was seen, and it was visible for long enough', () => {
  const minutes = 3
  showStory({ minutes })
  const { of } = open('/story/latch?utm_source=letter')
  scrollTo(1)
  seconds(secondsToFinish(minutes) - 1)
  visible = false
  seconds(600)
  visible = true
  expect(of('read')).toEqual([])
  seconds(1)
  expect(of('read')).toMatchObject([{ story: STORY, path: '/story/latch', referrer: '', utm: { source: 'letter' } }])
  seconds(600)
  expect(of('read')).toHaveLength(1)
})

test('a story whose end was not seen is not read', () => {
  showStory()
  const { of } = open('/story/latch')
  scrollTo(0.98)
  seconds(600)
  expect(of('read')).toEqual([])
})

test('the preview of a members’ story has no depth and no end, until the rest is shown', () => {
  showStory({ className: 'story story-fading' })
  const { of } = open('/story/latch')
  scrollTo(1)
  seconds(600)
  expect([...of('read'), ...of('progress')]).toEqual([])
  document.getElementById('story-html')?.classList.remove('story-fading')
  seconds(600)
  expect(of('read')).toHaveLength(1)
  expect(of('progress')).toMatchObject([{ from: 0, to: 20 }])
})

test('Core Web Vitals are reported once, with the page that was loaded', () => {
  const { of } = open('/latest')
  observe([
    { entryType: 'paint', name: 'first-contentful-paint', startTime: 300 },
    { entryType: 'largest-contentful-paint', name: '', startTime: 700 },
    { entryType: 'largest-contentful-paint', name: '', startTime: 900 },
    { entryType: 'event', name: 'click', startTime: 2000, duration: 40, interactionId: 1 },
    { entryType: 'event', name: 'pointerup', startTime: 2000, duration: 120, interactionId: 1 },
    { entryType: 'event', name: 'keydown', startTime: 3000, duration: 64, interactionId: 2 },
    // Two sessions of shifts: the larger one counts. A shift after an input does not.
    { entryType: 'layout-shift', name: '', startTime: 500, value: 0.125, hadRecentInput: false },
    { entryType: 'layout-shift', name: '', startTime: 1200, value: 0.25, hadRecentInput: false },
    { entryType: 'layout-shift', name: '', startTime: 1300, value: 1, hadRecentInput: true },
    { entryType: 'layout-shift', name: '', startTime: 4000, value: 0.0625, hadRecentInput: false },
  ])
  track({ kind: 'view', path: '/story/latch', story: STORY })
  hide()
  const vitals = of('vital')
  expect(Object.fromEntries(vitals.map(({ name, value }) => [name, value]))).toEqual({
    FCP: 300,
    LCP: 900,
    INP: 120,
    CLS: 0.375,
  })
  expect(vitals.map(({ path }) => path)).toEqual(Array(4).fill('/latest'))
})

test('vitals of a page where nothing is recorded are not reported with the next one, and those of hash mode are', () => {
  for (const [path, view, count] of [
    ['/articles', 'document', 0],
    ['/nowhere', 'none', 0],
    ['/', 'app', 1],
  ] as const) {
    const { of } = open(path, { view })
    track({ kind: 'view', path: '/latest' })
    hide()
    expect(of('view'), path).toHaveLength(1)
    expect(of('vital'), path).toHaveLength(count)
  }
})

test('without shifts and without input, the shift is 0 and there is no interaction', () => {
  const { of } = open('/latest')
  hide()
  expect(of('vital')).toMatchObject([{ name: 'CLS', value: 0 }])
})

test('when the network is back, waiting events are sent', () => {
  const { flushed } = open('/latest')
  dispatchEvent(new Event('online'))
  expect(flushed).toEqual(['retry'])
})

test('a page that Back shows again is another view', () => {
  const { of } = open('/latest')
  hide()
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(of('view')).toMatchObject([{ path: '/latest' }, { path: '/latest', referrer: location.host }])
})
