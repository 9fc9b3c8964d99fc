import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitor, signedInVisitor, useBrowser, waitForHydration } from './browser.ts'
import { holdScripts } from './hold-scripts.ts'

useBrowser()

const KB = 1024
const ANALYTICS = 2.25 * KB
/** Before the first input, and to hydrate the page after it. Gzipped. */
const budgets = [
  { path: '/', first: 6 * KB, hydrated: 138 * KB },
  { path: '/story/the-hedge-is-a-clock', first: 6 * KB, hydrated: 120 * KB },
]

function scriptsOf(page: Page) {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  return scripts
}

async function gzipped(page: Page, urls: string[]) {
  const sizes = urls.map(async (url) => {
    const answer = await page.request.get(url)
    return gzipSync(await answer.body(), { level: 9 }).length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const isReady = (page: Page) => page.locator('html[data-ready]').count()

test.each(budgets)(
  'before the first input, $path loads only the first script, and analytics when idle',
  async ({ path, first, hydrated }) => {
    const { page, complaints } = await aVisitor()
    const scripts = scriptsOf(page)
    const idle = page.waitForRequest(/\/assets\/start-analytics-/)
    await page.goto(path)
    await idle
    await page.waitForLoadState('networkidle')
    expect(scripts.map((url) => url.replace(/.*\/assets\/([\w-]+)-.*/, '$1'))).toEqual([
      'first-script',
      'start-analytics',
    ])
    const [firstScript = '', ...analytics] = scripts
    expect(await gzipped(page, [firstScript])).toBeLessThanOrEqual(first)
    // With its worker at most 3 KB, see analytics.test.ts.
    expect(await gzipped(page, analytics)).toBeLessThanOrEqual(ANALYTICS)
    expect(await isReady(page)).toBe(0)

    const code = await page.locator('script[data-code]').getAttribute('data-code')
    const total = await gzipped(
      page,
      [firstScript, ...(code ?? '').split(' ')].map((url) => new URL(url, page.url()).href),
    )
    expect(total).toBeGreaterThan(50 * KB)
    expect(total).toBeLessThanOrEqual(hydrated)

    await waitForHydration(page)
    expect(complaints).toEqual([])
  },
)

test('the page of a member starts by itself, and so does one that was left and opened again by Back', async () => {
  const member = await signedInVisitor('reader')
  await member.page.goto('/about')
  await expect.poll(() => isReady(member.page)).toBe(1)
  expect(await member.page.locator('script[data-start="idle"]').count()).toBe(1)

  const { page } = await aVisitor()
  await page.goto('/latest')
  await page.goto('/robots.txt')
  await page.goBack()
  await expect.poll(() => isReady(page)).toBe(1)
})

test('a shortcut works as the first key of a visit, and what is typed after a slash is no shortcut', async () => {
  const { page, complaints } = await aVisitor()
  const shell = await holdScripts(page, 'shell')
  await page.goto('/latest')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await shell.release()
  const cards = page.locator('main a[data-card]')
  await expect.poll(() => cards.nth(1).evaluate((card) => card === document.activeElement)).toBe(true)

  const again = await holdScripts(page, 'shell')
  await page.goto('/topics')
  await page.keyboard.type('/b')
  await again.release()
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor()
  expect(new URL(page.url()).pathname).toBe('/topics')
  expect(complaints).toEqual([])
})

test('a page whose code is gone is loaded again at the first input', async () => {
  const { page } = await aVisitor()
  let gone = true
  await page.route('**/assets/browser-*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto('/about')
  const reloaded = page.waitForEvent('framenavigated')
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  gone = false
  await reloaded
  await expect.poll(() => isReady(page)).toBe(1)
})
