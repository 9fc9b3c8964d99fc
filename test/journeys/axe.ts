import axe from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with the page, a line each. */
export async function violations(page: Page, without: string[] = []) {
  await page.evaluate(axe.source)
  // A bar that sticks to the window covers whatever happens to lie below it; that scrolls away.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('header, nav')) {
      if (getComputedStyle(element).position === 'sticky') element.style.position = 'static'
    }
  })
  const found = await page.evaluate(async (wanted) => {
    // What is well is not told in detail, and style sheets are not fetched a second time: that takes longer than the rules.
    const sparing = { resultTypes: ['violations'], preload: false }
    const results = await Reflect.get(window, 'axe').run(document, {
      ...sparing,
      runOnly: { type: 'tag', values: wanted },
    })
    return results.violations as { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }, tags)
  return found
    .filter(({ id }) => !without.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
}

/** How far the page is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
