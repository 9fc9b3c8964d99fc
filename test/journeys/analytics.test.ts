import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { AnalyticsEvent } from '#contract/analytics/events.ts'
import type { QueueState } from '#site/analytics/worker-messages.ts'
import { startAnalyticsServer } from './analytics-server.ts'
import { aVisitor, open, useBrowser, waitForHydration, withoutExpected } from './browser.ts'

useBrowser()

const STORY = '/story/the-hedge-is-a-clock'
const KB = 1024
/** The page waits for the worker, and the worker for more events. */
const patiently = { timeout: 30_000 }
const allow = { serviceWorkers: 'allow' as const }

let server: Awaited<ReturnType<typeof startAnalyticsServer>>
beforeAll(async () => {
  server = await startAnalyticsServer(inject('site').url)
})
afterAll(() => server.stop())
beforeEach(() => {
  server.events.length = 0
  server.state.isDown = false
})

const visitor = (options: Parameters<typeof aVisitor>[0] = {}) => aVisitor({ url: server.url, ...allow, ...options })
const of = <K extends AnalyticsEvent['kind']>(kind: K) =>
  server.events.filter((event): event is Extract<AnalyticsEvent, { kind: K }> => event.kind === kind)
const viewedPaths = () => of('view').map(({ path }) => path)

function workers(page: Page) {
  return page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(
      ({ scope, active }) => `${new URL(scope).pathname} ${active?.state}`,
    ),
  )
}

test('the view of a first visit arrives without any input, through a worker that controls no page', async () => {
  const { page, complaints } = await visitor()
  await page.goto(`${STORY}?utm_source=letter`)
  await expect.poll(viewedPaths, patiently).toEqual([STORY])
  const [view] = of('view')
  expect(view).toMatchObject({ referrer: '', utm: { source: 'letter' } })
  expect(view?.story).toBe(await page.locator('#story-html').getAttribute('data-story'))
  expect(await workers(page)).toEqual(['/api/analytics activated'])
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
  // The code of the page never started.
  expect(await page.locator('html[data-ready]').count()).toBe(0)

  // Leaving sends the rest at once.
  await page.evaluate(() => location.assign('/latest'))
  await expect.poll(() => of('vital').map(({ name }) => name), patiently).toContain('LCP')
  expect(of('vital').map(({ path }) => path)).toEqual(of('vital').map(() => STORY))
  await expect.poll(viewedPaths, patiently).toEqual([STORY, '/latest'])
  expect(of('view').at(-1)?.referrer).toBe(new URL(server.url).host)
  expect(complaints).toEqual([])
})

test('the collector and its worker are at most 3 KB', async () => {
  const { page } = await visitor()
  const collector = page.waitForRequest(/\/assets\/start-analytics-/)
  await page.goto(STORY)
  const urls = [(await collector).url(), `${server.url}/sw-analytics.js`]
  const sizes = urls.map(async (url) => gzipSync(await (await page.request.get(url)).body(), { level: 9 }).length)
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3 * KB)
})

test('a page that the app shows is a view, and how far the story before it was read is reported', async () => {
  const { page, complaints } = await visitor()
  const collector = page.waitForResponse(/\/assets\/start-analytics-/)
  await open(page, STORY)
  await collector
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await page.waitForURL('**/about')
  await expect.poll(viewedPaths, patiently).toEqual([STORY, '/about'])
  const [first, second] = of('view')
  expect(of('progress')).toMatchObject([{ path: STORY, story: first?.story, from: 0, to: 20 }])
  expect(second).toMatchObject({ referrer: new URL(server.url).host })
  expect(second?.story).toBeUndefined()

  // A page that does not exist is not counted.
  await page.goto('/nowhere')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Read the latest stories' }).click()
  await page.waitForURL('**/latest')
  await expect.poll(viewedPaths, patiently).toEqual([STORY, '/about', '/latest'])
  expect(withoutExpected(complaints)).toEqual([])
})

test('events that could not be sent wait for the network', async () => {
  const { page } = await visitor()
  await page.goto('/about')
  await expect.poll(viewedPaths, patiently).toEqual(['/about'])

  server.state.isDown = true
  await page.goto('/topics')
  const waiting = () =>
    page.evaluate(async () => {
      const stored = await (await caches.open('bramble-analytics')).match(`${location.origin}/api/analytics`)
      const { events, failures } = (await (stored ?? Response.json({ failures: 0 })).json()) as QueueState
      return failures > 0 ? events.filter(({ kind }) => kind === 'view').map(({ path }) => path) : []
    })
  await expect.poll(waiting, patiently).toContain('/topics')
  await page.context().setOffline(true)
  server.state.isDown = false
  await page.context().setOffline(false)
  await expect.poll(viewedPaths, patiently).toEqual(['/about', '/topics'])
  expect(new Set(server.events.map(({ id }) => id)).size).toBe(server.events.length)
})

test('nothing is loaded, stored or sent for a visitor who asks not to be tracked', async () => {
  for (const [name, value] of [
    ['doNotTrack', '1'],
    ['globalPrivacyControl', true],
  ] as const) {
    const { page } = await visitor()
    await page.addInitScript(([key, given]) => Object.defineProperty(Navigator.prototype, key, { get: () => given }), [
      name,
      value,
    ] as const)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await open(page, STORY)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await page.waitForURL('**/about')

    // Another visitor, who came later.
    const other = await visitor()
    await other.page.goto('/latest')
    await expect.poll(viewedPaths, patiently).toContain('/latest')
    expect(viewedPaths().filter((path) => path !== '/latest')).toEqual([])
    expect(requests.filter((path) => path.includes('analytics'))).toEqual([])
    expect((await workers(page)).filter((worker) => worker.includes('analytics'))).toEqual([])
  }
})

test('without service workers, events are sent by the page itself', async () => {
  const { page, complaints } = await visitor({ serviceWorkers: 'block' })
  await page.goto('/about')
  await expect.poll(viewedPaths, patiently).toEqual(['/about'])
  // At once when the page is left.
  const collector = page.waitForResponse(/\/assets\/start-analytics-/)
  await page.goto('/topics')
  await collector
  await page.goto('/robots.txt')
  await expect.poll(viewedPaths, patiently).toEqual(['/about', '/topics'])
  expect(complaints).toEqual([])
})
