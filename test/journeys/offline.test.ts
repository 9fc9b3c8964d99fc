import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { freePort } from '#server/platform/postgres/server.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { startSite } from '../site-process.ts'
import { aVisitor, open, somebody, taken, useBrowser } from './browser.ts'

useBrowser()

const READ = '/story/the-hedge-is-a-clock'
const TITLE = 'The hedge is a clock'
const allow = { serviceWorkers: 'allow' as const }

type Kept = { path: string; files: Record<string, number> }[]

function kept(page: Page) {
  return page.evaluate(async (): Promise<Kept> => {
    const list = await (await caches.open('bramble-read')).match('/__read-stories')
    return list ? await list.json() : []
  })
}

/** Opens a story and waits until the browser has kept it. */
async function readStory(page: Page, path = READ) {
  await open(page, path)
  await expect.poll(async () => (await kept(page)).map((story) => story.path)).toContain(path)
}

test('a story that was read opens without a network, from its address and by a link; others are explained', async () => {
  const { page } = await aVisitor(allow)
  await readStory(page)
  // The pictures it showed are among what is kept.
  expect(Object.keys((await kept(page))[0]?.files ?? {}).some((file) => file.startsWith('/art/'))).toBe(true)
  await page.context().setOffline(true)
  await page.getByRole('status').filter({ hasText: 'You are offline' }).waitFor()

  await page.goto(READ)
  await taken(page)
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  expect(await page.locator('#story-html').innerText()).toContain('Hooper')
  await expect
    .poll(() => page.evaluate(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0)))
    .toBe(true)

  // Another page, from its address.
  await page.goto('/creators')
  await taken(page)
  await page.getByRole('heading', { level: 1, name: 'Reading offline' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/offline')
  await page.getByRole('link', { name: TITLE }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  expect(new URL(page.url()).pathname).toBe(READ)

  // Another page, by a link inside the app.
  await page.getByRole('link', { name: 'Creators' }).first().click()
  await page.getByText('The page you asked for could not be reached.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
  expect(await page.locator('#connection').count()).toBe(0)
})

test('a site that does not answer is reported after a while, and not before', { timeout: 120_000 }, async () => {
  const env = { DATABASE_URL: await newDatabaseUrl(), WEB_PROCESSES: '1', PORT: String(await freePort()) }
  let site = await startSite(env)
  try {
    const { page } = await aVisitor({ ...allow, url: site.url })
    await readStory(page)
    // Not the network is gone, of which a browser knows, but the site.
    await site.stop()
    const opened = Date.now()
    await page.goto(READ)
    await taken(page)
    const banner = page.getByRole('status').filter({ hasText: /offline|cannot be reached/ })
    await banner.waitFor({ timeout: 30_000 })
    expect(Date.now() - opened).toBeGreaterThan(8000)
    site = await startSite(env)
    await banner.waitFor({ state: 'detached', timeout: 30_000 })
  } finally {
    await site.stop()
  }
})

test('what is kept is what a visitor sees, and goes when somebody signs out', async () => {
  const { page, person } = await somebody('reader', allow)
  await readStory(page)
  const stored = await page.evaluate(async () => {
    const read = await caches.open('bramble-read')
    const answers = await Promise.all((await read.keys()).map((key) => read.match(key)))
    return (await Promise.all(answers.map(async (answer) => answer?.text()))).join('\n')
  })
  expect(stored).toContain(TITLE)
  expect(stored).not.toContain('Your menu')
  expect(stored).not.toContain(person.handle)
  expect(stored).not.toContain(person.id)

  await page.getByRole('button', { name: `Your menu, ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('Start reading').waitFor()
  await expect.poll(async () => (await kept(page)).length).toBe(0)
})

test('private pages are never kept, and reading online stays fresh', async () => {
  const { page } = await somebody('author', allow)
  await readStory(page)
  await open(page, '/user/account')
  await open(page, '/articles')
  const addresses = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(addresses.filter((path) => /^\/(api|user|articles|admin)/.test(path))).toEqual([])
  // The network comes first: the page has this person's name again.
  await open(page, READ)
  expect(await page.getByRole('link', { name: 'Write' }).count()).toBeGreaterThan(0)
})

test('before anything was read there is nothing in the way', async () => {
  const { page, complaints } = await aVisitor(allow)
  await open(page, '/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await open(page, '/offline')
  await page.getByText('Nothing yet. Open a story while you are online.').waitFor()
  expect(complaints).toEqual([])
})
