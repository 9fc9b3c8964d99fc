import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aVisitor, open, useBrowser } from './browser.ts'

useBrowser()

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(page: Page) {
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    for (const element of document.querySelectorAll<HTMLElement>('header')) element.style.position = 'static'
    const { violations: found } = await Reflect.get(window, 'axe').run(document, { runOnly: { type: 'tag', values } })
    return (found as { id: string; nodes: { html: string }[] }[]).flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
  }, tags)
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const states = [
  '/search',
  '/search?q=hedge',
  '/search?q=the&category=nature',
  '/search?q=maren&kind=creators',
  '/search?q=work&kind=tags',
  '/search?q=nature&kind=categories',
  '/search?q=hegde',
  '/search?q=zzzzqqqqxx',
  `/search?q=${encodeURIComponent('%\'":*&|!<b>'.repeat(9))}`,
  `/search?q=${'w'.repeat(190)}`,
]

describe.each([320, 1280])('at %i pixels', (width) => {
  test('axe finds nothing wrong with any state of the page, and none is too wide', async () => {
    const { page, complaints } = await aVisitor({ viewport: { width, height: 800 } })
    for (const path of states) {
      await open(page, path)
      expect(await violations(page), path).toEqual([])
      expect(await overflow(page), path).toBeLessThanOrEqual(0)
    }
    expect(complaints).toEqual([])
  })
})

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  test('somebody types, narrows the results, takes that back and reads a story', async () => {
    const { page } = await aVisitor({ javaScriptEnabled })
    await page.goto('/search')
    const field = page.getByRole('combobox', { name: 'Search' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('hedge')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=hedge$/)
    const results = page.getByRole('article')
    await results.first().waitFor()
    expect(await page.title()).toContain('hedge · Search')
    expect(await results.first().locator('mark').first().innerText()).toMatch(/^hedge/i)

    const facets = page.getByRole('complementary', { name: 'Narrow these results' })
    const before = await results.count()
    await facets.getByRole('link').first().click()
    await page.getByRole('list', { name: 'Narrowed by' }).waitFor()
    expect(await results.count()).toBeLessThanOrEqual(before)
    await page.getByRole('list', { name: 'Narrowed by' }).getByRole('link').click()
    await page.waitForURL(/\/search\?q=hedge$/)

    await results.first().getByRole('heading').getByRole('link').click()
    await page.waitForURL(/\/story\//)
  })

  test('a typing mistake is put right, and can be kept', async () => {
    const { page } = await aVisitor({ javaScriptEnabled })
    await page.goto('/search?q=hegde')
    await page.getByText('Showing results for').waitFor()
    await page.getByRole('link', { name: 'as typed' }).click()
    await page.getByText('Nothing was found for “hegde”').waitFor()
    await page.getByRole('link', { name: 'Allow for typing mistakes' }).click()
    await page.getByText('Showing results for').waitFor()
  })

  test('other kinds of things have a tab of their own', async () => {
    const { page } = await aVisitor({ javaScriptEnabled })
    await page.goto('/search?q=maren')
    await page
      .getByRole('link', { name: /^Creators/ })
      .last()
      .click()
    await page
      .getByRole('link', { name: /Maren Holt/ })
      .first()
      .click()
    await page.waitForURL(/\/user\/maren-holt/)
  })

  test('nothing found helps', async () => {
    const { page } = await aVisitor({ javaScriptEnabled })
    const response = await page.goto('/search?q=zzzzqqqqxx')
    expect(response?.status()).toBe(200)
    await page.getByText('Check the spelling.').waitFor()
    await page.getByRole('heading', { name: 'Popular topics' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Nature', exact: true }).waitFor()
  })
})

describe('the palette', () => {
  test('opens by its keys, suggests, leads there by the keyboard, and gives the focus back', async () => {
    const { page, complaints } = await aVisitor()
    await open(page, '/latest')
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
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBeTruthy()
    expect(await palette.getByRole('option', { selected: true }).innerText()).toContain('The hedge is a clock')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/story\/the-hedge-is-a-clock/)
    await expect.poll(() => palette.count()).toBe(0)

    // What was typed is kept for the next time, and free text leads to the page.
    await page.keyboard.press('Control+k')
    await palette.getByRole('option', { name: 'the hedge is' }).waitFor()
    await page.keyboard.type('bread')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=bread$/)
    await page.keyboard.press('Control+k')
    await palette.getByRole('button', { name: 'Clear recent searches' }).click()
    await expect.poll(() => palette.getByRole('option').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('the header’s link opens it, and is a link without scripts', async () => {
    const { page } = await aVisitor()
    await open(page, '/about')
    await page.waitForLoadState('networkidle')
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    const { page: plain } = await aVisitor({ javaScriptEnabled: false })
    await plain.goto('/about')
    await plain.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await plain.waitForURL(/\/search$/)
  })

  test('a slash in a field is a slash', async () => {
    const { page } = await aVisitor()
    await open(page, '/search')
    await page.waitForLoadState('networkidle')
    await page.getByRole('combobox', { name: 'Search' }).fill('')
    await page.keyboard.type('a/b')
    expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('a/b')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
