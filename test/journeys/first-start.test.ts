import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabaseUrl } from '../new-database.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { aVisitor, open, taken, useBrowser, withoutExpected } from './browser.ts'

useBrowser()

let site: RunningSite
beforeAll(async () => {
  site = await startSite({ DATABASE_URL: await newDatabaseUrl(), DEMO: 'no', WEB_PROCESSES: '1' })
})
afterAll(() => site.stop())

test('a site without anything in it invites, on every page', async () => {
  const { page, complaints } = await aVisitor({ url: site.url })
  await open(page, '/')
  await page.getByText('No stories here yet').waitFor()
  await open(page, '/latest')
  await page.getByText('Somebody will write the first one.').waitFor()
  await open(page, '/creators')
  await page.getByText('Nobody has published yet').waitFor()
  expect(complaints).toEqual([])
})

test('the owner opens the printed link, is told what is wrong with a handle, becomes the admin, and signs out', async () => {
  const link = /http:\/\/\S+#setup=\S+/.exec(site.output())?.[0] ?? ''
  const { page, complaints } = await aVisitor({ url: site.url })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(link)
  await taken(page)
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Handle').fill('Ada Lovelace!')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  await page.getByText('Three to forty small letters').waitFor()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace')

  await page.getByLabel('Handle').fill('bookmarks')
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  await page.getByText('Somebody has that handle, or the site needs it').waitFor()

  await page.getByLabel('Handle').fill('ada')
  await page.getByRole('button', { name: 'Finish set-up' }).dblclick()
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor()
  expect(asked.filter((address) => address.includes('setup='))).toEqual([])
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).not.toHaveProperty('bramble_session')
  expect(await page.evaluate(() => document.cookie)).toBe('')

  await page.getByRole('button', { name: 'Your menu, Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  const gone = await page.goto(`${site.url}/admin/users`)
  expect(gone?.status()).toBe(404)
  expect(withoutExpected(complaints)).toEqual([])
})

test('the link is good once, and the door explains itself afterwards', async () => {
  const link = /http:\/\/\S+#setup=\S+/.exec(site.output())?.[0] ?? ''
  const { page, complaints } = await aVisitor({ url: site.url })
  await page.goto(link)
  await taken(page)
  await page.getByLabel('Your name').fill('Mallory')
  await page.getByLabel('Handle').fill('mallory')
  await page.getByLabel('Email').fill('mallory@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a bad password')
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  await page.getByRole('alert').getByText('This site already has an admin.').waitFor()

  await open(page, '/admin')
  await page.getByRole('heading', { level: 1, name: 'Admin sign-in' }).waitFor()
  expect(withoutExpected(complaints)).toEqual([])
})

test('a form that cannot be sent keeps what was typed', async () => {
  const { page } = await aVisitor({ url: site.url })
  await page.goto(`${site.url}/admin/auth#setup=whatever`)
  await taken(page)
  await page.getByLabel('Your name').fill('Grace')
  await page.getByLabel('Handle').fill('grace')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  await page.getByText('We could not reach the server. What you typed is still here').waitFor()
  expect(await page.getByLabel('Handle').inputValue()).toBe('grace')
})
