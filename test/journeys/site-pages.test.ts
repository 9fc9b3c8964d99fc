import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabaseUrl } from '../new-database.ts'
import { aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { expectAccessible } from './axe.ts'
import { aVisitor, open, useBrowser } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })

let site: RunningSite
let databaseUrl = ''
beforeAll(async () => {
  databaseUrl = await newDatabaseUrl()
  site = await startSite({ DATABASE_URL: databaseUrl, DEMO: 'no', WEB_PROCESSES: '1' })
})
afterAll(() => site.stop())

async function anAdmin() {
  const { db } = siteDatabase(databaseUrl)
  const cookie = await signedIn(db, await aPerson(db, 'admin', { name: 'Ada Admin' }))
  return aVisitor({ url: site.url, cookie })
}

type Wanted = { role: 'button' | 'link' | 'textbox'; name: string }

/** Presses the key until the element has the focus. */
async function moveTo(page: Page, { role, name }: Wanted, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const target = page.getByRole(role, { name, exact: true })
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${name}`)
}

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
async function status(page: Page, words: string) {
  await expect.poll(() => page.locator('[data-own-bar]').textContent()).toContain(words)
}

/** Opens the publish dialog from the keyboard, writes the note and publishes. */
async function publishByKeyboard(page: Page, note: string) {
  await moveTo(page, { role: 'button', name: 'Publish…' }, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /Publish/ })
  await dialog.getByRole('textbox', { name: /What changed/ }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('note')
  await page.keyboard.type(note)
  await moveTo(page, { role: 'button', name: 'Publish now' })
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  // Nothing is left to publish.
  await expect.poll(() => page.getByRole('button', { name: 'Publish…' }).isDisabled()).toBe(true)
}

test('an admin edits the about page by keyboard, publishes it, and restores an earlier version', async () => {
  const { page, complaints } = await anAdmin()
  await open(page, '/admin/settings/pages')
  await expectAccessible(page, 'the list of pages')
  await moveTo(page, { role: 'link', name: 'Edit About' })
  await page.keyboard.press('Enter')
  await text(page).waitFor()
  await expectAccessible(page, 'the editor of a page')

  await moveTo(page, { role: 'textbox', name: 'Title' })
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Who runs {site}')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => text(page).evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('{site} is run by three friends.')
  await status(page, 'Saved')
  await publishByKeyboard(page, 'Our own words')

  const visitor = await aVisitor({ url: site.url })
  await open(visitor.page, '/about')
  await visitor.page.getByRole('heading', { level: 1, name: 'Who runs Bramble' }).waitFor()
  await visitor.page.getByText('Bramble is run by three friends.').waitFor()
  expect(await visitor.page.title()).toBe('Who runs Bramble')
  await expectAccessible(visitor.page, 'the about page')

  // A second version, then the first again.
  await moveTo(page, { role: 'textbox', name: 'Title' })
  await page.keyboard.press('Control+A')
  await page.keyboard.type('A title to regret')
  await status(page, 'Saved')
  await publishByKeyboard(page, 'Another title')
  await open(visitor.page, '/about')
  await visitor.page.getByRole('heading', { level: 1, name: 'A title to regret' }).waitFor()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await page
    .getByRole('button', { name: /Our own words/ })
    .first()
    .click()
  await page.getByRole('heading', { name: /Earlier versions/ }).waitFor()
  await page.getByRole('region', { name: 'Current draft' }).waitFor()
  await expectAccessible(page, 'the versions of a page', { widths: [] })
  await page.getByRole('button', { name: 'Restore this version…' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Version restored to the draft').waitFor()
  await expect.poll(() => title(page).inputValue()).toBe('Who runs {site}')

  await page.getByRole('link', { name: 'Preview', exact: true }).click()
  await page.getByText('Preview of the draft. Only admins can see it.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Who runs Bramble' }).waitFor()
  await expectAccessible(page, 'the preview of a page', { widths: [] })
  await page.getByRole('link', { name: 'Back to the editor' }).click()
  await text(page).waitFor()
  await title(page).focus()
  await publishByKeyboard(page, '')
  await open(visitor.page, '/about')
  await visitor.page.getByRole('heading', { level: 1, name: 'Who runs Bramble' }).waitFor()
  expect([...complaints, ...visitor.complaints]).toEqual([])
})

test('text that was not saved before the browser was closed is there again', async () => {
  const { page, complaints } = await anAdmin()
  await open(page, '/admin/settings/pages/terms')
  await text(page).waitFor()
  await page.route('**/api/admin/pages/terms/draft', (route) => route.abort())
  await title(page).fill('Rules of the house')
  await status(page, 'Offline')
  await page.unroute('**/api/admin/pages/terms/draft')
  await open(page, '/admin/settings/pages/terms')
  await expect.poll(() => title(page).inputValue()).toBe('Rules of the house')
  await status(page, 'Saved')
  await open(page, '/admin/settings/pages')
  await page.getByText('Unpublished changes').waitFor()
  expect(complaints.filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([])
})
