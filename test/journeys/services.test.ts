import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { aPicture } from '../pictures.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { aVisitor, open, useBrowser, waitForHydration, withoutExpected } from './browser.ts'
import { query } from './mailbox.ts'

useBrowser({ pictures: true })

let home: RunningSite
let guest: RunningSite
let homeDatabase: string
let homeUrl: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bramble-services-'))
  const port = String(await findFreePort())
  // Another host name than that of the guest, so that the browser treats them as two sites.
  homeUrl = `http://127.0.0.1:${port}`
  homeDatabase = await newDatabaseUrl()
  const own = {
    PORT: port,
    HOST: '127.0.0.1',
    SITE_URL: homeUrl,
    DATABASE_URL: homeDatabase,
    PASSWORD_MIN_LENGTH: '10',
  }
  const elsewhere = {
    IDENTITY_URL: homeUrl,
    STORAGE_URL: homeUrl,
    DATA_URL: homeUrl,
    DATABASE_URL: await newDatabaseUrl(),
  }
  // One after the other: two starts at once take all of a small machine.
  home = await startSite({ WEB_PROCESSES: '1', DEMO: 'no', ...own })
  guest = await startSite({ WEB_PROCESSES: '1', DEMO: 'no', ...elsewhere })
})
afterAll(async () => {
  await Promise.all([home.stop(), guest.stop(), rm(folder, { recursive: true, force: true })])
})

test('a person signs up, adds a picture and signs out on a site that uses the services of another', async () => {
  const { page, complaints } = await aVisitor({ url: guest.url })
  const email = 'grace@example.com'
  await open(page, '/auth/newsignup')
  await page.getByText('At least 10 characters').waitFor()
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('This password does not meet the requirements.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('a nanosecond of wire')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/user/new/temp-*')
  await waitForHydration(page)
  const [account] = await query(homeDatabase, 'select uid from account where email = $1', [email])
  const uid = String(account?.['uid'])

  const picture = join(folder, 'large.png')
  // Over 256 KiB, so it is sent in chunks.
  await aPicture(900, 700).png({ compressionLevel: 0 }).toFile(picture)
  await open(page, '/user/account')
  await page.getByText('Your account is managed at').waitFor()
  await page.locator('input[type=file]').first().setInputFiles(picture)
  const shown = page.getByRole('main').locator(`img[src^="${homeUrl}/v0/b/bramble/o/users%2F${uid}%2Fmedia%2F"]`)
  await shown.waitFor()
  const loaded = () => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)
  await expect.poll(loaded).toBe(900)
  const objects = await query(homeDatabase, 'select name from object where owner_uid = $1', [uid])
  expect(objects).toHaveLength(1)
  const record = () => page.evaluate(() => localStorage.getItem('userDataDetail'))
  await expect.poll(record).toContain(uid)

  await page.getByRole('button', { name: 'Account menu, Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  const active = await query(homeDatabase, 'select id from session where uid = $1 and ended_at is null', [uid])
  expect(active).toEqual([])

  await open(page, '/auth/newauth?next=%2Flatest')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Wrong email or password').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('a nanosecond of wire')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Onboarding was not completed.
  await page.waitForURL('**/user/new/temp-*')
  expect(withoutExpected(complaints)).toEqual([])
})
