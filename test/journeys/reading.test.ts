import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { nextFrame, open, useBrowser } from './browser.ts'
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

/** From the next page on, counts page transitions that have finished, and transitions of dialogs that have begun. */
async function countMotion(page: Page) {
  await page.addInitScript(() => {
    const motion = { pages: 0, dialogs: 0 }
    Object.assign(window, { motion })
    const isDialog = (target: EventTarget | null) => target instanceof Element && target.matches('[role=dialog]')
    document.addEventListener('transitionrun', ({ target }) => isDialog(target) && (motion.dialogs += 1), true)
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      void transition.finished.then(() => (motion.pages += 1))
      return transition
    }
  })
}
const motionOf = (page: Page) =>
  page.evaluate(() => ({ ...(Reflect.get(window, 'motion') as { pages: number; dialogs: number }) }))
const moving = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length)

test('with motion, a reader goes to a story and its author, opens a dialog, and returns to the same place', async () => {
  const { page, complaints } = await aReader({ reducedMotion: 'no-preference', preloading: true, pictures: true })
  await countMotion(page)
  await open(page, '/')
  await scrollTo(page, 900)
  await expect.poll(() => scrolled(page)).toBe(900)

  const title = await inSight(page)
  const story = page.getByRole('heading', { level: 1, name: title, exact: true })
  await page.getByRole('link', { name: title, exact: true }).first().click()
  await story.waitFor()
  await expect.poll(async () => (await motionOf(page)).pages).toBe(1)
  await expect.poll(() => scrolled(page)).toBe(0)

  const dialog = page.getByRole('dialog', { name: 'Search' })
  const search = page.getByRole('banner').getByRole('link', { name: 'Search' })
  await search.click()
  await dialog.waitFor()
  await expect.poll(() => moving(page)).toBe(0)
  // What closes before it was painted does not move.
  await nextFrame(page)
  const before = (await motionOf(page)).dialogs
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const closed = (await motionOf(page)).dialogs
  expect(closed).toBeGreaterThan(before)
  // Once its code is loaded, the dialog fades in as well.
  await search.click()
  await dialog.waitFor()
  await expect.poll(async () => (await motionOf(page)).dialogs).toBeGreaterThan(closed)
  await expect.poll(() => moving(page)).toBe(0)
  expect(await dialog.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  const author = page.locator('article header a[href*="/user/"]').first()
  const name = await author.innerText()
  await author.click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await expect.poll(async () => (await motionOf(page)).pages).toBe(2)

  await page.goBack()
  await story.waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: 'Featured' }).waitFor()
  await expect.poll(() => scrolled(page)).toBe(900)
  await expect.poll(() => moving(page)).toBe(0)
  expect(complaints).toEqual([])
})

describe('scrolling', () => {
  test('a new page starts at the top, and so does every scrolling element', async () => {
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

  test('a hash scrolls to its element', async () => {
    const { page } = await aReader()
    await open(page, '/story/the-hedge-is-a-clock#h-the-count')
    await expect.poll(() => scrolled(page)).toBeGreaterThan(1000)
  })
})

test('without scripts stories can be read, links followed and lists paged through', async () => {
  const { page } = await aReader({ javaScriptEnabled: false })
  await page.goto('/')
  await page.getByRole('link', { name: 'All stories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Latest stories' }).waitFor()
  const firstStory = () => page.getByRole('article').first().getByRole('heading').innerText()
  await expect.poll(firstStory).not.toBe('')
  const newest = await firstStory()
  await page.getByRole('link', { name: 'Older' }).click()
  await page.waitForURL('**/latest?*before=*')
  await expect.poll(firstStory).not.toBe(newest)
  await page.getByRole('link', { name: 'Back to the newest' }).click()
  await expect.poll(firstStory).toBe(newest)

  await page.goto('/story/the-hedge-is-a-clock')
  await expect.poll(() => page.locator('#story-html').textContent()).toContain('Hooper')
  await expect.poll(() => page.getByRole('article', { name: /^Response by/ }).count()).toBeGreaterThan(2)
})

test('the list can be filtered by category', async () => {
  const { page, complaints } = await aReader()
  await open(page, '/latest')
  const filters = page.getByRole('navigation', { name: 'Filter by category' })
  await filters.getByRole('link', { name: 'Craft' }).click()
  await page.waitForURL('**/latest?category=craft')
  await expect.poll(() => filters.getByRole('link', { name: 'Craft' }).getAttribute('aria-current')).toBe('page')
  await expect.poll(() => page.getByRole('article').count()).toBe(3)
  expect(complaints).toEqual([])
})

test('a page that cannot be reached shows an error, and the site still works afterwards', async () => {
  const { page } = await aReader()
  await open(page, '/latest')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Creators' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'You’re offline' }).waitFor()
  await expect.poll(() => page.title()).toBe('You’re offline · Bramble')
  await page.getByRole('link', { name: 'Try again' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Read the latest stories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Latest stories' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/latest')
})

test('the text of a story is the same after hydration and after coming back', async () => {
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

test('times are shown in the time zone of the reader, with the exact time as a title', async () => {
  const { page } = await aReader({ timezoneId: 'Pacific/Auckland', locale: 'en-NZ' })
  await open(page, '/story/latch')
  const time = page.locator('time').first()
  await expect.poll(() => time.innerText()).toMatch(/^\d+ h ago$/)
  expect(await time.getAttribute('title')).toMatch(/^\d{1,2} \w+ 20\d\d/)
})
