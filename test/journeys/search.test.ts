import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectToFit, still, violations } from './axe.ts'
import { aVisitor, open, useBrowser } from './browser.ts'

useBrowser()

const states = [
  '/search',
  '/search?q=hedge',
  '/search?q=the&category=nature',
  '/search?q=maren&kind=creators',
  '/search?q=work&kind=tags',
  '/search?q=nature&kind=categories',
  '/search?q=hegde',
  '/search?q=zzzzqqqqxx',
]
const oddQueries = [`/search?q=${encodeURIComponent('%\'":*&|!<b>'.repeat(9))}`, `/search?q=${'w'.repeat(190)}`]

test('every state of the search page is accessible and fits every window', async () => {
  const { page, complaints } = await aVisitor({ pictures: true })
  for (const path of states) {
    await open(page, path)
    await expectAccessible(page, path)
  }
  for (const path of oddQueries) {
    await open(page, path)
    await expectToFit(page, path, [320, 1920])
  }
  expect(complaints).toEqual([])
})

test('a visitor searches, filters the results, corrects a typo and reads a story', async () => {
  const { page, complaints } = await aVisitor()
  await open(page, '/search')
  await searchFromStartToEnd(page)
  expect(complaints).toEqual([])
})

test('all of that works without scripts, from the link in the header on', async () => {
  const { page } = await aVisitor({ javaScriptEnabled: false })
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  await page.waitForURL(/\/search$/)
  await searchFromStartToEnd(page)
})

async function searchFromStartToEnd(page: Page) {
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)

  // A typo is corrected, which can be undone.
  await field.fill('hegde')
  await page.keyboard.press('Enter')
  await page.getByText('Showing results for').waitFor()
  await page.getByRole('link', { name: 'as typed' }).click()
  await page.getByText('No results for “hegde”').waitFor()
  await page.getByText('Check the spelling.').waitFor()
  await page.getByRole('heading', { name: 'Popular topics' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Nature', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Include similar spellings' }).click()
  await page.getByText('Showing results for').waitFor()

  // Other kinds of results have a tab of their own.
  await field.fill('maren')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=maren/)
  const creators = page.getByRole('link', { name: /^Creators/ }).last()
  await creators.click()
  await page.waitForURL(/kind=creators/)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Maren Holt/ })
    .first()
    .waitFor()

  await page.goto('/search')
  await field.fill('hedge')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=hedge$/)
  const results = page.getByRole('article')
  await results.first().waitFor()
  expect(await page.title()).toContain('hedge · Search')
  await expect.poll(() => results.first().locator('mark').first().innerText()).toMatch(/^hedge/i)
  const before = await results.count()
  await page.getByRole('complementary', { name: 'Filter results' }).getByRole('link').first().click()
  const narrowedBy = page.getByRole('list', { name: 'Active filters' })
  await narrowedBy.waitFor()
  await expect.poll(() => results.count()).toBeLessThanOrEqual(before)
  await narrowedBy.getByRole('link').click()
  await page.waitForURL(/\/search\?q=hedge$/)
  await results.first().getByRole('heading').getByRole('link').click()
  await page.waitForURL(/\/story\//)
}

test('the palette opens by shortcut and link, shows suggestions, navigates and restores focus', async () => {
  const { page, complaints } = await aVisitor({ pictures: true })
  await open(page, '/latest')
  // The shortcut listener loads after the page.
  await page.waitForLoadState('networkidle')
  const palette = page.getByRole('dialog', { name: 'Search' })
  const field = palette.getByRole('combobox', { name: 'Search' })

  const about = page.getByRole('link', { name: 'About' })
  await about.focus()
  await page.keyboard.press('Control+k')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => palette.count()).toBe(0)
  await expect.poll(() => about.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.keyboard.press('/')
  await field.waitFor()
  await page.keyboard.type('the hedge is')
  await palette.getByRole('option', { name: /The hedge is a clock/ }).waitFor()
  await still(page)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBeTruthy()
  await expect.poll(() => palette.getByRole('option', { selected: true }).innerText()).toContain('The hedge is a clock')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/story\/the-hedge-is-a-clock/)
  await expect.poll(() => palette.count()).toBe(0)

  // Recent searches are offered again, and free text leads to the search page.
  await page.keyboard.press('Control+k')
  await palette.getByRole('option', { name: 'the hedge is' }).waitFor()
  await page.keyboard.type('bread')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=bread$/)
  await expect.poll(() => palette.count()).toBe(0)
  // The search page remembers what was searched for once it shows.
  await page.getByRole('heading', { level: 1, name: 'Search results for bread' }).waitFor()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  await page.keyboard.press('Control+k')
  await palette.getByRole('button', { name: 'Clear recent searches' }).click()
  await expect.poll(() => palette.getByRole('option').count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => palette.count()).toBe(0)

  // A slash in a text field does not open the palette.
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search' })
  await box.fill('')
  await page.keyboard.type('a/b')
  await expect.poll(() => box.inputValue()).toBe('a/b')
  expect(await palette.count()).toBe(0)

  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  await palette.waitFor()
  expect(complaints).toEqual([])
})
