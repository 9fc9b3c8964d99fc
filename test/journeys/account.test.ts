import { Secret, TOTP } from 'otpauth'
import { expect, inject, test } from 'vitest'
import { PASSWORD } from '../people.ts'
import { aVisitor, open, somebody, useBrowser, withoutExpected } from './browser.ts'
import { ageSessions, mailedLink } from './mailbox.ts'

useBrowser()

const codeFor = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })

test('a password is changed after the person has shown again that it is them', async () => {
  const { page, person, complaints } = await somebody('reader')
  await ageSessions(person.uid, 10)
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Save the password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('do not match').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your password is saved').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  expect(withoutExpected(complaints)).toEqual([])
})

test('an authenticator app is added, asked for at the next sign-in, and a recovery code stands in for it', async () => {
  const { page, person } = await somebody('reader')
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const secret = ((await page.locator('.font-mono').first().textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Six-digit code').fill('000000')
  await page.getByRole('button', { name: 'Add the app' }).click()
  await page.getByText('That code is not right').waitFor()
  await page.getByLabel('Six-digit code').fill(codeFor(secret))
  await page.getByRole('button', { name: 'Add the app' }).click()
  const codes = page.getByRole('listitem').filter({ hasText: /^[0-9a-f]{5}-[0-9a-f]{5}$/ })
  await expect.poll(() => codes.count()).toBe(10)
  const recovery = (await codes.first().textContent()) ?? ''

  for (const answer of ['app', 'recovery'] as const) {
    const fresh = await aVisitor()
    await open(fresh.page, '/auth/newauth')
    await fresh.page.getByLabel('Email').fill(person.email)
    await fresh.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await fresh.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    if (answer === 'recovery') await fresh.page.getByRole('button', { name: 'Use a recovery code' }).click()
    const field = fresh.page.getByLabel(answer === 'app' ? 'Six-digit code' : 'Recovery code')
    await field.fill(answer === 'app' ? codeFor(secret, 1) : recovery)
    await fresh.page.getByRole('button', { name: 'Confirm' }).click()
    await fresh.page.waitForURL(`${inject('site').url}/`)
  }
})

test('a passkey is made and signs in without a password', async () => {
  const { page, person } = await somebody('reader')
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
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('This device').waitFor()

  await page.getByRole('button', { name: `Your menu, ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  await open(page, '/auth/newauth')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${inject('site').url}/`)
  await page.getByRole('button', { name: `Your menu, ${person.name}` }).waitFor()
})

test('other browsers are listed and signed out', async () => {
  const first = await somebody('reader')
  const second = await aVisitor()
  await second.page.request.post('/api/sign-in', { data: { email: first.person.email, password: PASSWORD } })
  await open(second.page, '/user/account')
  await open(first.page, '/user/account')
  await first.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await first.page.getByText('Everywhere else you are signed out.').waitFor()
  await second.page.goto('/user/account')
  await second.page.waitForURL('**/auth/newauth**')
})

test('an address changes when the new one is confirmed, and the old one can take it back', async () => {
  const { page, person } = await somebody('reader')
  const fresh = `moved-${person.handle}@example.com`
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByLabel('New address').fill(fresh)
  await page.getByRole('button', { name: 'Send a link to it' }).click()
  await expect
    .poll(() =>
      mailedLink(fresh, 'change').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await open(page, await mailedLink(fresh, 'change'))
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect
    .poll(() =>
      mailedLink(person.email, 'recover').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await open(page, await mailedLink(person.email, 'recover'))
  await page.getByRole('button', { name: 'Take the change back' }).click()
  await page.getByText(person.email).first().waitFor()
})

test('an account is deleted only by somebody who means it', async () => {
  const { page, person } = await somebody('author')
  await open(page, '/user/account')
  await page.getByRole('button', { name: 'Delete your account' }).click()
  await page.getByLabel('Type “delete” to confirm').fill('no')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByText('Type “delete” to go on.').waitFor()
  await page.getByLabel('Type “delete” to confirm').fill('delete')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await page.waitForURL(`${inject('site').url}/`)
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
  expect((await page.goto(`/user/${person.handle}`))?.status()).toBe(404)
})
