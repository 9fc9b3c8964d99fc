import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabaseUrl } from '../new-database.ts'
import { aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { aWebhookReceiver, verify } from '../webhook-receiver.ts'
import { expectAccessible } from './axe.ts'
import { aVisitor, open, useBrowser } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })

let site: RunningSite
let databaseUrl = ''
beforeAll(async () => {
  databaseUrl = await newDatabaseUrl()
  site = await startSite({ DATABASE_URL: databaseUrl, DEMO: 'no', WEB_PROCESSES: '1', OUTSIDE_PRIVATE: 'yes' })
})
afterAll(() => site.stop())

async function anAdmin(options: Parameters<typeof aVisitor>[0] = {}) {
  const { db } = siteDatabase(databaseUrl)
  const cookie = await signedIn(db, await aPerson(db, 'admin'))
  return aVisitor({ url: site.url, cookie, ...options })
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'checkbox' | 'textbox' | 'link') {
  const target = page.getByRole(role, { name }).first()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(name)}`)
}

test('an admin adds a webhook by keyboard, tests it, and verifies the signature with the secret shown', async () => {
  const receiver = await aWebhookReceiver()
  receiver.answer({ status: 202, body: 'queued' })
  const { page, complaints } = await anAdmin()
  await open(page, '/admin/webhooks')
  await tabTo(page, 'Add a webhook', 'link')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Add a webhook', level: 1 }).waitFor()
  await expectAccessible(page, 'the form of a webhook')
  await tabTo(page, /^URL/, 'textbox')
  await page.keyboard.type(receiver.url)
  await tabTo(page, /^Description/, 'textbox')
  await page.keyboard.type('Newsletter')
  await tabTo(page, 'All people', 'checkbox')
  await page.keyboard.press('Space')
  await tabTo(page, 'Add webhook', 'button')
  await page.keyboard.press('Enter')
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await tabTo(page, 'Continue to the webhook', 'link')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Newsletter', level: 1 }).waitFor()
  expect(await page.content()).not.toContain(secret)

  await tabTo(page, 'Send a test event', 'button')
  await page.keyboard.press('Enter')
  await page.getByText('The endpoint accepted the test event.').waitFor()
  await page.getByText(/^Status 202 in/).waitFor()
  await page.getByText('queued').waitFor()
  const [request] = receiver.received
  expect(request && verify(secret, request)).toMatchObject({ type: 'test.ping' })
  await expectAccessible(page, 'a webhook')
  expect(complaints).toEqual([])
})

test('an admin finds a failed delivery in the log, looks at it, replays it, and deletes the webhook', async () => {
  const receiver = await aWebhookReceiver()
  receiver.answer({ status: 500, body: 'No such table' })
  const { page, complaints } = await anAdmin()
  await open(page, '/admin/webhooks/new')
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await page.getByRole('checkbox', { name: 'All stories' }).click()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('link', { name: 'Continue to the webhook' }).click()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('The test event was not delivered.').waitFor()

  await page.getByRole('link', { name: 'Delivery log' }).click()
  await page.getByRole('heading', { name: 'Delivery log', level: 1 }).waitFor()
  await expectAccessible(page, 'a delivery log')
  await page.getByRole('link', { name: /^test\.ping/ }).click()
  await page.getByRole('region', { name: 'Response of attempt 1' }).getByText('No such table').waitFor()
  await page.getByText('Request headers').click()
  await page.getByText(/webhook-signature: v1,/).waitFor()
  await expectAccessible(page, 'a delivery')

  receiver.answer({ status: 200 })
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByRole('heading', { name: 'Delivery log', level: 1 }).waitFor()
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(2)
  expect(new Set(receiver.ids()).size).toBe(1)

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('link', { name: new URL(receiver.url).host }).click()
  await page.getByRole('button', { name: 'Delete this webhook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  await expect.poll(() => page.getByText(receiver.url).count()).toBe(0)
  await expectAccessible(page, 'the list of webhooks')
  expect(complaints).toEqual([])
})
