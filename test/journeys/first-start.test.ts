import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabaseUrl } from '../new-database.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { aVisitor, waitForHydration, useBrowser, withoutExpected } from './browser.ts'
import { plainPage } from './plain.ts'

useBrowser()

let site: RunningSite
beforeAll(async () => {
  site = await startSite({ DATABASE_URL: await newDatabaseUrl(), DEMO: 'no', WEB_PROCESSES: '1' })
})
afterAll(() => site.stop())

test('an empty site shows an invitation on every page', async () => {
  for (const [path, words] of [
    ['/', 'No stories here yet'],
    ['/latest', 'Be the first to write one.'],
    ['/creators', 'No creators yet'],
  ] as const)
    expect((await plainPage(path, { url: site.url })).main, path).toContain(words)
})

test('the owner opens the printed link, becomes the admin, and signs out; the link works once', async () => {
  const link = /http:\/\/\S+#setup=\S+/.exec(site.output())?.[0] ?? ''
  const { page, complaints } = await aVisitor({ url: site.url })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(link)
  await waitForHydration(page)
  const fillIn = async (name: string, handle: string) => {
    await page.getByLabel('Your name').fill(name)
    await page.getByLabel('Handle').fill(handle)
    await page.getByLabel('Email').fill(`${name.toLowerCase().replace(' ', '.')}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('a good password')
  }
  await fillIn('Ada Lovelace', 'Ada Lovelace!')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await page.getByText('Use 3 to 40 lowercase letters').waitFor()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace')

  await page.getByLabel('Handle').fill('bookmarks')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await page.getByText('This handle is not available').waitFor()

  await page.getByLabel('Handle').fill('ada')
  await page.getByRole('button', { name: 'Finish setup' }).dblclick()
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { level: 1, name: 'Welcome back, Ada Lovelace' }).waitFor()
  expect(asked.filter((address) => address.includes('setup='))).toEqual([])
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).not.toHaveProperty('bramble_session')
  expect(await page.evaluate(() => document.cookie)).toBe('')

  await page.getByRole('button', { name: 'Account menu, Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  expect((await plainPage('/admin/users', { url: site.url })).status).toBe(404)

  await page.goto(link)
  await waitForHydration(page)
  await fillIn('Mallory', 'mallory')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await page.getByRole('alert').getByText('This site already has an admin.').waitFor()
  expect((await plainPage('/admin', { url: site.url })).title).toBe('Admin sign-in')
  expect(withoutExpected(complaints)).toEqual([])
})
