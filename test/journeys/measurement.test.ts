import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type RunningSite, startSite } from '../site-process.ts'
import { violations } from './axe.ts'
import { aVisitor, open, useBrowser, waitForHydration } from './browser.ts'

useBrowser({ pictures: true })

const patiently = { timeout: 30_000 }
/** The server leaves out events of automated browsers. */
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('analytics in this browser', () => {
  test('shows the worker, what it sent, and the answer to a test event', async () => {
    const { page, complaints } = await aVisitor({ serviceWorkers: 'allow', userAgent: FIREFOX })
    await page.goto('/about')
    const worker = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.state))
    await expect.poll(worker, patiently).toContain('activated')
    await open(page, '/debug-analytics')
    await page.getByText('Worker: activated').waitFor()
    await page
      .getByRole('table', { name: 'Last requests' })
      .getByRole('cell', { name: 'view' })
      .first()
      .waitFor(patiently)
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('The server accepted the event. Test events are not counted.').waitFor()
    await page.getByRole('cell', { name: '200, 1 accepted' }).first().waitFor(patiently)
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('works without workers, and says when nothing is counted', async () => {
    const { page } = await aVisitor({ userAgent: FIREFOX })
    await open(page, '/debug-analytics')
    await page.getByText('Worker: not registered').or(page.getByText('Worker: not supported')).waitFor()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('The server accepted the event.').waitFor()

    const other = await aVisitor()
    await other.page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }))
    await open(other.page, '/debug-analytics')
    await other.page.getByText('You are not counted').waitFor()
    expect(await other.page.getByRole('button', { name: 'Send a test event' }).count()).toBe(0)
    expect(await other.page.getByRole('heading', { name: 'Google Analytics' }).count()).toBe(0)
  })
})

describe('a site with a measurement ID', () => {
  let site: RunningSite
  beforeAll(async () => {
    site = await startSite({
      DATABASE_URL: inject('site').databaseUrl,
      ANALYTICS_MEASUREMENT_ID: 'G-TEST12345',
      WEB_PROCESSES: '1',
    })
  })
  afterAll(() => site.stop())

  /** Google is the edge of the world: its script only says that it ran. */
  async function aReader() {
    const { page, complaints } = await aVisitor({ url: site.url })
    const loaded: string[] = []
    await page.route('https://www.googletagmanager.com/**', async (route) => {
      loaded.push(route.request().url())
      await route.fulfill({ contentType: 'text/javascript', body: 'document.cookie = "_ga=GA1.1.1; path=/"' })
    })
    return { page, complaints, loaded }
  }
  const question = (page: Page) => page.getByRole('region', { name: 'Privacy' })
  const commands = (page: Page) =>
    page.evaluate(() => (globalThis.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>)))

  test('asks first, and loads nothing for a reader who declines', async () => {
    const { page, complaints, loaded } = await aReader()
    await page.goto('/about')
    await question(page).waitFor()
    expect(await violations(page)).toEqual([])
    await question(page).getByRole('button', { name: 'Decline' }).click()
    await question(page).waitFor({ state: 'detached' })
    const collector = page.waitForResponse(/\/assets\/start-measurement-/)
    await page.goto('/topics')
    await collector
    await waitForHydration(page)
    expect(await question(page).count()).toBe(0)
    expect(loaded).toEqual([])
    expect(complaints).toEqual([])
  })

  test('sends the pages that a reader who allows it opens, until the reader declines', async () => {
    const { page, complaints, loaded } = await aReader()
    await page.goto('/about?gift=secret')
    await question(page).getByRole('button', { name: 'Allow' }).click()
    await expect.poll(() => loaded).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST12345'])
    await waitForHydration(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await page.waitForURL('**/privacypolicy')
    const views = async () =>
      (await commands(page)).filter(([, name]) => name === 'page_view').map(([, , given]) => given)
    await expect
      .poll(views)
      .toEqual(['about', 'privacypolicy'].map((path) => ({ page_location: `${site.url}/${path}` })))
    expect((await commands(page)).slice(1, 2)).toEqual([['config', 'G-TEST12345', { send_page_view: false }]])

    await open(page, '/debug-analytics')
    await page.getByText('You allowed this site to count your visits with Google Analytics.').waitFor()
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('This site does not count your visits').waitFor()
    expect(await page.evaluate(() => document.cookie)).not.toContain('_ga')
    loaded.length = 0
    const collector = page.waitForResponse(/\/assets\/start-measurement-/)
    await page.goto('/about')
    await collector
    await waitForHydration(page)
    expect(loaded).toEqual([])
    expect(await question(page).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('does not ask a reader who asked not to be tracked', async () => {
    const { page, loaded } = await aReader()
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    )
    await open(page, '/about')
    expect(await question(page).count()).toBe(0)
    expect(loaded).toEqual([])
  })
})
