import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitor, open, useBrowser } from './browser.ts'

useBrowser()

function payloads(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // A long list loads more of itself, which does not count as a prefetch.
    if (pathname.endsWith('_payload.json') && !search.includes('before=')) asked.push(pathname)
  })
  return asked
}

test('hovering over a link prefetches its page, and following it does not fetch it again', async () => {
  const { page, complaints } = await aVisitor({ preloading: true })
  await open(page, '/about')
  const asked = payloads(page)
  const link = page.getByRole('link', { name: 'Creators' }).first()
  await link.hover()
  await expect.poll(() => asked).toEqual(['/creators/_payload.json'])
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
  expect(asked).toEqual(['/creators/_payload.json'])
  expect(complaints).toEqual([])
})

test('links that come into view are prefetched at most four at a time', async () => {
  const { page } = await aVisitor({ preloading: true })
  await open(page, '/latest')
  const links = page.locator('article h2 a')
  const wanted = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).size
  expect(wanted).toBeGreaterThan(4)
  let fetching = 0
  let most = 0
  let fetched = 0
  const held: (() => void)[] = []
  await page.route('**/_payload.json*', async (route) => {
    fetching += 1
    most = Math.max(most, fetching)
    await new Promise<void>((done) => held.push(done))
    fetching -= 1
    fetched += 1
    await route.continue()
  })
  await links.evaluateAll((all) => {
    for (const link of all) link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  })
  await expect.poll(() => fetching).toBe(4)
  // Each finished request starts another, until all are fetched.
  await expect
    .poll(
      () => {
        held.shift()?.()
        return fetched
      },
      { interval: 20 },
    )
    .toBeGreaterThanOrEqual(wanted)
  expect(most).toBe(4)
})

test('on a slow connection nothing is prefetched', async () => {
  const { page } = await aVisitor({ preloading: false })
  await open(page, '/about')
  const asked = payloads(page)
  // The navigation fetches the page once. A prefetch would have come first.
  await page.getByRole('link', { name: 'Latest' }).first().hover()
  await page.getByRole('link', { name: 'Creators' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
  expect(asked).toEqual(['/creators/_payload.json'])
})
