import { expect, inject, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { NotificationKind } from '#contract/notifications.ts'
import { newUnsubscribeLink } from '#server/notifications/unsubscribe.ts'
import { openDatabase } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { testLog } from '../database.ts'
import { aCtx } from '../people.ts'
import { overflow, violations } from './axe.ts'
import { aPersonOnSite, aVisitor, open, somebody, taken, useBrowser, withoutExpected } from './browser.ts'
import { query } from './mailbox.ts'

useBrowser()

const PREFERENCES = '/user/notifications?show=preferences'
const sizes = { phone: { width: 320, height: 720 }, desktop: { width: 1280, height: 860 } }

const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const email = (page: Page, name: string) => row(page, name).getByRole('combobox', { name: 'Email' })
const site = (page: Page, name: string) => row(page, name).getByRole('switch', { name: 'On the site' })

/** Does something, and waits until the server has it. */
async function saved(page: Page, act: () => Promise<unknown>) {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/notifications/preferences') && response.request().method() === 'PUT',
  )
  await act()
  expect((await answer).status()).toBe(200)
}

/** The path of a link as the foot of a mail to this person has it. */
async function aLink(personId: string, kind: NotificationKind | null) {
  const database = openDatabase(inject('site').databaseUrl, { log: testLog, connections: 1 })
  const token = await inTransaction(aCtx(database.db), (tx) => newUnsubscribeLink(tx, personId, kind))
  await database.close()
  return `/unsubscribe/${token}`
}

test('what somebody chooses is saved at once and stays', async () => {
  const { page, complaints } = await somebody('reader')
  await open(page, PREFERENCES)
  await expect.poll(() => email(page, 'Responses').inputValue()).toBe('now')
  await saved(page, () => email(page, 'Responses').selectOption('Daily'))
  await saved(page, () => site(page, 'Likes of stories').click())
  await page.reload()
  await taken(page)
  await expect.poll(() => email(page, 'Responses').inputValue()).toBe('daily')
  expect(await site(page, 'Likes of stories').getAttribute('aria-checked')).toBe('false')
  expect(await email(page, 'Replies').inputValue()).toBe('now')
  expect(complaints).toEqual([])
})

test('a change that does not arrive goes back, and says so', async () => {
  const { page } = await somebody('reader')
  await open(page, PREFERENCES)
  await email(page, 'Responses').waitFor()
  await page.route('**/api/notifications/preferences', (route) => route.abort())
  await email(page, 'Responses').selectOption('Never')
  await page.getByText('That was not saved').first().waitFor()
  await expect.poll(() => email(page, 'Responses').inputValue()).toBe('now')
})

test('who has not confirmed their address is led to where they can', async () => {
  const { page, person } = await somebody('reader')
  await query(inject('site').databaseUrl, 'update account set email_verified = false where uid = $1', [person.uid])
  await open(page, PREFERENCES)
  await page.getByRole('link', { name: 'See to your address' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
})

test.each([
  ['with scripts', true],
  ['without scripts', false],
])('the link of a mail ends what it says, and only on a press, %s', async (_how, javaScriptEnabled) => {
  const person = await aPersonOnSite()
  const { page, complaints } = await aVisitor({ javaScriptEnabled })
  const link = await aLink(person.id, 'response')
  const paces = () =>
    query<{ email: string }>(
      inject('site').databaseUrl,
      `select email from notification_preference where person_id = $1`,
      [person.id],
    )
  await page.goto(link)
  await page.getByRole('heading', { name: 'No more of these mails?' }).waitFor()
  await page.getByText('responses to your stories').waitFor()
  expect(await paces()).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  expect(await paces()).toEqual([{ email: 'never' }])
  expect(new URL(page.url()).pathname).toBe(link)
  // The way back is the person's own page, after signing in.
  await page.getByRole('link', { name: 'Choose what we mail you' }).click()
  await page.waitForURL('**/auth/newauth?next=%2Fuser%2Fnotifications%3Fshow%3Dpreferences')
  expect(withoutExpected(complaints)).toEqual([])
})

test('a link that is none says so', async () => {
  const { page } = await aVisitor()
  await open(page, `/unsubscribe/${'x'.repeat(43)}`)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

test.each(Object.entries(sizes))('all of it can be used by everybody, on a %s', async (_name, viewport) => {
  const { page, person } = await somebody('reader', { viewport })
  await open(page, PREFERENCES)
  await email(page, 'Bylines').waitFor()
  await page.getByText(/does not offer it|even when the site is closed|not to show/).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  const link = await aLink(person.id, null)
  await open(page, link)
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await taken(page)
  expect(await violations(page)).toEqual([])
})

test('what is pushed is shown, whether or not the site is open', async () => {
  const { page } = await aVisitor({ serviceWorkers: 'allow', permissions: ['notifications'] })
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const first = registrations.find(({ isDeleted }) => !isDeleted)
      if (first) found(first.registrationId)
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
  // Nothing can be drawn without a screen, so the browser's own drawing is replaced; all up to it is the real thing.
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(() => {
    const told: unknown[] = []
    const registration: object = Reflect.get(globalThis, 'registration')
    Reflect.set(globalThis, 'told', told)
    Reflect.set(registration, 'showNotification', async (...shown: unknown[]) => void told.push(shown))
  })
  await push('Ada liked “Latch”')
  const icon = `${inject('site').url}/icon-192.png`
  await expect
    .poll(() => worker?.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'told'))))
    .toBe(
      JSON.stringify([
        ['Ada liked “Latch”', { body: 'Well said.', tag: 'line1', data: 'story/latch', icon, dir: 'auto' }],
      ]),
    )
})
