import { Secret, TOTP } from 'otpauth'
import { expect, inject, test } from 'vitest'
import { PASSWORD, signedIn } from '../people.ts'
import { open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { ageSessions, mailedLink } from './mailbox.ts'
import { plainPage } from './plain.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

const codeFor = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })

test('a password is changed after a new sign-in, and other browsers are signed out', async () => {
  const { page, person, complaints } = await signedInVisitor('reader')
  await ageSessions(person.uid, 10)
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Save password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('Wrong email or password').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your password was saved').waitFor()

  const elsewhere = { cookie: await signedIn(db(), person) }
  expect((await plainPage('/user/account', elsewhere)).path).toBe('/user/account')
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('You are signed out everywhere else.').waitFor()
  expect((await plainPage('/user/account', elsewhere)).path).toBe('/auth/newauth?next=%2Fuser%2Faccount')
  expect(withoutExpected(complaints)).toEqual([])
})

test('an authenticator app is added, and asked for at the next sign-in', async () => {
  const { page, person } = await signedInVisitor('reader')
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const secret = ((await page.locator('.font-mono').first().textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Six-digit code').fill('000000')
  await page.getByRole('button', { name: 'Add app' }).click()
  await page.getByText('Wrong code').waitFor()
  await page.getByLabel('Six-digit code').fill(codeFor(secret))
  await page.getByRole('button', { name: 'Add app' }).click()
  const codes = page.getByRole('listitem').filter({ hasText: /^[0-9a-f]{5}-[0-9a-f]{5}$/ })
  await expect.poll(() => codes.count()).toBe(10)

  await page.context().clearCookies()
  await open(page, '/auth/newauth')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Six-digit code').fill(codeFor(secret, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(`${inject('site').url}/`)
})

test('a passkey is created and signs in without a password', async () => {
  const { page, person } = await signedInVisitor('reader')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This device').waitFor()

  await page.getByRole('button', { name: `Account menu, ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  await open(page, '/auth/newauth')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${inject('site').url}/`)
  await page.getByRole('button', { name: `Account menu, ${person.name}` }).waitFor()
})

test('an address is changed by email and restored from the old one; then the account is deleted', async () => {
  const { page, person } = await signedInVisitor('author')
  const fresh = `moved-${person.handle}@example.com`
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByLabel('New address').fill(fresh)
  await page.getByRole('button', { name: 'Send confirmation link' }).click()
  await open(page, await mailedLink(fresh, 'change'))
  await page.getByRole('button', { name: 'Use this address' }).click()
  await open(page, await mailedLink(person.email, 'recover'))
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await page.getByRole('heading', { name: 'The change was undone' }).waitFor()

  // Restoring the address ended every session.
  await page.request.post('/api/sign-in', { data: { email: person.email, password: PASSWORD } })
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Delete your account' }).click()
  await page.getByLabel('Type “delete” to confirm').fill('delete')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.waitForURL(`${inject('site').url}/`)
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  expect((await plainPage(`/user/${person.handle}`)).status).toBe(404)
})
