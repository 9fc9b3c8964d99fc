import { expect, inject, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { createUnsubscribeLink } from '#server/notifications/unsubscribe.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { aCtx } from '../people.ts'
import { expectAccessible } from './axe.ts'
import {
  aPersonOnSite,
  aVisitor,
  open,
  signedInVisitor,
  waitForHydration,
  useBrowser,
  withoutExpected,
} from './browser.ts'
import { query } from './mailbox.ts'
import { siteDatabase } from './site-database.ts'
import { plainPage } from './plain.ts'

useBrowser()

const PREFERENCES = '/user/notifications?show=preferences'

const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const email = (page: Page, name: string) => row(page, name).getByRole('combobox', { name: 'Email' })
const site = (page: Page, name: string) => row(page, name).getByRole('switch', { name: 'On the site' })

/** Performs an action and waits until the server has saved it. */
async function saved(page: Page, act: () => Promise<unknown>) {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/notifications/preferences') && response.request().method() === 'PUT',
  )
  await act()
  expect((await answer).status()).toBe(200)
}

/** The path of the unsubscribe link in a mail to this person. */
async function aLink(personId: string, kind: NotificationKind | null) {
  const token = await inTransaction(aCtx(siteDatabase().db), (tx) => createUnsubscribeLink(tx, personId, kind))
  return `/unsubscribe/${token}`
}

test('preferences are saved at once, and an unconfirmed address leads to the account', async () => {
  const { page, person, complaints } = await signedInVisitor('reader', { pictures: true })
  await open(page, PREFERENCES)
  await expect.poll(() => email(page, 'Responses').inputValue()).toBe('now')
  await page.getByText(/doesn’t support push|even when the site is closed|are blocked/).waitFor()
  await expectAccessible(page, 'preferences')
  await saved(page, () => email(page, 'Responses').selectOption('Daily'))
  await saved(page, () => site(page, 'Likes on stories').click())
  await query(inject('site').databaseUrl, 'update account set email_verified = false where uid = $1', [person.uid])
  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => email(page, 'Responses').inputValue()).toBe('daily')
  await expect.poll(() => site(page, 'Likes on stories').getAttribute('aria-checked')).toBe('false')
  await expect.poll(() => email(page, 'Replies').inputValue()).toBe('now')
  await page.getByRole('link', { name: 'Go to account settings' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  expect(complaints).toEqual([])
})

test('the unsubscribe link of a mail takes effect only when the button is pressed', async () => {
  const person = await aPersonOnSite()
  const { page, complaints } = await aVisitor({ pictures: true })
  const link = await aLink(person.id, 'response')
  const mailFrequencies = () =>
    query<{ email: string }>(
      inject('site').databaseUrl,
      `select email from notification_preference where person_id = $1`,
      [person.id],
    )
  await open(page, link)
  await page.getByRole('heading', { name: 'Unsubscribe from these emails?' }).waitFor()
  await page.getByText('responses to your stories').waitFor()
  await expectAccessible(page, 'before')
  expect(await mailFrequencies()).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await waitForHydration(page)
  expect(await mailFrequencies()).toEqual([{ email: 'never' }])
  expect(new URL(page.url()).pathname).toBe(link)
  await expectAccessible(page, 'after')
  // The link to the preferences leads to the person's own page, after signing in.
  await page.getByRole('link', { name: 'Manage email preferences' }).click()
  await page.waitForURL('**/auth/newauth?next=%2Fuser%2Fnotifications%3Fshow%3Dpreferences')
  expect((await plainPage(`/unsubscribe/${'x'.repeat(43)}`)).title).toBe('This link no longer works')
  expect(withoutExpected(complaints)).toEqual([])
})

test('a push message is shown as a notification', async () => {
  const { page } = await aVisitor({ serviceWorkers: 'allow', permissions: ['notifications'] })
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      // Not that of analytics.
      const own = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL.endsWith('/'))
      if (own) found(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await open(page, '/about')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const registrationId = await registered
  const origin = new URL(inject('site').url).origin
  const push = (title: string) => {
    const data = JSON.stringify({ title, body: 'Well said.', path: 'story/latch', tag: 'line1' })
    return devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
  // A headless browser cannot show notifications, so only that call is replaced.
  const worker = page
    .context()
    .serviceWorkers()
    .find((one) => one.url().endsWith('/sw.js'))
  await worker?.evaluate(() => {
    const shownNotifications: unknown[] = []
    const registration: object = Reflect.get(globalThis, 'registration')
    Reflect.set(globalThis, 'shownNotifications', shownNotifications)
    Reflect.set(registration, 'showNotification', async (...shown: unknown[]) => void shownNotifications.push(shown))
  })
  await push('Ada liked “Latch”')
  const icon = `${inject('site').url}/icon-192.png`
  await expect
    .poll(() => worker?.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'shownNotifications'))))
    .toBe(
      JSON.stringify([
        ['Ada liked “Latch”', { body: 'Well said.', tag: 'line1', data: 'story/latch', icon, dir: 'auto' }],
      ]),
    )
})
