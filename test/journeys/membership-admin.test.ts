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

async function anAdmin(options: Parameters<typeof aVisitor>[0] = {}) {
  const { db } = siteDatabase(databaseUrl)
  const cookie = await signedIn(db, await aPerson(db, 'admin'))
  return aVisitor({ url: site.url, cookie, ...options })
}

test('an admin creates a plan that is on sale at once, and two admins edit it without losing input', async () => {
  const { page, complaints } = await anAdmin()
  await open(page, '/admin/membership')
  await expectAccessible(page, 'membership without plans')
  await page.getByRole('link', { name: 'Create a plan' }).click()
  await page.getByRole('heading', { name: 'New plan' }).waitFor()
  await expectAccessible(page, 'the form of a plan')
  await page.getByLabel('Name').fill('Supporter')
  await page.getByLabel(/^Price for each month/).fill('4.999')
  await page.getByLabel(/^Benefits/).fill('All stories\nA letter every month')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('Enter a price such as 5.00.').waitFor()
  await page.getByLabel(/^Price for each month/).fill('4.99')
  await page.getByRole('button', { name: 'Create plan' }).click()
  const plan = page.getByRole('link', { name: 'Supporter' })
  await plan.waitFor()
  await expectAccessible(page, 'the list of plans')

  const visitor = await aVisitor({ url: site.url })
  await open(visitor.page, '/membership')
  await visitor.page.getByText('A letter every month').first().waitFor()
  await visitor.page.getByText('$4.99').first().waitFor()

  const other = await anAdmin()
  await open(other.page, '/admin/membership/plans')
  await other.page.getByRole('link', { name: 'Supporter' }).click()
  await other.page.getByRole('heading', { name: 'Edit “Supporter”' }).waitFor()
  await plan.click()
  await page.getByRole('heading', { name: 'Edit “Supporter”' }).waitFor()
  await other.page.getByLabel('Name').fill('Friend')
  await other.page.getByRole('button', { name: 'Save' }).click()
  await other.page.getByRole('link', { name: 'Friend' }).waitFor()
  await page.getByLabel(/^Description/).fill('Read everything')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Friend').waitFor()
  expect(await page.getByLabel(/^Description/).inputValue()).toBe('Read everything')
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Read everything').waitFor()
  await plan.waitFor()

  await open(page, '/admin/membership')
  const chart = page.getByRole('slider', { name: 'Monthly recurring revenue' })
  await chart.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/: \$0\.00$/)
  await page.getByText('Test checkout: no money moves').waitFor()
  await expectAccessible(page, 'the figures of membership')
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await page.getByText('No payments yet').waitFor()
  await page.getByRole('note').getByText('Test mode: no money moves.').waitFor()
  await expectAccessible(page, 'the list of payments')
  // The browser reports the refused save.
  expect(complaints.filter((said) => !said.includes('409'))).toEqual([])
})

test('an admin adds and ends a coupon, and makes a batch of gift codes', async () => {
  const { page, complaints } = await anAdmin()
  await page.setViewportSize({ width: 390, height: 860 })
  await open(page, '/admin/membership/coupons')
  await page.getByRole('button', { name: 'New coupon' }).click()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('spring-25')
  await page.getByLabel('Percent off').fill('25')
  await expectAccessible(page, 'the form of a coupon')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await page.getByText('25% off').waitFor()
  await page.getByRole('button', { name: /^End/ }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await page.getByText('Ended', { exact: true }).waitFor()
  await expectAccessible(page, 'the list of coupons')

  await open(page, '/admin/membership/gift-codes')
  await page.getByRole('button', { name: 'Make gift codes' }).click()
  await page.getByLabel('Number of codes').fill('3')
  await page.getByRole('button', { name: 'Make codes' }).click()
  await page.getByText('3 gift codes made').waitFor()
  const codes = (await page.getByRole('textbox', { name: 'Gift codes', exact: true }).inputValue()).split('\n')
  expect(new Set(codes).size).toBe(3)
  await expectAccessible(page, 'gift codes that were made')
  await page.getByRole('button', { name: 'Done' }).click()
  for (const code of codes) await page.getByText(code).waitFor()
  expect(complaints).toEqual([])
})
