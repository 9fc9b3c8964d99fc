import { expect, inject, test } from 'vitest'
import { PASSWORD } from '../people.ts'
import { aPersonOnSite, aVisitor, open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { query } from './mailbox.ts'

useBrowser()

test('tabs follow each other’s sign-in and sign-out, and store no secrets', async () => {
  const { email, name, id, uid } = await aPersonOnSite()
  const { page } = await aVisitor()
  const other = await page.context().newPage()
  await open(other, '/about')
  await open(page, '/auth/newauth?next=%2Flatest')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/latest')
  await other.bringToFront()
  await other.getByRole('button', { name: `Account menu, ${name}` }).waitFor()
  const record = () => other.evaluate(() => localStorage.getItem('userDataDetail'))
  await expect.poll(record).toBeTruthy()
  expect(JSON.parse((await record()) ?? '{}')).toMatchObject({ uid, emailVerified: true, userData: [{ id, uid }] })
  const stored = await other.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toMatch(/eyJ[\w-]{10,}\./)

  await page.bringToFront()
  await page.getByRole('button', { name: `Account menu, ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  await other.bringToFront()
  await other.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  expect(await record()).toBeNull()
})

test('more tabs than the browser’s connection limit all load and work', async () => {
  const { page } = await signedInVisitor('reader')
  const tabs = [page]
  for (let tab = 1; tab < 8; tab++) tabs.push(await page.context().newPage())
  for (const tab of tabs) await open(tab, '/about')
  await tabs[0]?.getByRole('link', { name: 'Creators' }).first().click()
  await tabs[0]?.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
})

test('the token is renewed before it expires, and a disabled account is signed out with the reason', async () => {
  const { page, person, complaints } = await signedInVisitor('reader')
  await page.clock.install({ time: new Date() })
  const minted: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session/token')) minted.push(request.url())
  })
  const record = () => page.evaluate(() => localStorage.getItem('userDataDetail'))
  await open(page, '/user/account')
  await expect.poll(() => minted.length).toBe(1)
  await expect.poll(record).toBeTruthy()
  await page.clock.fastForward('54:00')
  expect(minted).toHaveLength(1)
  await page.clock.fastForward('02:00')
  await expect.poll(() => minted.length).toBe(2)

  await page.clock.fastForward('03:00:00')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Your password was saved').waitFor()

  await query(inject('site').databaseUrl, 'update account set disabled_at = now() where uid = $1', [person.uid])
  await page.clock.fastForward('56:00')
  await page.getByText('This account is disabled').first().waitFor()
  await expect.poll(record).toBeNull()
  expect(withoutExpected(complaints)).toEqual([])
})
