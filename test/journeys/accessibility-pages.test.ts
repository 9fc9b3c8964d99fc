import { expect, test } from 'vitest'
import { expectAccessible, overflow } from './axe.ts'
import { aVisitor, open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'

useBrowser({ pictures: true })

// One page for each layout and kind of page. Lists, search, stories, profiles and reading lists are checked in the
// files about them.
const forVisitors = [
  '/about',
  '/nowhere',
  '/developers',
  '/berrybasket',
  '/membership',
  '/auth/newauth',
  '/auth/newsignup',
  '/auth/passreset',
  '/auth/emailconfirm',
  '/admin/auth',
  '/unsubscribe/nothing',
  '/offline',
  '/shortcuts',
  '/story/the-index-nobody-used',
]
const forAuthors = ['/articles', '/library', '/user/account', '/user/notifications', '/user/bookmarks']
const forAdmins = [
  '/admin',
  '/admin/articles',
  '/admin/articles/placeholderfornew',
  '/admin/articles/preview/latch',
  '/admin/articles/Iframe',
  '/admin/mail',
  '/preview/latch',
]

test('pages for visitors have no accessibility violations and fit every window', { timeout: 120_000 }, async () => {
  const { page, complaints } = await aVisitor()
  for (const path of forVisitors) {
    await open(page, path)
    await expectAccessible(page, path)
  }
  expect(withoutExpected(complaints)).toEqual([])
})

test(
  'pages for authors and admins have no accessibility violations and fit every window',
  { timeout: 120_000 },
  async () => {
    const { page, complaints } = await signedInVisitor('admin')
    for (const path of [...forAuthors, ...forAdmins]) {
      await open(page, path)
      await expectAccessible(page, path)
    }
    expect(withoutExpected(complaints)).toEqual([])
  },
)

test('the bars of a phone have no accessibility violations', async () => {
  const { page, complaints } = await signedInVisitor('author', { viewport: { width: 320, height: 640 } })
  for (const path of ['/about', '/articles']) {
    await open(page, path)
    await expectAccessible(page, path, { widths: [] })
  }
  expect(complaints).toEqual([])
})

test('at 4K pages stay centered', async () => {
  const { page } = await aVisitor({ viewport: { width: 3840, height: 2160 } })
  for (const path of ['/', '/story/one-bucket-two-opinions']) {
    await open(page, path)
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
    const heading = await page.locator('h1').boundingBox()
    expect(heading?.x, path).toBeGreaterThan(1000)
  }
})

test('with reduced motion no transition takes time', async () => {
  const { page } = await aVisitor({ reducedMotion: 'reduce' })
  await open(page, '/')
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].map((element) =>
          Number.parseFloat(getComputedStyle(element).transitionDuration),
        ),
      ),
    )
  expect(await longest()).toBeLessThanOrEqual(0.001)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await longest()).toBeGreaterThan(0.05)
})
