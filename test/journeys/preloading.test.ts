import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitor, open, useBrowser } from './browser.ts'

useBrowser()

function payloads(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // A list goes on by itself when it is long; that is not what is looked at here.
    if (pathname.endsWith('_payload.json') && !search.includes('before=')) asked.push(pathname)
  })
  return asked
}

test('pointing at a link fetches its page, and following it fetches nothing again', async () => {
  const { page, complaints } = await aVisitor()
  await open(page, '/about')
  const asked = payloads(page)
  const link = page.getByRole('link', { name: 'Creators' }).first()
  await link.hover()
  await expect.poll(() => asked).toEqual(['/creators/_payload.json'])
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
  expect(asked).toEqual(['/creators/_payload.json'])
  expect(complaints).toEqual([])
})

test('at most four are fetched at once', async () => {
  const { page } = await aVisitor()
  await open(page, '/latest')
  let flying = 0
  let most = 0
  const waiting: (() => void)[] = []
  await page.route('**/_payload.json*', async (route) => {
    flying += 1
    most = Math.max(most, flying)
    await new Promise<void>((done) => waiting.push(done))
    flying -= 1
    await route.continue()
  })
  await page.evaluate(() => {
    for (const link of document.querySelectorAll('article h2 a'))
      link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  })
  await expect.poll(() => flying).toBe(4)
  await page.waitForTimeout(300)
  while (waiting.length > 0 || flying > 0) {
    waiting.shift()?.()
    await page.waitForTimeout(10)
  }
  expect(most).toBe(4)
})

test.each([{ saveData: true }, { effectiveType: '2g' }])(
  'on a connection of %j nothing is fetched ahead',
  async (connection) => {
    const { page } = await aVisitor()
    await page.addInitScript((given) => {
      Object.defineProperty(navigator, 'connection', { value: given, configurable: true })
    }, connection)
    await open(page, '/about')
    const asked = payloads(page)
    await page.getByRole('link', { name: 'Creators' }).first().hover()
    await page.waitForTimeout(500)
    expect(asked).toEqual([])
    await page.getByRole('link', { name: 'Creators' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
  },
)
