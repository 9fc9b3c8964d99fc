import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { UNREACHABLE_MS } from '#contract/constants.ts'
import { aVisitor, open, signedInVisitor, waitForHydration, useBrowser } from './browser.ts'
import { startProxy } from './proxy.ts'
import { aStory } from './stories.ts'
import { aDraftOf, serverHas, shownText, storyIn, titleIn, typeInStory, untilSaving, write } from './writing-page.ts'

useBrowser({ pictures: true })

const READ = '/story/the-hedge-is-a-clock'
const TITLE = 'The hedge is a clock'
// How often the page checks for the site while it does not respond.
const CHECK_MS = 2_500
const allow = { serviceWorkers: 'allow' as const }

type Kept = { path: string; readAt: number; files: Record<string, number> }[]

function kept(page: Page) {
  return page.evaluate(async (): Promise<Kept> => {
    const list = await (await caches.open('bramble-read')).match('/__read-stories')
    return list ? await list.json() : []
  })
}

/** Opens a story and waits until the browser has cached it. */
async function readStory(page: Page, path = READ) {
  await open(page, path)
  await expect.poll(async () => (await kept(page)).map((story) => story.path)).toContain(path)
}

test('a story that was read opens offline, by its address and by a link; other pages explain why they do not', async () => {
  const { page } = await aVisitor(allow)
  await readStory(page)
  // The pictures on it are cached as well.
  expect(Object.keys((await kept(page))[0]?.files ?? {}).some((file) => file.startsWith('/art/'))).toBe(true)
  await page.context().setOffline(true)
  await page.getByRole('status').filter({ hasText: 'You’re offline' }).waitFor()

  await page.goto(READ)
  await waitForHydration(page)
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  expect(await page.locator('#story-html').innerText()).toContain('Hooper')
  await expect
    .poll(() => page.evaluate(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0)))
    .toBe(true)

  // Another page, from its address.
  await page.goto('/creators')
  await waitForHydration(page)
  await page.getByRole('heading', { level: 1, name: 'Reading offline' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/offline')
  await page.getByRole('link', { name: TITLE }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  expect(new URL(page.url()).pathname).toBe(READ)

  // Another page, by a link inside the app.
  await page.getByRole('link', { name: 'Creators' }).first().click()
  await page.getByText('This page isn’t available offline.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
  expect(await page.locator('#connection').count()).toBe(0)
})

test('a site that does not respond is reported after ten seconds, and not before', async () => {
  const site = await startProxy(inject('site').url)
  try {
    const { page } = await aVisitor({ ...allow, url: site.url })
    await readStory(page)
    // The server is gone, not the network, which the browser would notice.
    await site.stop()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    let checks = 0
    page.on('requestfailed', (request) => {
      if (request.url().includes('/builds/latest.json')) checks += 1
    })
    await page.goto(READ)
    await waitForHydration(page)
    const firstCheck = async () => {
      await page.clock.runFor(500)
      return checks
    }
    await expect.poll(firstCheck).toBeGreaterThan(0)
    // The clock stands still after the first check has failed: nothing is reported yet.
    const banner = page.getByRole('status').filter({ hasText: /offline|unreachable/ })
    expect(await banner.count()).toBe(0)
    await page.clock.runFor(UNREACHABLE_MS + CHECK_MS)
    await banner.waitFor()
    await site.start()
    const reported = async () => {
      await page.clock.runFor(CHECK_MS)
      return banner.count()
    }
    await expect.poll(reported).toBe(0)
  } finally {
    await site.stop()
  }
})

/** The paths of the cached stories. */
async function keptPaths(page: Page) {
  return (await kept(page)).map(({ path }) => path)
}

test('a saved story opens offline, with the header of the person who is signed in', async () => {
  const { page, person, complaints } = await signedInVisitor('reader', allow)
  const [opened, other] = [await aStory(), await aStory()]
  const latest = async () => (await fetch(`${inject('site').url}/latest`)).text()
  await expect.poll(latest).toContain(other)
  await open(page, '/latest')
  // At once, usually before there is a service worker.
  const cards = page.getByRole('article').filter({ has: page.locator('[data-save]') })
  const save = (href: string) =>
    cards
      .filter({ has: page.locator(`a[data-card][href="${href}"]`) })
      .locator('[data-save]')
      .click()
  await save(opened)
  await save(other)
  await expect.poll(async () => (await keptPaths(page)).toSorted()).toEqual([opened, other].toSorted())

  await page.context().setOffline(true)
  await page.goto(opened)
  await waitForHydration(page)
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Notifications' }).waitFor()
  await header.getByLabel(new RegExp(`(Account menu|Your profile), ${person.name}`)).waitFor()
  expect(await header.getByRole('link', { name: 'Sign in' }).count()).toBe(0)
  expect(await page.locator('#story-html').innerText()).not.toBe('')
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
  await expect.poll(async () => (await kept(page)).find((story) => story.path === opened)?.readAt).toBeGreaterThan(0)

  // No longer saved, only the story that was opened stays.
  await page.context().setOffline(false)
  await open(page, '/latest')
  await save(opened)
  await save(other)
  await expect.poll(() => keptPaths(page)).toEqual([opened])
})

test('cached stories are those of a visitor, and signing out deletes them', async () => {
  const { page, person } = await signedInVisitor('reader', allow)
  await readStory(page)
  const stored = await page.evaluate(async () => {
    const read = await caches.open('bramble-read')
    const answers = await Promise.all((await read.keys()).map((key) => read.match(key)))
    return (await Promise.all(answers.map(async (answer) => answer?.text()))).join('\n')
  })
  expect(stored).toContain(TITLE)
  expect(stored).not.toContain('Account menu')
  expect(stored).not.toContain(person.handle)
  expect(stored).not.toContain(person.id)

  await page.getByRole('button', { name: `Account menu, ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('Start reading').waitFor()
  await expect.poll(async () => (await kept(page)).length).toBe(0)
  // Signed out, the offline page has the header of a visitor again.
  await page.context().setOffline(true)
  await page.goto('/offline')
  await waitForHydration(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
})

test('private pages are never cached, and the network comes first while online', async () => {
  const { page } = await signedInVisitor('author', allow)
  await readStory(page)
  await open(page, '/user/account')
  await open(page, '/articles')
  const addresses = await page.evaluate(async () => {
    // The analytics worker keeps its queue in a cache, and no response.
    const names = (await caches.keys()).filter((name) => name !== 'bramble-analytics')
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(addresses.filter((path) => /^\/(api|user|articles|admin)/.test(path))).toEqual([])
  // The network comes first: the page has this person's name again.
  await open(page, READ)
  expect(await page.getByRole('link', { name: 'Write' }).count()).toBeGreaterThan(0)
})

test('before any story was read the offline page says so', async () => {
  const { page, complaints } = await aVisitor(allow)
  await open(page, '/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await open(page, '/offline')
  await page.getByText('No stories yet. Open or save a story while you’re online.').waitFor()
  expect(complaints).toEqual([])
})

/** Until the browser has stored the page for writing offline. */
async function untilEditorStored(page: Page) {
  const stored = () => page.evaluate(async () => (await caches.match('/offline/write')) !== undefined)
  await expect.poll(stored, { timeout: 15_000 }).toBe(true)
}

const offlineNotice = (page: Page) => page.getByText('You’re offline. Changes are saved on this device.').first()

test('the editor opens offline with the text of its writer, saves when the network is back, and is empty after signing out', async () => {
  const { page, person } = await signedInVisitor('author', allow)
  const context = page.context()
  const id = await aDraftOf(person, { title: 'On the train' })
  const address = `/articles/edit?id=${id}`
  await write(page, id)
  await untilEditorStored(page)
  await rewriteStory(page, 'Written online.')
  await serverHas(id, 'Written online.')

  await context.setOffline(true)
  await typeInStory(page, ' Typed offline.')
  await untilSaving(page, 'offline')
  await page.reload()
  await storyIn(page).waitFor()
  expect(await shownText(page)).toBe('Written online. Typed offline.')
  expect(await titleIn(page).inputValue()).toBe('On the train')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address)
  await offlineNotice(page).waitFor()
  await typeInStory(page, ' And more.')
  await context.setOffline(false)
  await serverHas(id, 'Written online. Typed offline. And more.')
  await untilSaving(page, 'saved')
  await expect.poll(() => offlineNotice(page).count()).toBe(0)
  await typeInStory(page, ' Online again.')
  await serverHas(id, 'Written online. Typed offline. And more. Online again.')

  // The service worker has cached nothing of the person.
  expect(await cachedText(page)).not.toMatch(new RegExp(`${person.id}|${person.handle}|On the train`))

  await open(page, '/')
  await page.getByRole('button', { name: `Account menu, ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('Start reading').waitFor()
  await context.setOffline(true)
  await page.goto(address)
  await page.getByText('This story isn’t stored on this device.').waitFor()
  expect(await page.content()).not.toContain('Written online')
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
    'bramble-copies',
  )
})

test('a story begun offline is saved later, and a copy is never shown to another account', async () => {
  const { page, person } = await signedInVisitor('author', allow)
  const context = page.context()
  await write(page, null)
  await untilEditorStored(page)
  const secret = await aDraftOf(person, { title: 'Not for others' })
  await write(page, secret)

  await context.setOffline(true)
  await page.goto('/articles/new')
  await storyIn(page).waitFor()
  await page.keyboard.type('Begun offline')
  await untilSaving(page, 'offline')
  await context.setOffline(false)
  await untilSaving(page, 'saved')
  expect(new URL(page.url()).searchParams.get('id')).toMatch(/^\w{20}$/)

  // Another account signs in on this device without a sign-out first.
  const other = await signedInVisitor('author')
  const cookies = await other.page.context().cookies()
  await context.clearCookies()
  await context.addCookies(cookies)
  await open(page, '/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('bramble:writer'))).toBeNull()
  await context.setOffline(true)
  await page.goto(`/articles/edit?id=${secret}`)
  await page.getByText('This story isn’t stored on this device.').waitFor()
  expect(await page.content()).not.toContain('Not for others')
})

function cachedText(page: Page) {
  return page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const key of await cache.keys()) {
        const answer = await cache.match(key)
        if (/html|json/.test(answer?.headers.get('content-type') ?? '')) texts.push((await answer?.text()) ?? '')
      }
    }
    return texts.join('\n')
  })
}

async function rewriteStory(page: Page, words: string) {
  await storyIn(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
}
