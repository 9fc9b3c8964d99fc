import { describe, expect, test } from 'vitest'
import { aVisitor, open, waitForHydration, useBrowser, withoutExpected } from './browser.ts'

useBrowser()

const BUILD_CHECK_MS = 10 * 60_000

describe('a new build', () => {
  test('is found by a request with a timestamp, and reloads the page once', async () => {
    const { page } = await aVisitor()
    await page.clock.install()
    const asked: string[] = []
    await page.route('**/builds/latest.json*', (route) => {
      asked.push(new URL(route.request().url()).search)
      return route.fulfill({ json: { id: 'newer' } })
    })
    let loads = 0
    page.on('load', () => (loads += 1))
    await open(page, '/about')
    await page.clock.runFor(BUILD_CHECK_MS + 100)
    await expect.poll(() => loads).toBe(2)
    expect(asked[0]).toMatch(/^\?\d{13}$/)

    // The reloaded page waits as long before its next check, so it is not reloaded repeatedly.
    await waitForHydration(page)
    await page.clock.runFor(BUILD_CHECK_MS / 2)
    expect(asked).toHaveLength(1)
    expect(loads).toBe(2)
  })

  test('waits while there is unsaved text, and loads with the next page', async () => {
    const { page } = await aVisitor()
    await page.clock.install()
    let answered = 0
    await page.route('**/builds/latest.json*', async (route) => {
      await route.fulfill({ json: { id: 'newer' } })
      answered += 1
    })
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    await open(page, '/about')
    await page.evaluate(() => {
      document.body.append(document.createElement('textarea'))
      const area = document.querySelector('textarea')
      if (area) area.value = 'Dear reader'
    })
    await page.clock.runFor(BUILD_CHECK_MS + 100)
    await expect.poll(() => answered).toBe(1)
    await page.getByRole('link', { name: 'Latest' }).first().click()
    // The page with the text was not reloaded, but the next one was loaded as a document.
    await expect.poll(() => documents).toEqual(['/about', '/latest'])
    await waitForHydration(page)
  })
})

describe('code that a newer build has removed', () => {
  test.each([
    ['loads after a reload', false],
    ['stays missing', true],
  ])('and %s causes one full page load', async (_, staysMissing) => {
    const { page, complaints } = await aVisitor()
    let documents = 0
    await page.route('**/creators', (route) => {
      if (route.request().resourceType() === 'document') documents += 1
      return route.continue()
    })
    let missing = 0
    await page.route('**/assets/creators-page-*.js', async (route) => {
      if (documents > 0 && !staysMissing) return route.continue()
      missing += 1
      return route.fulfill({ status: 404 })
    })
    await open(page, '/termsandconditions')
    await page.getByRole('link', { name: 'Creators' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
    if (staysMissing) {
      // The reloaded page requests it again without success, and stays as the server sent it.
      await page.mouse.wheel(0, 40)
      await expect.poll(() => missing).toBeGreaterThan(1)
      await page.waitForLoadState('networkidle')
    } else {
      await waitForHydration(page)
      expect(withoutExpected(complaints)).toEqual([])
    }
    expect(documents).toBe(1)
    expect(await page.locator('main a[data-card]').count()).toBeGreaterThan(5)
  })
})

test('a route rule redirects within the site, and outside it by a full page load', async () => {
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
