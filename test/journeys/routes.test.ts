import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { rows } from '#site/routes.ts'
import { type Expectation, specRoutes } from '../spec-routes.ts'
import { aVisitor, layoutOf, open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'

useBrowser()

// The server's tests ask for every route, with their status, layout and title (src/server/rendering/pages.test.ts). Here is
// what needs a browser: one route for each page component and layout, as a row of the route table names them.
function onePerPage(expectations: Expectation[]) {
  const seen = new Set<string>()
  return expectations.filter(({ path, layout }) => {
    const { page } = rows.find((row) => row.path === path) ?? rows.find((row) => isMatch(row.path, path)) ?? {}
    const key = `${page} ${layout}`
    return !seen.has(key) && seen.add(key)
  })
}

function isMatch(pattern: string, path: string) {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
}

const bare = (title: string) => title.replace(' · Bramble', '')

test('every page for visitors hydrates without console errors', { timeout: 120_000 }, async () => {
  const { page, complaints } = await aVisitor()
  const routes = specRoutes({ id: 'someone', handle: 'someone' }).filter(({ visitor }) => visitor === 'page')
  for (const { path, layout, title } of onePerPage(routes)) {
    await open(page, path)
    expect({ layout: await layoutOf(page), title: bare(await page.title()) }, path).toEqual({ layout, title })
    expect(withoutExpected(complaints), path).toEqual([])
  }
})

test('every page can be reached from any other without a full page load', { timeout: 120_000 }, async () => {
  const { page, complaints, person } = await signedInVisitor('admin')
  await open(page, '/')
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  for (const { path, layout, title } of onePerPage(specRoutes(person))) {
    await navigate(page, path)
    await expect.poll(async () => bare(await page.title()), { message: path }).toBe(title)
    await expect.poll(() => layoutOf(page), { message: path }).toBe(layout)
  }
  expect(await page.evaluate(() => Reflect.get(window, 'neverReloaded') as unknown)).toBe(true)
  expect(complaints).toEqual([])
})

test('a visitor who is sent to sign in keeps the requested page', async () => {
  const { page } = await aVisitor()
  await open(page, '/about')
  await navigate(page, '/articles')
  await page.waitForURL('**/auth/newauth?next=%2Farticles')
  await page.locator('[data-layout=empty]').waitFor()
})

test('an unknown URL shows a not-found page, by link and directly', async () => {
  const { page, complaints } = await aVisitor()
  const response = await open(page, '/No/Such/Page?with=query')
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await page.getByText('Page not found: /No/Such/Page?with=query').waitFor()

  await navigate(page, '/nowhere/at/all')
  await page.getByText('Page not found: /nowhere/at/all').waitFor()
  expect(await page.title()).toBe('Page Not Found · Bramble')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await page.waitForURL(`${inject('site').url}/`)
  expect(withoutExpected(complaints)).toEqual([])
})

test('a reader who navigates to an admin page gets the not-found page', async () => {
  const { page, complaints } = await signedInVisitor('reader')
  await open(page, '/')
  await navigate(page, '/admin/users')
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  expect(await layoutOf(page)).toBe('default')
  expect(withoutExpected(complaints)).toEqual([])
})

/** Navigates to a path as a click on a link would. */
async function navigate(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState({ key: Math.random().toString(36), usr: null, idx: history.length }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
}
