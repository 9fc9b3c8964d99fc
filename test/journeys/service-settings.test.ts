import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { type OidcServer, anOidcServer } from '../oidc-server.ts'
import { type TestPerson, aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { anSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './axe.ts'
import { aVisitor, open, useBrowser } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })

let site: RunningSite
let provider: OidcServer
let databaseUrl = ''
let person: TestPerson
beforeAll(async () => {
  databaseUrl = await newDatabaseUrl()
  const port = await findFreePort()
  provider = await anOidcServer({ siteUrl: `http://localhost:${port}` })
  site = await startSite({
    DATABASE_URL: databaseUrl,
    DEMO: 'no',
    // A request may reach either: both use what the other saved.
    WEB_PROCESSES: '2',
    PORT: String(port),
    OUTSIDE_PRIVATE: 'yes',
  })
  person = await aPerson(siteDatabase(databaseUrl).db, 'admin')
})
afterAll(async () => {
  await site.stop()
  await provider.close()
})

async function anAdmin(options: Parameters<typeof aVisitor>[0] = {}) {
  const cookie = await signedIn(siteDatabase(databaseUrl).db, person)
  return aVisitor({ url: site.url, cookie, ...options })
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'combobox' | 'textbox') {
  const target = page.getByRole(role, { name }).first()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(name)}`)
}

test('an admin connects a mail server by keyboard, and the test mail and later mail arrive', async () => {
  const smtp = await anSmtpServer()
  const { hostname, port } = new URL(smtp.url)
  const { page, complaints } = await anAdmin()
  await open(page, '/admin/settings/mail')
  await page.getByText('Emails are not delivered.').waitFor()
  await expectAccessible(page, 'the mail settings')
  await tabTo(page, /^Host/, 'textbox')
  await page.keyboard.type(hostname)
  await tabTo(page, 'Encryption', 'combobox')
  await page.keyboard.type('None')
  await tabTo(page, 'Port', 'textbox')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(port)
  await tabTo(page, /^Sender address/, 'textbox')
  await page.keyboard.type('daily@example.com')
  await tabTo(page, 'Send a test mail', 'button')
  await page.keyboard.press('Enter')
  await page.getByText(/^The mail server accepted the test mail/).waitFor()
  await page.getByText(/^250 /).waitFor()
  expect(smtp.received).toMatchObject([{ to: [person.email], subject: 'Test mail from Bramble' }])
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^Emails are sent through/).waitFor()
  await expectAccessible(page, 'the mail settings with a result')

  // From now on mail is delivered, by either process.
  await page.request.post('/api/mailed/reset', { data: { email: person.email } })
  await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBe(2)
  expect(smtp.received[1]?.head).toContain('daily@example.com')
  await page.getByRole('textbox', { name: /^Host/ }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Emails are not delivered.').waitFor()
  await smtp.close()
  expect(complaints).toEqual([])
})

test('an admin adds a provider, and a reader signs in with it', async () => {
  const { page, complaints } = await anAdmin()
  await open(page, '/admin/settings/sign-in')
  await expectAccessible(page, 'the sign-in settings')
  await page.getByRole('link', { name: 'Add a provider' }).click()
  await page.getByText(`${site.url}/__/auth/handler`).waitFor()
  const { id, name, issuer, clientId, clientSecret } = provider.config('oidc.test', 'Test ID')
  await page.getByRole('button', { name: 'Google' }).click()
  expect(await page.getByRole('textbox', { name: 'Issuer' }).inputValue()).toBe('https://accounts.google.com')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill(id)
  await page.getByRole('textbox', { name: 'Issuer' }).fill(issuer)
  await page.getByRole('textbox', { name: 'Client ID' }).fill(clientId)
  await page.getByLabel(/^Client secret/).fill(clientSecret)
  await page.getByRole('button', { name: 'Check the issuer' }).click()
  await page.getByText('Everything works.').waitFor()
  await expectAccessible(page, 'the form of a provider')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('link', { name: `Edit ${name}` }).waitFor()

  const reader = await aVisitor({ url: site.url })
  await open(reader.page, '/auth/newauth')
  const opened = reader.page.waitForEvent('popup')
  await reader.page.getByRole('button', { name: /Test ID/ }).click()
  const popup = await opened
  await popup.getByLabel('Login').fill('grace')
  await popup.getByRole('button', { name: 'Sign in' }).click()
  await reader.page.waitForURL('**/user/new/temp-*')

  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await page
    .getByRole('group', { name: 'Client secret' })
    .getByText(/^Stored/)
    .waitFor()
  expect(await page.content()).not.toContain(clientSecret)
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page
    .getByRole('dialog')
    .getByText(/1 linked account/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No providers yet').waitFor()
  expect(complaints).toEqual([])
})

test('an admin checks the storage and changes a limit on a phone', async () => {
  const { page, complaints } = await anAdmin()
  await page.setViewportSize({ width: 390, height: 800 })
  await open(page, '/admin/settings/storage')
  await page.getByRole('button', { name: 'Check storage' }).click()
  await page.getByText('Everything works.').waitFor()
  await page.getByRole('textbox', { name: /^Largest file/ }).fill('25')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Limits saved').waitFor()
  await expectAccessible(page, 'the storage settings')
  await page.reload()
  expect(await page.getByRole('textbox', { name: /^Largest file/ }).inputValue()).toBe('25')
  expect(complaints).toEqual([])
})
