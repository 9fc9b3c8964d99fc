import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { aVisitor, open, signedInVisitor, waitForHydration, useBrowser } from './browser.ts'
import { holdScripts } from './hold-scripts.ts'
import { aShortText, aStory } from './stories.ts'

useBrowser()

// High enough that the button below the text needs no scrolling, which would load the page's scripts before the click.
const viewport = { width: 1280, height: 1600 }

/** A click at the center of a control, sent by the browser without any movement before it. */
async function press(page: Page, selector: string, times = 1) {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`There is no ${selector}`)
  const devtools = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left' as const }
  for (let clickCount = 1; clickCount <= times; clickCount++) {
    await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', clickCount, ...at })
    await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', clickCount, ...at })
  }
}

const like = 'button[aria-label^="Like this story"]'
const controls = {
  like,
  save: 'button[data-save="page"]',
  follow: 'button[aria-label="Follow Ada Hedge"]',
  share: 'summary:has-text("Share")',
}

const done = { likes: 1, liked: true, saved: true, followed: 1 }

async function storyOf(page: Page, path: string) {
  const reply = await page.request.get(`${inject('site').url}/api/stories/${path.split('/').at(-1)}`)
  const { likes, liked, saved, followed } = await reply.json()
  return { likes, liked, saved, followed: followed.length }
}

test('the first click on a story works, however early it comes', async () => {
  const { page: reader } = await signedInVisitor('reader', { viewport })
  const storageState = await reader.context().storageState()
  const after = async (delay: number) => {
    const path = await aStory({ body: aShortText() })
    const pages = await Promise.all(
      Object.values(controls).map(async (control) => {
        const { page } = await aVisitor({ viewport, storageState })
        await page.goto(path, { waitUntil: 'commit' })
        // Before, there is nothing to click on.
        await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
        await page.waitForTimeout(delay)
        await press(page, control)
        return page
      }),
    )
    await expect.poll(() => storyOf(reader, path), { message: `after ${delay} ms` }).toEqual(done)
    expect(await pages[3]?.getByRole('link', { name: 'Share by email' }).isVisible()).toBe(true)
  }
  await Promise.all([after(0), after(500), after(5000)])
})

test('a click that comes before its code is replayed once the code has loaded', async () => {
  const { page, complaints } = await signedInVisitor('reader', { viewport })
  const changes: string[] = []
  page.on('request', (request) => {
    if (/\/(like|bookmark)$/.test(request.url())) changes.push(request.method())
  })
  const path = await aStory({ body: aShortText() })
  const button = page.locator(like).first()

  // A double click, while only the code of the buttons is missing.
  const parts = await holdScripts(page, 'parts')
  await open(page, path)
  await press(page, like, 2)
  await page.locator(`${like}[aria-busy="true"]`).first().waitFor()
  await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor()
  await parts.release()
  await page.locator(`${like}[aria-pressed="true"]`).first().waitFor()
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await button.getAttribute('aria-busy')).toBeNull()
  expect(await page.locator('#held-clicks').count()).toBe(0)
  await expect.poll(() => changes).toEqual(['PUT'])
  // From now on clicks are handled directly.
  await page.waitForTimeout(600)
  await button.click()
  await expect.poll(() => changes).toEqual(['PUT', 'DELETE'])

  // The keyboard, before the page has any code.
  const all = await holdScripts(page, 'shell')
  await page.goto(path, { waitUntil: 'commit' })
  // Keys pressed before the very first script have no effect.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /first-script/.test(name)),
  )
  await page.waitForTimeout(200)
  await page.locator(controls.save).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await all.release()
  await page.locator(`${controls.save}[aria-pressed="true"]`).waitFor()
  await expect.poll(() => changes).toEqual(['PUT', 'DELETE', 'PUT'])
  expect(complaints).toEqual([])
})

test('a tap on any other page is replayed, and code that fails to load is reported', async () => {
  const { page } = await signedInVisitor('reader', { viewport: { width: 390, height: 800 }, hasTouch: true })
  const shell = await holdScripts(page, 'shell')
  await page.goto('/latest', { waitUntil: 'commit' })
  const save = page.locator('button[data-save="card"]').first()
  await save.tap()
  expect(await save.getAttribute('aria-pressed')).toBe('false')
  await shell.release()
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')

  await page.route(/\/parts-[^/]+\.js$/, (route) => route.abort())
  await open(page, await aStory({ title: 'Still here', body: aShortText() }))
  await page.locator(like).first().tap()
  const notice = page.getByRole('alert')
  await notice.filter({ hasText: 'could not be loaded' }).waitFor()
  // A tap that the browser repeats is held again until its code has failed too.
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  await page.getByRole('heading', { level: 1, name: 'Still here' }).waitFor()
  await page.unroute(/\/parts-[^/]+\.js$/)
  await page.getByRole('button', { name: 'Reload' }).tap()
  await expect.poll(() => notice.count()).toBe(0)
  await waitForHydration(page)
  await page.locator(like).first().tap()
  await page.locator(`${like}[aria-pressed="true"]`).first().waitFor()
})

test('what is entered before the code of a page has loaded counts', async () => {
  const { page, complaints } = await signedInVisitor('admin', { viewport })
  const save = page.getByRole('button', { name: 'Save' })
  async function openEarly(path: string, enter: () => Promise<void>) {
    const shell = await holdScripts(page, 'shell')
    // A page for members starts by itself, so that its load waits for the scripts.
    await page.goto(path, { waitUntil: 'commit' })
    await enter()
    expect(await page.locator('html[data-ready]').count()).toBe(0)
    await shell.release()
    await waitForHydration(page)
  }
  await openEarly('/admin/settings', () => page.getByLabel('Name', { exact: true }).pressSequentially('!'))
  await expect.poll(() => save.isEnabled()).toBe(true)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toContain('!')

  await openEarly('/admin/settings/sign-up', () => page.getByLabel('No one').click())
  await expect.poll(() => save.isEnabled()).toBe(true)
  expect(await page.getByLabel('No one').isChecked()).toBe(true)

  await openEarly('/admin/users', () =>
    page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .click(),
  )
  await page.getByText('1 person selected').waitFor()
  expect(complaints).toEqual([])
})
