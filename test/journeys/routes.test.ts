import { describe, expect, inject, test } from 'vitest'
import { type Expectation, oddly, specRoutes } from '../spec-routes.ts'
import { aVisitor, layoutOf, open, somebody, useBrowser, withoutExpected } from './browser.ts'

useBrowser()

const outcome = (wanted: Expectation) => {
  if (wanted.visitor === 'page') return { status: 200, layout: wanted.layout, title: wanted.title }
  if (wanted.visitor === 'sign-in') return { status: 200, layout: 'empty', title: 'Sign in' }
  if (wanted.visitor === 'admin-auth') return { status: 200, layout: 'empty', title: 'Admin sign-in' }
  if (wanted.visitor === 'not-theirs') return { status: 404, layout: wanted.layout, title: 'Page Not Found' }
  return { status: 404, layout: 'default', title: 'Page Not Found' }
}
const bare = (title: string) => title.replace(' · Bramble', '')

// Half a hundred pages each.
describe('every route of the specification', { timeout: 180_000 }, () => {
  test('opens for a visitor with scripts, hydrates without a word in the console', async () => {
    const { page, complaints } = await aVisitor()
    for (const wanted of specRoutes({ id: 'somebody', handle: 'somebody' })) {
      const response = await open(page, oddly(wanted.path))
      const found = { status: response?.status(), layout: await layoutOf(page), title: bare(await page.title()) }
      expect(found, wanted.path).toEqual(outcome(wanted))
      expect(withoutExpected(complaints), wanted.path).toEqual([])
    }
  })

  test('opens without scripts, with the same status, layout and title', async () => {
    const { page } = await aVisitor({ javaScriptEnabled: false })
    for (const wanted of specRoutes({ id: 'somebody', handle: 'somebody' })) {
      const response = await page.goto(oddly(wanted.path))
      const found = { status: response?.status(), layout: await layoutOf(page), title: bare(await page.title()) }
      expect(found, wanted.path).toEqual(outcome(wanted))
      expect((await page.locator('h1').innerText()).length, wanted.path).toBeGreaterThan(2)
    }
  })

  test('opens for an admin, rendered for them at once', async () => {
    const { page, complaints, person } = await somebody('admin')
    for (const wanted of specRoutes(person)) {
      const response = await open(page, wanted.path)
      const found = { status: response?.status(), layout: await layoutOf(page), title: bare(await page.title()) }
      expect(found, wanted.path).toEqual({ status: 200, layout: wanted.layout, title: wanted.title })
      expect(complaints, wanted.path).toEqual([])
    }
  })

  test('is reached from any other without loading a page anew', async () => {
    const { page, complaints, person } = await somebody('admin')
    await open(page, '/')
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
    for (const wanted of specRoutes(person)) {
      await navigate(page, wanted.path)
      await expect.poll(async () => bare(await page.title()), { message: wanted.path }).toBe(wanted.title)
      await expect.poll(() => layoutOf(page), { message: wanted.path }).toBe(wanted.layout)
    }
    expect(await page.evaluate(() => Reflect.get(window, 'neverReloaded') as unknown)).toBe(true)
    expect(complaints).toEqual([])
  })

  test('a visitor who is sent to sign in brings along where they were going', async () => {
    const { page } = await aVisitor()
    await open(page, '/about')
    await navigate(page, '/articles')
    await page.waitForURL('**/auth/newauth?next=%2Farticles')
    await page.locator('[data-layout=empty]').waitFor()
  })
})

/** Follows a link to the path, as a click on one would. */
async function navigate(page: Awaited<ReturnType<typeof aVisitor>>['page'], path: string) {
  await page.evaluate((to) => {
    history.pushState({ key: Math.random().toString(36), usr: null, idx: history.length }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
}

test('an address that nobody knows is a page of its own, with or without scripts, by link or by address', async () => {
  const { page, complaints } = await aVisitor()
  const response = await open(page, '/No/Such/Page?with=query')
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await page.getByText('Page not found: /No/Such/Page?with=query').waitFor()

  await open(page, '/about')
  await navigate(page, '/nowhere/at/all')
  await page.getByText('Page not found: /nowhere/at/all').waitFor()
  expect(await page.title()).toBe('Page Not Found · Bramble')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await page.waitForURL(`${inject('site').url}/`)
  expect(withoutExpected(complaints)).toEqual([])
})

test('a reader who asks for an admin page in the browser finds nothing there', async () => {
  const { page, complaints } = await somebody('reader')
  await open(page, '/')
  await navigate(page, '/admin/users')
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  expect(await layoutOf(page)).toBe('default')
  expect(withoutExpected(complaints)).toEqual([])
})
