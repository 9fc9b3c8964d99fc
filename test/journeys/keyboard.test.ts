import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { aVisitor, open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'

useBrowser()

const STOPS = 25

test('the first stop skips the header, and a navigation moves the focus to the new page', async () => {
  const { page, complaints } = await aVisitor()
  await open(page, '/latest')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(true)

  await page.getByRole('link', { name: 'Creators' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  expect(complaints).toEqual([])
})

test('every element that takes the focus has a visible focus ring', async () => {
  const { page } = await aVisitor()
  await open(page, '/')
  for (let stop = 1; stop <= STOPS; stop++) {
    await page.keyboard.press('Tab')
    expect(await focusRing(page), `stop ${stop}`).toMatchObject({ onPage: true, ring: true })
  }
  // Checks the check: without the styles it must find no ring.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':focus-visible, :focus-visible::after { outline: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
  expect(await focusRing(page)).toMatchObject({ onPage: true, ring: false })
})

/** Whether an element of the page has the focus, and whether it or its `::after` has a visible outline. */
function focusRing(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { onPage: false, ring: false, element: '' }
    const seen = (pseudo?: string) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, pseudo)
      const transparent = /^rgba\(.+, 0\)$/.test(outlineColor) || outlineColor === 'transparent'
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !transparent
    }
    return { onPage: true, ring: seen() || seen('::after'), element: element.outerHTML.slice(0, 120) }
  })
}

test('the account menu opens, closes and returns the focus', async () => {
  const { page, complaints } = await signedInVisitor('editor', { pictures: true })
  await open(page, '/')
  const button = page.getByRole('button', { name: /^Account menu/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Admin' }).count()).toBe(1)
  // A menu is rendered outside the landmarks.
  expect(await violations(page, ['region'])).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(withoutExpected(complaints)).toEqual([])
})

test.each([true, false])('the main menu of small screens, with scripts: %s', async (javaScriptEnabled) => {
  const { page, complaints } = await aVisitor({ javaScriptEnabled, viewport: { width: 320, height: 700 } })
  await (javaScriptEnabled ? open(page, '/') : page.goto('/'))
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  expect(await menu.isVisible()).toBe(false)
  await button.focus()
  await page.keyboard.press('Enter')
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Latest', 'Creators', 'Topics', 'Membership'])
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Latest stories' }).waitFor()
  await menu.waitFor({ state: 'hidden' })
  await button.click()
  await menu.getByRole('link', { name: 'Topics' }).click()
  await page.getByRole('heading', { level: 1, name: 'Topics' }).waitFor()
  expect(complaints).toEqual([])
})

test('the drawer of the admin area opens on a phone, keeps the focus inside, and closes', async () => {
  const { page, complaints } = await signedInVisitor('admin', { viewport: { width: 360, height: 740 }, pictures: true })
  await open(page, '/admin')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Admin' })
  await drawer.getByRole('link', { name: 'Articles' }).waitFor()
  await expect.poll(() => drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  expect(await violations(page)).toEqual([])
  await drawer.getByRole('link', { name: 'Articles' }).click()
  await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(complaints).toEqual([])
})
