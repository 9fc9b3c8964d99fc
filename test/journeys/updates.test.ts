import { describe, expect, test } from 'vitest'
import { aVisitor, open, taken, useBrowser, withoutExpected } from './browser.ts'

useBrowser()

const BUILD_CHECK_MS = 10 * 60_000

describe('a new build', () => {
  test('is noticed by a question that carries the time, and brings the page back once', async () => {
    const { page } = await aVisitor()
    await page.clock.install()
    const asked: string[] = []
    let id = 'newer'
    await page.route('**/builds/latest.json*', (route) => {
      asked.push(new URL(route.request().url()).search)
      return route.fulfill({ json: { id } })
    })
    let loads = 0
    page.on('load', () => (loads += 1))
    await open(page, '/about')
    await page.clock.runFor(BUILD_CHECK_MS + 100)
    await expect.poll(() => loads).toBe(2)
    expect(asked[0]).toMatch(/^\?\d{13}$/)

    // The server still says the same: the page does not go round in circles.
    await taken(page)
    id = 'newer still'
    await page.clock.runFor(5_000)
    expect(loads).toBe(2)
  })

  test('waits while somebody is writing, and comes with the next page', async () => {
    const { page } = await aVisitor()
    await page.clock.install()
    await page.route('**/builds/latest.json*', (route) => route.fulfill({ json: { id: 'newer' } }))
    let loads = 0
    page.on('load', () => (loads += 1))
    await open(page, '/about')
    await page.evaluate(() => {
      document.body.append(document.createElement('textarea'))
      const area = document.querySelector('textarea')
      if (area) area.value = 'Dear reader'
    })
    await page.clock.runFor(BUILD_CHECK_MS + 100)
    await page.waitForTimeout(300)
    expect(loads).toBe(1)
    await page.getByRole('link', { name: 'Latest' }).first().click()
    await expect.poll(() => loads).toBe(2)
    expect(new URL(page.url()).pathname).toBe('/latest')
  })
})

describe('code that a newer build has replaced', () => {
  test('is answered by loading the page whole, once', async () => {
    const { page, complaints } = await aVisitor()
    let whole = 0
    await page.route('**/creators', (route) => {
      if (route.request().resourceType() === 'document') whole += 1
      return route.continue()
    })
    await page.route('**/assets/creators-page-*.js', (route) =>
      whole > 0 ? route.continue() : route.fulfill({ status: 404 }),
    )
    await open(page, '/termsandconditions')
    await page.getByRole('link', { name: 'Creators' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
    await taken(page)
    expect(whole).toBe(1)
    expect(withoutExpected(complaints)).toEqual([])
  })

  test('that stays missing is loaded whole once and then left as the server sent it', async () => {
    const { page } = await aVisitor()
    let whole = 0
    await page.route('**/creators', (route) => {
      if (route.request().resourceType() === 'document') whole += 1
      return route.continue()
    })
    await page.route('**/assets/creators-page-*.js', (route) => route.fulfill({ status: 404 }))
    await open(page, '/termsandconditions')
    await page.getByRole('link', { name: 'Creators' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
    await page.waitForTimeout(1_500)
    expect(whole).toBe(1)
    expect(await page.locator('main a[data-card]').count()).toBeGreaterThan(5)
  })
})

test('a route rule leads on within the site, and outside it by a full page load', async () => {
  const { page } = await aVisitor()
  await open(page, '/about')
  await page.evaluate(() => {
    document.querySelector('a[href="/latest"]')?.setAttribute('data-old', '')
    Object.assign(window, { neverReloaded: true })
  })
  const go = (to: string) =>
    page.evaluate((path) => {
      history.pushState({ key: 'x', usr: null, idx: 9 }, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
    }, to)
  await go('/Privacy/')
  await page.waitForURL('**/privacypolicy')
  expect(await page.evaluate(() => Reflect.get(window, 'neverReloaded') as unknown)).toBe(true)
  await go('/openapi')
  await page.waitForURL('**/api/openapi.json')
  expect(await page.evaluate(() => Reflect.get(window, 'neverReloaded') as unknown)).toBeUndefined()
})
