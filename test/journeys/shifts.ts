import type { Page } from 'playwright-core'
import { requirePictures } from './browser.ts'

/** From the next page on, records layout shifts without user input. */
export async function watchShifts(page: Page) {
  requirePictures(page)
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] }
        const moved = sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200))
        Reflect.get(window, 'shifts').push([value, ...moved].join(' '))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The layout shifts of this page so far: how much, and which elements. */
export async function shiftsOf(page: Page): Promise<string[]> {
  // The last frame is reported with the next one.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
  return page.evaluate(() => Reflect.get(window, 'shifts') as string[])
}

/** The sum of the layout shifts of this page so far. */
export async function totalShift(page: Page): Promise<number> {
  return (await shiftsOf(page)).reduce((sum, shift) => sum + Number.parseFloat(shift), 0)
}
