import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { PASSWORD } from '../people.ts'
import { aPersonOnSite, aVisitor, open, waitForHydration, useBrowser, withoutExpected } from './browser.ts'
import { mailedLink } from './mailbox.ts'

useBrowser()

const anEmail = () => `new-${Math.random().toString(36).slice(2, 10)}@example.com`

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a user signs up, sees a password error, completes onboarding and returns to the requested page', async () => {
  const { page, complaints } = await aVisitor()
  const email = anEmail()
  await open(page, '/auth/newauth?next=%2Flatest')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('This password does not meet the requirements.').waitFor()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace')

  await page.getByLabel('Password', { exact: true }).fill('long enough')
  await page.getByRole('button', { name: 'Sign up' }).dblclick()
  await page.waitForURL('**/user/new/temp-*')
  await waitForHydration(page)
  const handle = `ada-${Math.random().toString(36).slice(2, 8)}`
  await page.getByLabel('Handle').fill(handle)
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/latest')
  await page.getByRole('button', { name: 'Account menu, Ada Lovelace' }).waitFor()
  expect((await page.goto(`/user/${handle}`))?.status()).toBe(200)

  const link = await mailedLink(email, 'verify')
  await open(page, link)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await page.getByText('confirmed').first().waitFor()
  await open(page, link)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  expect(withoutExpected(complaints)).toEqual([])
})

test('a wrong password keeps the input; the correct one opens the requested page', async () => {
  const { email, name } = await aPersonOnSite()
  const { page, complaints } = await aVisitor()
  await open(page, '/user/account')
  await page.waitForURL('**/auth/newauth?next=%2Fuser%2Faccount')
  await signIn(page, email, 'not this one')
  await page.getByText('Wrong email or password').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)

  // With the keyboard only, in fields that password managers recognize.
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
    .toBe('current-password')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user/account')
  const html = await (await page.request.get('/latest')).text()
  expect(html).toContain(`Your profile, ${name}`)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(withoutExpected(complaints)).toEqual([])
})

test('a password is reset by email, once', async () => {
  const { email } = await aPersonOnSite()
  const { page } = await aVisitor()
  await open(page, '/auth/newauth')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: /link/ }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()

  const link = await mailedLink(email, 'reset')
  await open(page, link)
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('heading', { name: 'Your password was changed' }).waitFor()
  await open(page, link)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()

  await open(page, '/auth/newauth')
  await signIn(page, email, 'a better password')
  await page.waitForURL(`${inject('site').url}/`)
})

test('an emailed link signs in and opens the requested page', async () => {
  const { email } = await aPersonOnSite()
  const { page } = await aVisitor()
  await open(page, '/auth/newauth?next=%2Fcreators')
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: /link/ }).click()
  await page.getByText(/inbox/i).first().waitFor()
  await open(page, await mailedLink(email, 'sign-in'))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/creators')
})

test('an admin signs in at the admin sign-in; a reader sees that they have no admin rights', async () => {
  const admin = await aPersonOnSite('admin')
  const { page } = await aVisitor()
  await open(page, '/admin')
  await page.waitForURL('**/admin/auth')
  await signIn(page, admin.email)
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor()

  const reader = await aPersonOnSite()
  await page.context().clearCookies()
  await open(page, '/admin/auth')
  await signIn(page, reader.email)
  await page.getByText('this account has no admin rights').waitFor()
})
