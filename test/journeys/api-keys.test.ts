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
  site = await startSite({ DATABASE_URL: databaseUrl, DEMO: 'no', WEB_PROCESSES: '2' })
})
afterAll(() => site.stop())

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'checkbox' | 'textbox' | 'link') {
  const target = page.getByRole(role, { name }).first()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(name)}`)
}

test('an admin creates a key by keyboard, calls the API with it, and revokes it', async () => {
  const { db } = siteDatabase(databaseUrl)
  const admin = await aPerson(db, 'admin')
  const { page, complaints } = await aVisitor({ url: site.url, cookie: await signedIn(db, admin) })
  await open(page, '/admin/settings/api-keys')
  await expectAccessible(page, 'no API keys')
  await tabTo(page, 'Create an API key', 'link')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Create an API key', level: 1 }).waitFor()
  await expectAccessible(page, 'the form of an API key')
  await tabTo(page, /^Name/, 'textbox')
  await page.keyboard.type('Newsletter')
  await tabTo(page, /^audit:read/, 'checkbox')
  await page.keyboard.press('Space')
  await tabTo(page, 'Create key', 'button')
  await page.keyboard.press('Enter')
  const secret = (await page.getByText(/^bramble_sk_/).textContent()) ?? ''
  await expectAccessible(page, 'a new API key')
  await tabTo(page, 'Done', 'link')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Newsletter', level: 3 }).waitFor()
  await page.getByText(`bramble_sk_…${secret.slice(-4)}`).waitFor()
  expect(await page.content()).not.toContain(secret)
  await expectAccessible(page, 'the list of API keys')

  const call = async (path: string) => {
    const response = await fetch(site.url + path, {
      headers: { authorization: `Bearer ${secret}`, connection: 'close' },
    })
    return { status: response.status, body: JSON.stringify(await response.json()) }
  }
  expect(await call('/api/admin/audit')).toMatchObject({
    status: 200,
    body: expect.stringContaining('api-key.created'),
  })
  expect(await call('/api/admin/people')).toMatchObject({ status: 403, body: expect.stringContaining('scope-missing') })

  await tabTo(page, 'Revoke Newsletter', 'button')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Revoke', 'button')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Revoked and expired keys' }).getByText('Revoked', { exact: true }).waitFor()
  await page.locator('h2:focus', { hasText: 'Revoked and expired keys' }).waitFor()
  // In every process: connections are distributed among them.
  for (let n = 0; n < 6; n++) expect((await call('/api/admin/audit')).status).toBe(401)

  await tabTo(page, 'Audit log of Newsletter', 'link')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
  await page.getByRole('row', { name: /Access refused/ }).waitFor()
  expect(complaints).toEqual([])
})
