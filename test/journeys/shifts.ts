import type { Page } from 'playwright-core'
import { requirePictures } from './browser.ts'

/** From the next page on, notes whatever moves without anybody having done something. */
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

/** What has moved on this page so far: how much, and what it was. */
export async function shiftsOf(page: Page): Promise<string[]> {
  // What was drawn last is told with the frame after it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
  return page.evaluate(() => Reflect.get(window, 'shifts') as string[])
}
