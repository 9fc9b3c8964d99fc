import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { requirePictures } from './browser.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The violations that axe finds in the page, or in the element of a selector, one per line. */
export async function violations(page: Page, without: string[] = [], within: string | null = null) {
  requirePictures(page)
  await page.evaluate(axe.source)
  // A sticky bar covers elements that can be scrolled into view.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('header, nav')) {
      if (getComputedStyle(element).position === 'sticky') element.style.position = 'static'
    }
  })
  const found = await page.evaluate(
    async ({ wanted, part }) => {
      // Details of passed rules, and fetching style sheets a second time, take longer than the rules.
      const sparing = { resultTypes: ['violations'], preload: false }
      const results = await Reflect.get(window, 'axe').run(part ?? document, {
        ...sparing,
        runOnly: { type: 'tag', values: wanted },
      })
      return results.violations as { id: string; nodes: { html: string; failureSummary: string }[] }[]
    },
    { wanted: tags, part: within },
  )
  return found
    .filter(({ id }) => !without.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
}

/** By how many pixels the page is wider than the window. */
export function overflow(page: Page) {
  requirePictures(page)
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Waits until no animation runs: an element that fades in has low contrast at first. */
export async function still(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length),
    )
    .toBe(0)
}

type Checks = { widths?: readonly number[]; within?: string | null; without?: string[] }

/** Checks the page with axe as it is, and that it fits windows of the given widths, without loading it again. */
export async function expectAccessible(
  page: Page,
  where = page.url(),
  { widths = [320, 1920], within = null, without = [] }: Checks = {},
) {
  await still(page)
  expect(await violations(page, without, within), where).toEqual([])
  await expectToFit(page, where, widths)
}

/** Checks that the page is no wider than the window, at its present width and at others, and has its landmarks at each. */
export async function expectToFit(page: Page, where: string, widths: readonly number[]) {
  const before = page.viewportSize() ?? { width: 1280, height: 860 }
  expect(await overflow(page), `${where} at ${before.width} pixels`).toBeLessThanOrEqual(0)
  for (const width of widths) {
    await page.setViewportSize({ ...before, width })
    // Popups are repositioned after the window has changed.
    await expect.poll(() => overflow(page), { message: `${where} at ${width} pixels` }).toBeLessThanOrEqual(0)
    expect(await page.locator('main').first().isVisible(), `${where} has a main landmark at ${width} pixels`).toBe(true)
  }
  await page.setViewportSize(before)
}
