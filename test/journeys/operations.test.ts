import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { queueMail } from '#server/platform/mail.ts'
import { newId } from '#server/platform/ids.ts'
import { aPerson } from '../people.ts'
import { testVault } from '../vault.ts'
import { expectAccessible, overflow } from './axe.ts'
import { open, signedInVisitor, useBrowser } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })
const db = () => siteDatabase().db

async function expectFit(page: Page) {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 860 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
}

test('an admin finds a mail by its recipient and reads it in a sandbox', async () => {
  const to = `${newId().toLowerCase()}@example.com`
  await queueMail(
    { db: db(), now: () => new Date(), vault: testVault },
    {
      kind: 'notification',
      to,
      subject: 'Ada liked your story',
      text: 'Ada liked your story. Read it on the site.',
      html: '<html><head></head><body><p>Ada liked <b>your story</b></p><script>document.body.remove()</script></body></html>',
    },
  )
  const { page, complaints } = await signedInVisitor('admin')
  await open(page, '/admin/mail')
  await page.getByRole('searchbox', { name: 'Search by recipient' }).fill(to)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/admin/mail?*q=*')
  await expect.poll(() => page.getByRole('cell', { name: 'Not delivered', exact: true }).count()).toBe(1)
  await expectAccessible(page, 'mail')
  await expectFit(page)
  await page.getByRole('link', { name: 'Ada liked your story' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada liked your story' }).waitFor()
  const frame = page.frameLocator('iframe[sandbox=""]')
  await frame.getByText('your story').waitFor()
  await page.getByText('Read it on the site.').waitFor()
  await page.getByText('No mail server is configured.').waitFor()
  await expectAccessible(page, 'a mail')
  await expectFit(page)
  // The sandbox refuses the script and the messages of axe, and Chromium says so.
  const refused = /Blocked script execution|Failed to execute 'postMessage'/
  expect(complaints.filter((line) => !refused.test(line))).toEqual([])
})

test('an admin starts a job and retries a failed picture by keyboard', async () => {
  const owner = await aPerson(db(), 'author')
  const name = `Broken ${newId()}`
  const media = { ownerId: owner.id, kind: 'picture', type: 'image/jpeg', size: 9, blob: newId() }
  await db()
    .insertInto('media')
    .values({ id: newId(), name, ...media, state: 'failed', width: 40, height: 30 })
    .execute()
  const { page, complaints } = await signedInVisitor('admin')
  await open(page, '/admin/jobs')
  await expectAccessible(page, 'jobs')
  await expectFit(page)
  await page.getByRole('button', { name: 'Run now Cleanup' }).focus()
  await page.keyboard.press('Enter')
  // It may run at this moment anyway.
  await page.getByText(/^Cleanup (started|is already running)$/).waitFor()
  await page.getByRole('link', { name: 'Failed items', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/jobs?show=failed')
  await page.getByText(name).first().waitFor()
  await expectAccessible(page, 'failed items')
  await page.getByRole('button', { name: `Retry ${name}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Item retried').waitFor()
  expect(complaints).toEqual([])
})

test('an admin reads the state of the system, runs the checks and searches the log', async () => {
  const statement = `select "name" from "person" where "handle" = $1 and "id" <> $2 -- ${newId()}`
  await db()
    .insertInto('slowQuery')
    .values({ id: newId(), statement, calls: 3, totalMs: 1e6, maxMs: 9e5, lastAt: new Date() })
    .execute()
  const { page, complaints } = await signedInVisitor('admin')
  await page.setViewportSize({ width: 1280, height: 600 })
  await open(page, '/admin/system')
  await page.getByText('This one').waitFor()
  const link = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'System' })
  await expect.poll(() => link.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(600)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.setViewportSize({ width: 320, height: 860 })
  expect((await page.getByText(statement).boundingBox())?.width).toBeGreaterThan(250)
  await page.getByRole('button', { name: 'Run checks' }).click()
  await page.getByText(/All checks passed|checks failed/).waitFor()
  await expectAccessible(page, 'system')
  await expectFit(page)
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await page.waitForURL('**/admin/system?show=log')
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('no such record')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForURL('**/admin/system?*q=*')
  // The site of the tests logs warnings only.
  await page.getByText('No log records found').waitFor()
  await expectAccessible(page, 'log')
  await expectFit(page)
  expect(complaints).toEqual([])
})
