import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { aVisitor, open, taken, useBrowser } from './browser.ts'
import { proxyInPieces } from './pieces.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { aStory } from './stories.ts'

useBrowser()

const widths = [360, 1280]
// The rows that could move are within the first screens of a document.
const FIRST_BYTES = 12_000

test.each(widths)('at %i pixels nothing moves while a story is scrolled', async (width) => {
  const { page } = await aVisitor({ viewport: { width, height: 800 } })
  await watchShifts(page)
  for (const path of ['/story/clocks-that-disagree', await aStory()]) {
    await open(page, path)
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    for (let step = 0; step < 8; step++) await scrollOn(page)
    expect(await shiftsOf(page), path).toEqual([])
  }
})

/** One turn of the wheel, and until the page has followed it. */
async function scrollOn(page: Page) {
  const before = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
}

test.each(widths)('at %i pixels nothing moves when the fonts arrive, which come from the site', async (width) => {
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
    // Fonts that are still loading hold back the load event.
    await page.goto(path, { waitUntil: 'commit' })
    await taken(page)
    const place = () => page.locator('h1, main h2').first().boundingBox()
    const before = await place()
    const fonts = page.evaluate(() => document.fonts.ready.then(() => {}))
    arrive()
    await fonts
    expect(await place(), path).toEqual(before)
    expect(await shiftsOf(page), path).toEqual([])
  }
  expect(hosts).toEqual(new Set([new URL(page.url()).host]))
})

describe('a page that is painted while it is still parsed', () => {
  test('does not move', async () => {
    const proxy = await proxyInPieces(inject('site').url, FIRST_BYTES)
    try {
      const { page } = await aVisitor()
      await watchShifts(page)
      for (const path of ['/story/clocks-that-disagree', '/latest', '/user/maren-holt']) {
        await proxy.openInPieces(page, path)
        expect(await shiftsOf(page), path).toEqual([])
      }
    } finally {
      proxy.close()
    }
  })

  test('would move if its rows were painted in part', async () => {
    const proxy = await proxyInPieces(inject('site').url, FIRST_BYTES)
    try {
      const { page } = await aVisitor()
      await watchShifts(page)
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.body) return
          observer.disconnect()
          const style = document.createElement('style')
          style.textContent = '.paint-whole { visibility: visible !important }'
          document.head.append(style)
        }).observe(document, { childList: true, subtree: true })
      })
      await proxy.openInPieces(page, '/story/clocks-that-disagree')
      expect((await shiftsOf(page)).join('\n')).toContain('paint-whole')
    } finally {
      proxy.close()
    }
  })
})
