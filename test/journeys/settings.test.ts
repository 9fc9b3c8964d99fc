import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDemoDatabaseUrl } from '../new-database.ts'
import { aPerson, signedIn } from '../people.ts'
import { aPicture } from '../pictures.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { overflow, violations } from './axe.ts'
import { aVisitor, open, useBrowser } from './browser.ts'
import { siteDatabase } from './site-database.ts'

// Settings are on every page, so other files must not see these.
useBrowser({ pictures: true })

let site: RunningSite
let databaseUrl: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bramble-settings-'))
  await aPicture(600, 600).png().toFile(join(folder, 'mark.png'))
  databaseUrl = await newDemoDatabaseUrl()
  site = await startSite({ DATABASE_URL: databaseUrl, WEB_PROCESSES: '2', DATA_DIR: folder })
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

async function anAdmin(options: Parameters<typeof aVisitor>[0] = {}) {
  const { db } = siteDatabase(databaseUrl)
  return aVisitor({ url: site.url, cookie: await signedIn(db, await aPerson(db, 'admin')), ...options })
}

/** Not the toast, which may still be that of an earlier change. */
async function saved(page: Page) {
  await page.getByText('You have unsaved changes.').waitFor({ state: 'hidden' })
}

function accentOf(page: Page) {
  return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-primary-700').trim())
}

let attempts = 0

test('an admin names the site and changes its colour and logo, and a visitor sees it', async () => {
  attempts += 1
  const name = `The Hedge ${attempts}`
  const { page, complaints } = await anAdmin()
  await open(page, '/admin/settings')
  expect(await violations(page)).toEqual([])
  // By keyboard alone.
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await saved(page)
  await page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor()

  await page.getByRole('link', { name: 'Appearance' }).click()
  await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#86efac')
  await page.getByText(/Choose a darker colour/).waitFor()
  await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#7c2d12')
  await page.getByRole('group', { name: 'Logo' }).locator('input[type=file]').setInputFiles(join(folder, 'mark.png'))
  await page.getByRole('button', { name: 'Remove the logo' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await saved(page)
  await expect.poll(() => accentOf(page)).toBe('#7c2d12')
  expect(complaints).toEqual([])

  const visitor = await aVisitor({ url: site.url })
  await open(visitor.page, '/')
  expect(await visitor.page.title()).toContain(name)
  await visitor.page.getByRole('banner').getByRole('img', { name }).waitFor()
  expect(await accentOf(visitor.page)).toBe('#7c2d12')
  expect(await violations(visitor.page)).toEqual([])
  expect(visitor.complaints).toEqual([])
})

test('an admin makes the site invitation-only and adds a link, on a phone', async () => {
  const { page, complaints } = await anAdmin({ viewport: { width: 390, height: 800 } })
  await open(page, '/admin/settings/sign-up')
  expect(await overflow(page)).toBe(0)
  await page.getByRole('radio', { name: /^People with an invitation/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await saved(page)

  await open(page, '/admin/settings/navigation')
  expect(await overflow(page)).toBe(0)
  const links = page.getByRole('group', { name: 'Navigation' })
  await links.getByRole('button', { name: 'Add a link' }).click()
  await page.keyboard.type('Our shop')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('https://shop.example')
  await page.keyboard.press('Enter')
  await saved(page)
  expect(complaints).toEqual([])

  const visitor = await aVisitor({ url: site.url })
  await open(visitor.page, '/auth/newsignup')
  await visitor.page.getByText(/You need an invitation/).waitFor()
  expect(await violations(visitor.page)).toEqual([])
  await open(visitor.page, '/')
  expect(await visitor.page.getByRole('link', { name: 'Our shop' }).getAttribute('href')).toBe('https://shop.example')
})

test.each(['publishing', 'social-cards', 'features'])('%s is accessible and fits a phone', async (section) => {
  const { page, complaints } = await anAdmin({ viewport: { width: 320, height: 700 } })
  await open(page, `/admin/settings/${section}`)
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  expect(complaints).toEqual([])
})
