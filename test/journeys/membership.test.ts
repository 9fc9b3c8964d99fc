import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { expectAccessible, overflow } from './axe.ts'
import { aVisitor, open, useBrowser, waitForHydration, withoutExpected } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })

let site: RunningSite
let databaseUrl = ''
const monthly = newId()
const yearly = newId()
beforeAll(async () => {
  databaseUrl = await newDatabaseUrl()
  const plan = { name: 'Reader', currency: 'usd', benefits: ['Every members’ story'], createdAt: new Date() }
  await siteDatabase(databaseUrl)
    .db.insertInto('plan')
    .values([
      { ...plan, id: monthly, period: 'month', price: 500, position: 1 },
      { ...plan, id: yearly, period: 'year', price: 5000, trialDays: 14, position: 2 },
    ])
    .execute()
  // After the plans, because the site caches the page of visitors.
  site = await startSite({ DATABASE_URL: databaseUrl, DEMO: 'no', WEB_PROCESSES: '1' })
})
afterAll(() => site.stop())

async function aReader(options: Parameters<typeof aVisitor>[0] = {}) {
  const { db } = siteDatabase(databaseUrl)
  const person = await aPerson(db)
  return { person, ...(await aVisitor({ url: site.url, cookie: await signedIn(db, person), ...options })) }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** From the test checkout, with the chosen card. */
async function pay(page: Page, card: string) {
  await page.waitForURL('**/membership/test-checkout?*')
  await waitForHydration(page)
  await page.getByRole('radio', { name: card }).click()
  await page.getByRole('button', { name: /^(Pay|Start the trial)/ }).click()
}

test('a visitor reads the offer, and a reader starts a trial, cancels it and resumes it', async () => {
  const { page: visitor, complaints: said } = await aVisitor({ url: site.url, viewport: { width: 320, height: 700 } })
  await open(visitor, '/membership')
  expect(await overflow(visitor)).toBeLessThanOrEqual(0)
  await expectAccessible(visitor, 'the offer of membership')
  await visitor.getByRole('link', { name: 'Sign in to start your trial' }).click()
  await visitor.waitForURL(`**/auth/newauth?next=${encodeURIComponent(`/membership?plan=${yearly}`)}`)
  expect(said).toEqual([])

  const { page, complaints } = await aReader()
  await open(page, `/membership?plan=${yearly}`)
  await page.getByRole('button', { name: 'Start your free trial' }).click()
  await page.waitForURL('**/membership/test-checkout?*')
  await expectAccessible(page, 'the test checkout')
  await pay(page, 'Card that works')
  await heading(page, 'Your free trial has started')
  await expectAccessible(page, 'the result of a checkout')

  await page.getByRole('link', { name: 'Your membership' }).click()
  await heading(page, 'Your free trial is on')
  await expectAccessible(page, 'a membership')
  await page.getByRole('button', { name: 'Cancel membership' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'I don’t have enough time to read' }).click()
  await dialog.getByLabel(/What could we do better/).fill('More hours')
  await dialog.getByRole('button', { name: 'Cancel membership' }).click()
  await heading(page, 'Your membership is cancelled')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Your membership is cancelled')
  await page.getByRole('button', { name: 'Resume your membership' }).click()
  await heading(page, 'Your free trial is on')
  await expect.poll(focused).toBe('Your free trial is on')
  expect(complaints).toEqual([])
})

test('on Back from the payment, the choice is still there and can be paid', async () => {
  const { page, complaints } = await aReader()
  await open(page, '/membership')
  await page.getByRole('radio', { name: /Monthly/ }).click()
  const join = page.getByRole('button', { name: 'Join for $5' })
  await join.click()
  await page.waitForURL('**/membership/test-checkout?*')
  await page.goBack()
  await waitForHydration(page)
  expect(new URL(page.url()).searchParams.get('plan')).toBe(monthly)
  await join.waitFor()
  expect(complaints).toEqual([])

  // The browser stays on this page, as if it were restored from the back/forward cache: with the busy button.
  await page.route('**/membership/test-checkout?*', (route) => route.fulfill({ status: 204 }))
  await Promise.all([page.waitForRequest('**/membership/test-checkout?*'), join.click()])
  expect(await join.getAttribute('aria-busy')).toBe('true')
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  ])
  await waitForHydration(page)
  await join.waitFor()
  expect(await join.getAttribute('aria-busy')).toBeNull()
})

test('a declined card is replaced, and a failed renewal is recovered', async () => {
  const { page, complaints } = await aReader()
  await open(page, `/membership?plan=${monthly}`)
  await page.getByRole('button', { name: 'Join for $5' }).click()
  await pay(page, 'Card that is declined')
  await page.getByText('The payment was declined. Try another card.').waitFor()
  await pay(page, 'Card that fails later')
  await heading(page, 'Thank you. You’re a member')
  // Back, and the same page again: nothing is paid twice.
  await page.reload()
  await heading(page, 'Thank you. You’re a member')

  await open(page, '/membership')
  await page.getByRole('button', { name: 'End this period now' }).click()
  await heading(page, 'Your last payment failed')
  await page.getByText(/Update your payment method by/).waitFor()
  await expectAccessible(page, 'a membership whose payment failed')
  await page.getByRole('radio', { name: 'Card that works' }).click()
  await page.getByRole('button', { name: 'Change test card' }).click()
  await heading(page, 'You’re a member')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /as PDF/ })
      .first()
      .click(),
  ])
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  expect(withoutExpected(complaints)).toEqual([])

  await page.goto('/user/account')
  await page.getByRole('region', { name: 'Membership' }).getByText('You’re a member').waitFor()
})

test('a gift is bought and redeemed by another person, and the result of a payment is private', async () => {
  const { page, complaints } = await aReader()
  await open(page, '/membership')
  await page.getByRole('button', { name: 'Choose a gift' }).click()
  await page.getByLabel('Gift', { exact: true }).selectOption(yearly)
  await page.getByLabel(/Their name/).fill('Bo')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await pay(page, 'Card that works')
  await heading(page, 'Your gift is ready')
  const code = (await page.locator('code').textContent()) ?? ''
  expect(complaints).toEqual([])

  const { page: other, complaints: said } = await aReader({ viewport: { width: 390, height: 800 } })
  const response = await other.goto(page.url())
  expect(response?.status()).toBe(404)
  await open(other, `/membership?gift=${code}`)
  await other.getByRole('button', { name: 'Redeem' }).click()
  await heading(other, 'You’re a member')
  await other.getByText(/You redeemed a gift/).waitFor()
  await other.waitForURL((url) => !url.searchParams.has('gift'))
  expect(withoutExpected(said)).toEqual([])
})
