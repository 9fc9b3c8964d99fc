import type { Page } from 'playwright-core'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { aVisitor, nextFrame, open, waitForHydration, useBrowser } from './browser.ts'
import { halfPageProxy } from './half-page.ts'
import { shiftsOf, totalShift, watchShifts } from './shifts.ts'
import { aStory } from './stories.ts'

useBrowser({ pictures: true })

const widths = [360, 1280]
const MAX_FONT_SHIFT = 0.01

test.each(widths)('at %i pixels nothing moves while a story is scrolled', async (width) => {
  const { page } = await aVisitor({ viewport: { width, height: 800 } })
  await watchShifts(page)
  for (const path of ['/story/clocks-that-disagree', await aStory()]) {
    await open(page, path)
    // Fonts have tests of their own.
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    const before = await shiftsOf(page)
    for (let step = 0; step < 8; step++) await scrollOn(page)
    expect(await shiftsOf(page), path).toEqual(before)
  }
})

/** Turns the mouse wheel once, and waits until the page has scrolled. */
async function scrollOn(page: Page) {
  const before = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
}

/** Hydrates a page after its first paint, also while its fonts are still loading, which hold back the load event. */
async function openPainted(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'commit' })
  // A mouse that moves earlier makes Chromium lay out the page without its styles, and count that as a shift.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await waitForHydration(page)
}

test.each(widths)('at %i pixels a first visit shows the site’s own fonts within a second', async (width) => {
  const { page } = await aVisitor({ viewport: { width, height: 800 } })
  await watchShifts(page)
  await openPainted(page, '/story/clocks-that-disagree')
  const fonts = await page.evaluate(async () => {
    await document.fonts.ready
    const files = performance.getEntriesByType('resource').filter(({ name }) => /-text-[^/]+\.woff2$/.test(name))
    const loaded = [...document.fonts].filter(({ status, display }) => status === 'loaded' && display === 'swap')
    const [visit] = performance.getEntriesByType('navigation')
    return {
      shown: loaded.map(({ family }) => family.replaceAll('"', '')).toSorted(),
      files: files.length,
      preloads: document.querySelectorAll('link[rel="preload"][as="font"][crossorigin]').length,
      ms: Math.max(...files.map((file) => Reflect.get(file, 'responseEnd') - Reflect.get(visit ?? {}, 'responseEnd'))),
    }
  })
  expect(fonts).toMatchObject({ files: 2, preloads: 2 })
  expect(fonts.shown).toEqual(['Inter Variable', 'Source Serif 4 Variable'])
  expect(fonts.ms).toBeLessThan(1000)
  expect(await totalShift(page)).toBeLessThan(MAX_FONT_SHIFT)
})

test.each(widths)('at %i pixels layout shift stays below the limit when the fonts load late', async (width) => {
  const { page } = await aVisitor({ viewport: { width, height: 800 } })
  await watchShifts(page)
  const hosts = new Set<string>()
  let arrive = () => {}
  let held = Promise.resolve()
  await page.route('**/*.woff2', async (route) => {
    hosts.add(new URL(route.request().url()).host)
    await held
    await route.continue()
  })
  for (const path of ['/about', '/story/the-hedge-is-a-clock', '/', '/latest']) {
    held = new Promise((done) => (arrive = done))
    await openPainted(page, path)
    const place = () => page.locator('h1, main h2').first().boundingBox()
    const before = await place()
    const fonts = page.evaluate(() => document.fonts.ready.then(() => {}))
    arrive()
    await fonts
    // The words of another font have other widths, and some lines break elsewhere.
    expect(Math.abs(((await place())?.y ?? 0) - (before?.y ?? 0)), path).toBeLessThan(1)
    expect(await totalShift(page), path).toBeLessThan(MAX_FONT_SHIFT)
  }
  expect(hosts).toEqual(new Set([new URL(page.url()).host]))
})

describe('a page of which only half has arrived', () => {
  const paints = (page: Page) => page.evaluate(() => performance.getEntriesByType('paint').length)

  /** Opens half a page, with animations paused, and gives the browser time to paint it. */
  async function openHalf(path = '/story/clocks-that-disagree') {
    const proxy = await halfPageProxy(inject('site').url)
    onTestFinished(proxy.close)
    const { page } = await aVisitor({ url: proxy.url })
    const devtools = await page.context().newCDPSession(page)
    const setPlaybackRate = (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate })
    await devtools.send('Animation.enable')
    await setPlaybackRate(0)
    await watchShifts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('main').waitFor({ state: 'attached' })
    await nextFrame(page)
    return { page, proxy, setPlaybackRate }
  }

  test('is not painted before the rest arrives, so nothing moves', async () => {
    const { page, proxy, setPlaybackRate } = await openHalf()
    expect(await paints(page)).toBe(0)
    proxy.release()
    await waitForHydration(page)
    await setPlaybackRate(1)
    await expect.poll(() => paints(page)).toBeGreaterThan(0)
    expect(await shiftsOf(page)).toEqual([])
  })

  test('is painted after a timeout', async () => {
    const { page, setPlaybackRate } = await openHalf()
    expect(await paints(page)).toBe(0)
    await setPlaybackRate(1000)
    await expect.poll(() => paints(page)).toBeGreaterThan(0)
  })

  test('has its search field focused', async () => {
    const { page, proxy } = await openHalf('/search')
    const focused = page.locator('main input:focus')
    await focused.waitFor({ state: 'attached' })
    proxy.release()
    await waitForHydration(page)
    expect(await focused.count()).toBe(1)
  })
})
