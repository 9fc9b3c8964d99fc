import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { overflow, violations } from './axe.ts'

const WIDTHS = [320, 1280]

/** Axe finds nothing, and the page is nowhere wider than the window, on a small phone as on a desktop. */
export async function expectAccessible(page: Page, where = page.url(), without: string[] = []) {
  // What fades in has little contrast until it is there.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
  expect(await violations(page, without), where).toEqual([])
  const size = page.viewportSize() ?? { width: 1280, height: 860 }
  for (const width of [...WIDTHS, size.width]) {
    if (width !== page.viewportSize()?.width) await page.setViewportSize({ ...size, width })
    // What floats is placed anew after the window has changed.
    await expect.poll(() => overflow(page), { message: `${where} at ${width} pixels` }).toBeLessThanOrEqual(0)
  }
}
