import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { type OidcServer, anOidcServer } from '../oidc-server.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { aVisitor, open, waitForHydration, useBrowser, withoutExpected } from './browser.ts'

useBrowser()

let site: RunningSite
let provider: OidcServer
beforeAll(async () => {
  const port = await findFreePort()
  provider = await anOidcServer({ siteUrl: `http://localhost:${port}` })
  site = await startSite({
    DATABASE_URL: await newDatabaseUrl(),
    DEMO: 'no',
    WEB_PROCESSES: '1',
    PORT: String(port),
    IDENTITY_PROVIDERS: JSON.stringify([provider.config('oidc.test', 'Test ID')]),
  })
})
afterAll(async () => {
  await site.stop()
  await provider.close()
})

test('a user signs in through a popup after closing and cancelling it, and then without one', async () => {
  const { page, complaints } = await aVisitor({ url: site.url })
  const openPopup = async () => {
    const button = page.getByRole('button', { name: /Test ID/ })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    return popup
  }
  await open(page, '/auth/newauth')
  const closed = await openPopup()
  await closed.close()
  await page.getByRole('alert').waitFor()
  const cancelled = await openPopup()
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toBeTruthy()
  expect(page.url()).toContain('/auth/newauth')

  const popup = await openPopup()
  await popup.getByLabel('Login').fill('grace')
  await popup.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/user/new/temp-*')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await page.waitForURL(`${site.url}/`)
  await page.getByRole('button', { name: 'Account menu, grace' }).waitFor()

  // With popups blocked, the page redirects to the provider and back. The account exists by now.
  await page.context().clearCookies()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await open(page, '/auth/newauth?next=%2Flatest')
  await page.getByRole('button', { name: /Test ID/ }).click()
  const onward = page.getByRole('button', { name: /in this window/i })
  await Promise.race([onward.first().waitFor(), page.getByLabel('Login').waitFor()])
  if (await onward.first().isVisible()) await onward.first().click()
  await page.getByLabel('Login').fill('grace')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/latest')
  await page.getByRole('button', { name: 'Account menu, grace' }).waitFor()
  expect(withoutExpected(complaints)).toEqual([])
})
