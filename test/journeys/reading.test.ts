import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { open, useBrowser } from './browser.ts'
import { useOwnSite } from './own-site.ts'

useBrowser()
const { aReader } = useOwnSite()

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo(0, top), y)

/** The title of a story whose link can be clicked without scrolling. */
async function inSight(page: Page) {
  for (const link of await page.locator('main a[href*="/story/"]').all()) {
    const box = await link.boundingBox()
    const title = (await link.innerText()).trim()
    if (title && box && box.y > 120 && box.y + box.height < 800) return title
  }
  throw new Error('No story is in sight')
}

test('a reader goes from the home page to a story, to its author, and back to the same place', async () => {
  const { page, complaints } = await aReader({ reducedMotion: 'no-preference' })
  await open(page, '/')
  await scrollTo(page, 900)
  await expect.poll(() => scrolled(page)).toBe(900)

  const title = await inSight(page)
  const story = page.getByRole('heading', { level: 1, name: title, exact: true })
  await page.getByRole('link', { name: title, exact: true }).first().click()
  await story.waitFor()
  await expect.poll(() => scrolled(page)).toBe(0)
  const author = page.locator('article header a[href*="/user/"]').first()
  const name = await author.innerText()
  await author.click()
  await page.getByRole('heading', { level: 1, name }).waitFor()

  await page.goBack()
  await story.waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: 'Featured' }).waitFor()
  await expect.poll(() => scrolled(page)).toBe(900)
  expect(complaints).toEqual([])
})

describe('scrolling', () => {
  test('a new path starts at the top, and so does every box that scrolls by itself', async () => {
    const { page } = await aReader()
    await open(page, '/latest')
    await page.evaluate(() => {
      const box = document.createElement('div')
      box.id = 'box'
      box.className = 'overflow-y-scroll'
      box.style.height = '50px'
      box.innerHTML = '<div style="height:500px"></div>'
      document.body.append(box)
      box.scrollTop = 200
      window.scrollTo(0, 600)
    })
    await page.getByRole('link', { name: 'Creators' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
    await expect.poll(() => scrolled(page)).toBe(0)
    expect(await page.locator('#box').evaluate((box) => box.scrollTop)).toBe(0)
  })

  test('a hash leads to its place instead', async () => {
    const { page } = await aReader()
    await open(page, '/story/the-hedge-is-a-clock#h-the-count')
    await expect.poll(() => scrolled(page)).toBeGreaterThan(1000)
  })
})

test('without scripts one can still read, follow links and page through the list', async () => {
  const { page } = await aReader({ javaScriptEnabled: false })
  await page.goto('/')
  await page.getByRole('link', { name: 'All stories' }).click()
  const first = await page.getByRole('article').first().innerText()
  await page.getByRole('link', { name: 'Older' }).click()
  expect(await page.getByRole('article').first().innerText()).not.toBe(first)
  await page.getByRole('link', { name: 'Back to the newest' }).click()
  expect(await page.getByRole('article').first().innerText()).toBe(first)

  await page.goto('/story/the-hedge-is-a-clock')
  expect(await page.locator('#story-html').innerText()).toContain('Hooper')
  expect(await page.getByRole('article', { name: /^Response by/ }).count()).toBeGreaterThan(2)
})

test('the list can be narrowed to a category and a tag', async () => {
  const { page, complaints } = await aReader()
  await open(page, '/latest')
  const filters = page.getByRole('navigation', { name: 'Filter by category' })
  await filters.getByRole('link', { name: 'Craft' }).click()
  await page.waitForURL('**/latest?category=craft')
  await expect.poll(() => filters.getByRole('link', { name: 'Craft' }).getAttribute('aria-current')).toBe('page')
  expect(await page.getByRole('article').count()).toBe(3)
  expect(complaints).toEqual([])
})

test('a page that cannot be reached says so, and nothing is lost', async () => {
  const { page } = await aReader()
  await open(page, '/latest')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Creators' }).first().click()
  await page.getByText('Reloading it often helps').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Read the latest stories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Latest stories' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/latest')
})

test('the story’s own text is read back from the page when the browser takes over', async () => {
  const { page, complaints } = await aReader()
  await open(page, '/story/the-index-nobody-used')
  const before = await page.locator('#story-html').innerHTML()
  await page.getByRole('link', { name: 'Creators' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'The index nobody used' }).waitFor()
  expect(await page.locator('#story-html').innerHTML()).toBe(before)
  expect(complaints).toEqual([])
})

test('times are said in the reader’s own zone, with the exact one at hand', async () => {
  const { page } = await aReader({ timezoneId: 'Pacific/Auckland', locale: 'en-NZ' })
  await open(page, '/story/latch')
  const time = page.locator('time').first()
  await expect.poll(() => time.innerText()).toMatch(/^\d+ h ago$/)
  expect(await time.getAttribute('title')).toMatch(/^\d{1,2} \w+ 20\d\d/)
})
