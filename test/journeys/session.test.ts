import { expect, inject, test } from 'vitest'
import { PASSWORD } from '../people.ts'
import { aPersonOnSite, aVisitor, open, somebody, taken, useBrowser, withoutExpected } from './browser.ts'
import { query } from './mailbox.ts'

useBrowser()

test('tabs follow each other in and out', async () => {
  const { email, name } = await aPersonOnSite()
  const { page } = await aVisitor()
  const other = await page.context().newPage()
  await open(other, '/about')
  await open(page, '/auth/newauth?next=%2Flatest')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/latest')
  await other.bringToFront()
  await other.getByRole('button', { name: `Your menu, ${name}` }).waitFor()

  await page.bringToFront()
  await page.getByRole('button', { name: `Your menu, ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  await other.bringToFront()
  await other.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  expect(await other.evaluate(() => localStorage.getItem('userDataDetail'))).toBeNull()
})

test('what the browser keeps about the person is the record, and nothing that opens a door', async () => {
  const { page, person } = await somebody('author')
  await open(page, '/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userDataDetail'))).toBeTruthy()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toMatch(/eyJ[\w-]{10,}\./)
  const detail = JSON.parse((await page.evaluate(() => localStorage.getItem('userDataDetail'))) ?? '{}')
  expect(detail).toMatchObject({ uid: person.uid, emailVerified: true, userData: [{ id: person.id, uid: person.uid }] })
})

test('the token is renewed five minutes before it ends, and a change an hour later works', async () => {
  const { page, complaints } = await somebody('reader')
  await page.clock.install({ time: new Date() })
  const minted: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session/token')) minted.push(minted.length)
  })
  await open(page, '/user/account')
  await expect.poll(() => minted.length).toBe(1)
  await page.clock.fastForward('54:00')
  expect(minted).toHaveLength(1)
  await page.clock.fastForward('02:00')
  await expect.poll(() => minted.length).toBe(2)

  await page.clock.fastForward('03:00:00')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('Your password is saved').waitFor()
  expect(withoutExpected(complaints)).toEqual([])
})

test('whoever is disabled is signed out by the next step, and told why', async () => {
  const { page, person } = await somebody('reader')
  await page.clock.install({ time: new Date() })
  await open(page, '/latest')
  await page.getByRole('button', { name: `Your menu, ${person.name}` }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userDataDetail'))).toBeTruthy()
  await query(inject('site').databaseUrl, 'update account set disabled_at = now() where uid = $1', [person.uid])
  await page.clock.fastForward('56:00')
  await page.getByText('This account was disabled').first().waitFor()
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('userDataDetail'))).toBeNull()

  await page.goto('/user/account')
  await page.waitForURL('**/auth/newauth?next=%2Fuser%2Faccount')
  await taken(page)
})

test('a session ended elsewhere ends here when something is changed', async () => {
  const { page, person } = await somebody('reader')
  await open(page, '/user/account')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userDataDetail'))).toBeTruthy()
  await query(inject('site').databaseUrl, 'update session set ended_at = now() where uid = $1', [person.uid])
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.waitForURL('**/auth/newauth**')
  await page.getByText('You have been signed out').first().waitFor()
})
