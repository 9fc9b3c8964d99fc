import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/endpoint.ts'
import { newDemoDatabaseUrl } from '../new-database.ts'
import { aPerson, signedIn } from '../people.ts'
import { aPicture } from '../pictures.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { overflow, violations } from './axe.ts'
import { aVisitor, open, useBrowser, withoutExpected } from './browser.ts'
import { totalShift, watchShifts } from './shifts.ts'
import { siteDatabase } from './site-database.ts'

// Announcements are on every page, so other files must not see these.
useBrowser({ pictures: true })

let site: RunningSite
let databaseUrl: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bramble-banners-'))
  await aPicture(1200, 1500).jpeg().toFile(join(folder, 'gate.jpg'))
  databaseUrl = await newDemoDatabaseUrl()
  site = await startSite({ DATABASE_URL: databaseUrl, WEB_PROCESSES: '1', DATA_DIR: folder })
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

async function aVisitorAs(role: Role | null, options: Parameters<typeof aVisitor>[0] = {}) {
  const { db } = siteDatabase(databaseUrl)
  const cookie = role && (await signedIn(db, await aPerson(db, role)))
  return aVisitor({ url: site.url, ...(cookie !== null && { cookie }), ...options })
}

const bar = (page: Page) => page.getByRole('region', { name: 'Announcement', exact: true })

/** Tabs to the element. */
async function tabTo(page: Page, name: string) {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0] : null
      return (label ?? element)?.textContent ?? ''
    })
  for (let tabs = 0; tabs < 60; tabs++) {
    if ((await focused()).trim().startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}, but ${await focused()}`)
}

test('an editor announces something with the keyboard, and each reader dismisses it for themselves', async () => {
  const text = 'The site moves to a new server on Sunday.'
  const { page, complaints } = await aVisitorAs('editor')
  await open(page, '/admin/banner')
  expect(await violations(page)).toEqual([])
  await tabTo(page, 'New announcement')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/banner?edit=new')
  await tabTo(page, 'Text')
  await page.keyboard.type(text)
  await tabTo(page, 'Link text')
  await page.keyboard.type('Read more')
  await tabTo(page, 'Link address')
  await page.keyboard.type('/about')
  const preview = page.getByRole('region', { name: 'Preview' })
  expect(await preview.getByText(text).count()).toBe(2)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/banner')
  await page.getByRole('row').filter({ hasText: text }).getByText('Live').waitFor()

  const visitor = await aVisitorAs(null)
  await watchShifts(visitor.page)
  await open(visitor.page, '/latest')
  await bar(visitor.page).getByRole('link', { name: 'Read more' }).waitFor()
  expect(await violations(visitor.page)).toEqual([])
  await bar(visitor.page).getByRole('button', { name: 'Dismiss' }).focus()
  await visitor.page.keyboard.press('Enter')
  await expect.poll(() => bar(visitor.page).count()).toBe(0)
  await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.id)).toBe('content')
  // Hidden before the first paint, although the page is the same for all visitors.
  await visitor.page.goto('/about')
  expect(await bar(visitor.page).count()).toBe(0)
  expect(await visitor.page.content()).toContain(text)
  expect(await totalShift(visitor.page)).toBeLessThan(0.01)

  const phone = { viewport: { width: 320, height: 700 } }
  const { db } = siteDatabase(databaseUrl)
  const cookie = await signedIn(db, await aPerson(db))
  const [one, other] = [await aVisitor({ url: site.url, cookie, ...phone }), await aVisitor({ url: site.url, cookie })]
  await open(one.page, '/latest')
  expect(await overflow(one.page)).toBe(0)
  const saved = one.page.waitForResponse((response) => response.url().endsWith('/dismissal'))
  await bar(one.page).getByRole('button', { name: 'Dismiss' }).click()
  expect((await saved).status()).toBe(200)
  await open(other.page, '/latest')
  expect(await bar(other.page).count()).toBe(0)
  for (const said of [complaints, visitor.complaints, other.complaints]) expect(withoutExpected(said)).toEqual([])
})

test('an editor deletes an announcement and brings it back', async () => {
  const { page, complaints } = await aVisitorAs('editor')
  await open(page, '/admin/banner?edit=new')
  await page.getByLabel('Text', { exact: true }).fill('Short notice')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/admin/banner')
  await page.getByRole('checkbox', { name: 'Select Short notice' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Short notice' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row').filter({ hasText: 'Short notice' }).waitFor()
  expect(withoutExpected(complaints)).toEqual([])
})

test('an editor adds pictures to the sign-in pages and changes their order', async () => {
  const { page, complaints } = await aVisitorAs('editor')
  await open(page, '/admin/auth-banners')
  await page.getByRole('button', { name: 'Add a picture' }).click()
  await page.locator('input[type=file]').first().setInputFiles(join(folder, 'gate.jpg'))
  await page.getByLabel('Description of the picture').fill('A gate in the fog')
  await page.getByLabel('Quote').fill('Every gate has a story.')
  await page.getByLabel('Attribution').fill('Maren Holt')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Sign-in pictures' }).getByRole('listitem')
  await rows.getByText('Shown today').waitFor()

  const visitor = await aVisitorAs(null)
  await open(visitor.page, '/auth/newauth')
  await visitor.page.getByRole('img', { name: 'A gate in the fog' }).waitFor()
  await visitor.page.getByText('Every gate has a story.').waitFor()
  expect(await violations(visitor.page)).toEqual([])

  await page.getByRole('button', { name: 'Add a picture' }).click()
  await page.getByLabel('Quote').fill('Words are paths.')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Move “Words are paths.” up' }).focus()
  const ordered = page.waitForResponse((response) => response.url().endsWith('/order'))
  await page.keyboard.press('Enter')
  expect((await ordered).status()).toBe(200)
  await open(page, '/admin/auth-banners')
  expect(await rows.first().innerText()).toContain('Words are paths.')
  for (const one of [complaints, visitor.complaints]) expect(withoutExpected(one)).toEqual([])
})
