import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { specRoutes } from '../spec-routes.ts'
import { overflow, violations } from './axe.ts'
import { aVisitor, open, somebody, taken, useBrowser, withoutExpected } from './browser.ts'
import { everyBlock } from '../documents.ts'
import { newStory, openDraft, story } from './paper.ts'
import { shiftsOf, watchShifts } from './shifts.ts'

useBrowser()

const sizes = [
  { width: 320, height: 640 },
  { width: 1280, height: 860 },
]

describe.each(sizes)('at $width pixels', (viewport) => {
  test('axe finds nothing on any page a visitor sees, and no page is wider than the window', async () => {
    const { page } = await aVisitor({ viewport })
    const more = [
      '/nowhere',
      '/developers',
      '/story/zawiyat-munib',
      '/story/the-index-nobody-used',
      '/story/one-bucket-two-opinions',
      '/latest?tag=work',
    ]
    const paths = specRoutes({ id: 'x', handle: 'x' })
      .filter(({ visitor }) => visitor === 'page')
      .map(({ path }) => path)
    for (const path of [...paths, ...more]) {
      await open(page, path)
      expect(await violations(page), path).toEqual([])
      expect(await overflow(page), `${path} is too wide`).toBeLessThanOrEqual(0)
    }
  })

  test('nor on any page an admin sees', async () => {
    const { page, person } = await somebody('admin', { viewport })
    for (const { path, visitor } of specRoutes(person)) {
      if (visitor === 'page') continue
      await open(page, path)
      expect(await violations(page), path).toEqual([])
      expect(await overflow(page), `${path} is too wide`).toBeLessThanOrEqual(0)
    }
  })
})

describe.each(sizes)('writing at $width pixels', (viewport) => {
  test('axe finds nothing on an empty page, and none of it is wider than the window', async () => {
    const { page } = await somebody('author', { viewport })
    await newStory(page)
    await expectFine(page, 'the empty page')
    await story(page).click()
    await page.keyboard.type('/')
    await page.getByRole('listbox', { name: 'Blocks' }).waitFor()
    await expectFine(page, 'the menu of blocks')
  })

  test('nor on one with every block, its settings, and the last question before it is published', async () => {
    const { page, person, complaints } = await somebody('author', { viewport })
    await openDraft(page, person.id, everyBlock())
    await expectFine(page, 'every block')
    await story(page).locator('td').first().click()
    await page.getByRole('toolbar', { name: 'Table' }).waitFor()
    await expectFine(page, 'the bar of a table')
    await story(page).locator('.node-image img').first().click()
    await page.getByRole('toolbar', { name: /^Picture/ }).waitFor()
    await expectFine(page, 'the bar of a picture')
    await page.keyboard.press('Control+f')
    await page.getByRole('search').waitFor()
    await expectFine(page, 'the search')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    const panel = page.getByRole('dialog', { name: 'Settings' })
    await panel.getByLabel('Tags').fill('walking,')
    await panel.getByRole('tab', { name: 'Social card' }).waitFor()
    await expectFine(page, 'the settings')
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('button', { name: 'Publish now' }).waitFor()
    await expectFine(page, 'the question')
    await page.getByRole('radio', { name: 'Later' }).check()
    await expectFine(page, 'the question of when')
    expect(withoutExpected(complaints)).toEqual([])
  })
})

async function expectFine(page: Page, where: string) {
  // What fades in has little contrast until it is there.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
  expect(await violations(page), where).toEqual([])
  expect(await overflow(page), `${where} is too wide`).toBeLessThanOrEqual(0)
}

test('at 4K pages still hold together', async () => {
  const { page } = await aVisitor({ viewport: { width: 3840, height: 2160 } })
  for (const path of ['/', '/story/one-bucket-two-opinions', '/creators']) {
    await open(page, path)
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
    const column = await page.locator('h1').boundingBox()
    expect(column?.x, path).toBeGreaterThan(1000)
  }
})

describe('the keyboard', () => {
  test('the first stop is the way past the header, and it works', async () => {
    const { page } = await aVisitor()
    await open(page, '/latest')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(true)
  })

  test('after a navigation the next stop is in the new page', async () => {
    const { page, complaints } = await aVisitor()
    await open(page, '/latest')
    await page.getByRole('link', { name: 'Creators' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(complaints).toEqual([])
  })

  test('what has the focus can be seen', async () => {
    const { page } = await aVisitor()
    await open(page, '/')
    for (let stop = 0; stop < 25; stop++) {
      await page.keyboard.press('Tab')
      const visible = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return true
        const ring = (pseudo?: string) => getComputedStyle(element, pseudo).outlineStyle !== 'none'
        return ring() || ring('::after') || element.getBoundingClientRect().top >= 0
      })
      expect(visible).toBe(true)
    }
  })

  test('the account menu opens, closes and gives the focus back', async () => {
    const { page, complaints } = await somebody('editor')
    await open(page, '/')
    const button = page.getByRole('button', { name: /^Your menu/ })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Admin' }).count()).toBe(1)
    // A menu lies above the page, not in one of its regions.
    expect(await violations(page, ['region'])).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(withoutExpected(complaints)).toEqual([])
  })

  test('the drawer of the admin area opens on a phone, keeps the focus inside, and closes', async () => {
    const { page, complaints } = await somebody('admin', { viewport: { width: 360, height: 740 } })
    await open(page, '/admin')
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Admin' })
    await drawer.getByRole('link', { name: 'Tags' }).waitFor()
    expect(await violations(page)).toEqual([])
    await drawer.getByRole('link', { name: 'Tags' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})

test('nothing moves for those who asked for stillness', async () => {
  const { page } = await aVisitor({ reducedMotion: 'reduce' })
  await open(page, '/')
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].map((element) =>
        Number.parseFloat(getComputedStyle(element).transitionDuration),
      ),
    ),
  )
  expect(longest).toBeLessThanOrEqual(0.001)
})

test.each([360, 1280])('at %i pixels nothing moves when the fonts arrive, which come from the site', async (width) => {
  const { page } = await aVisitor({ viewport: { width, height: 800 } })
  await watchShifts(page)
  const hosts = new Set<string>()
  let arrive = () => {}
  await page.route('**/*.woff2', async (route) => {
    hosts.add(new URL(route.request().url()).host)
    await held
    await route.continue()
  })
  let held = Promise.resolve()
  for (const path of ['/about', '/story/the-hedge-is-a-clock', '/', '/latest']) {
    held = new Promise((done) => (arrive = done))
    // Fonts that are on their way hold back the end of loading.
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
