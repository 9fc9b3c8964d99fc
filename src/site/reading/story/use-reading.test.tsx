import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND_MS, secondsToFinish } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { HTML_ID } from '#site/page-data.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { useReading } from './use-reading.ts'

const POST = 'POST /api/stories/{ref}/reading'
const MINIMUM_MS = secondsToFinish(0) * SECOND_MS

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function storyOf(readingMinutes: number) {
  return function StoryOnScreen() {
    useReading({ id: 'story', readingMinutes, walled: false })
    return <div id={HTML_ID} />
  }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const later = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

type Server = {
  /** How long the first report, which loads code and a token, takes to reach the server. */
  delayMs?: number
  /** Fails these reports, counted from 0. */
  failing?: readonly number[]
  /** When the person last finished another story, on the fake clock. */
  lastFinishAt?: number
  readingMinutes?: number
  viewer?: Viewer | null
  path?: string
}

/** The end of the story is on the screen. The server keeps the rule of `discovery/readings.ts`. */
async function open(given: Server = {}) {
  const { delayMs = 0, failing = [], lastFinishAt = 0, readingMinutes = 0, viewer = aViewer, path = '/' } = given
  let startedAt = Number.POSITIVE_INFINITY
  let count = 0
  const counted: boolean[] = []
  const { api, asked } = fakeApi({
    [POST]: async ({ body }) => {
      const nth = count++
      if (nth === 0) await later(delayMs)
      if (failing.includes(nth)) throw new Refusal('unavailable')
      const now = Date.now()
      startedAt = Math.min(startedAt, now)
      const isFinish = viewer !== null && body?.['finished'] === true
      const waitMs = Math.max(startedAt, lastFinishAt) + secondsToFinish(readingMinutes) * SECOND_MS - now
      const isCounted = isFinish && waitMs <= 0
      counted.push(isCounted)
      return { counted: isCounted, ...(isFinish && !isCounted && { waitSeconds: Math.ceil(waitMs / SECOND_MS) }) }
    },
  })
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100))
  await renderPage(storyOf(readingMinutes), { api, viewer, path })
  const bodies = () => asked(POST).map(({ input }) => (input as { body: unknown }).body)
  return { counted, bodies }
}

const start = { progress: 0, finished: false }
const finished = { progress: 100, finished: true }

test.each([0, 400, 3000])(
  'a read of the minimum time counts with its first report, after a start that took %i ms',
  async (delayMs) => {
    const { counted, bodies } = await open({ delayMs })
    await pass(MINIMUM_MS)
    expect(bodies()).toEqual([start])
    await pass(600 * SECOND_MS)
    expect(bodies()).toEqual([start, finished])
    expect(counted).toEqual([false, true])
  },
)

test('a start that failed is reported again, and the time counts from there', async () => {
  const { counted, bodies } = await open({ failing: [0, 1] })
  await pass(60 * SECOND_MS)
  expect(bodies()).toEqual([start, start, start, finished])
  expect(counted).toEqual([false, true])
})

test('a finish that failed is reported again, for some minutes', async () => {
  const once = await open({ failing: [1] })
  await pass(120 * SECOND_MS)
  expect(once.counted).toEqual([false, true])
  expect(once.bodies()).toEqual([start, finished, finished])
  const never = await open({ failing: [1, 2, 3, 4, 5, 6, 7, 8] })
  await pass(3600 * SECOND_MS)
  expect(never.bodies()).toEqual([start, ...Array.from({ length: 6 }, () => finished)])
})

test('a long story that came too soon after another finish counts once its time has passed', async () => {
  const minimumMs = secondsToFinish(30) * SECOND_MS
  const { counted, bodies } = await open({ readingMinutes: 30, lastFinishAt: Date.now() + minimumMs })
  await pass(2 * minimumMs)
  expect(counted).toEqual([false, false])
  await pass(5 * SECOND_MS)
  expect(counted).toEqual([false, false, true])
  expect(bodies()).toEqual([start, finished, finished])
})

test('the gift link that opened the story goes with the finish', async () => {
  const { bodies } = await open({ path: '/story/eels?gift=token1' })
  await pass(60 * SECOND_MS)
  expect(bodies()).toEqual([start, { ...finished, gift: 'token1' }])
})

test('a visitor reports the end once, and a hidden page does not count as read', async () => {
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { bodies } = await open({ viewer: null })
  await pass(60 * SECOND_MS)
  expect(bodies()).toEqual([])
  visible.mockReturnValue('visible')
  await pass(MINIMUM_MS)
  expect(bodies()).toEqual([finished])
  // Not counted, such as a bot.
  await pass(600 * SECOND_MS)
  expect(bodies()).toHaveLength(1)
})
