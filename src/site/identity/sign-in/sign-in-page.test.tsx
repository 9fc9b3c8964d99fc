import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { type Answers, aViewer, fakeApi, renderPage, someSignInMethods } from '#test/render-page.tsx'
import { isIpAddress } from './passkeys.ts'
import SignInPage from './sign-in-page.tsx'

beforeEach(() => {
  // jsdom does not implement navigation and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  location.hash = ''
  localStorage.clear()
})

const email = () => screen.getByRole('textbox', { name: 'Email' })
const password = () => screen.getByLabelText('Password')

async function open(answers: Answers, path = '/auth/newauth?next=%2Farticles', methods = {}) {
  const fake = fakeApi(answers)
  await renderPage(SignInPage, { api: fake.api, path, data: { ...someSignInMethods, ...methods } })
  return fake
}

async function signIn() {
  await userEvent.type(email(), 'ada@example.com')
  await userEvent.type(password(), 'secret123{Enter}')
}

test('a correct password leads to the requested page', async () => {
  const { asked } = await open({ 'POST /api/sign-in': () => ({ viewer: aViewer, isNew: false }) })
  expect(email().getAttribute('autocomplete')).toBe('username')
  expect(password().getAttribute('autocomplete')).toBe('current-password')
  await signIn()
  await waitFor(() => expect(location.hash).toBe('#/articles'))
  expect(asked('POST /api/sign-in')).toEqual([
    { key: 'POST /api/sign-in', input: { body: { email: 'ada@example.com', password: 'secret123' } } },
  ])
})

test('a next address on another site is ignored', async () => {
  await open({ 'POST /api/sign-in': () => ({ viewer: aViewer, isNew: false }) }, '/auth/newauth?next=%2F%2Fevil.org')
  await signIn()
  await waitFor(() => expect(location.hash).toBe('#/'))
})

test('a new user goes through onboarding first', async () => {
  await open({ 'POST /api/sign-in': () => ({ viewer: { ...aViewer, welcomed: false }, isNew: false }) })
  await signIn()
  await waitFor(() => expect(location.hash).toBe('#/user/new/temp-person1?next=%2Farticles'))
})

test('a password that the policy refuses fetches the policy again and lists what is required', async () => {
  const { asked } = await open({
    'POST /api/sign-in': () => {
      throw new Refusal('password-does-not-meet-requirements')
    },
    'GET /api/password-policy': () => ({ ...someSignInMethods.policy, minLength: 12 }),
  })
  await signIn()
  await screen.findByText('At least 12 characters')
  screen.getByText('A digit')
  expect(screen.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toContain('/auth/passreset')
  expect(asked('GET /api/password-policy')).toHaveLength(1)
})

test('a wrong password shows an error beside the field and keeps the input', async () => {
  const { asked } = await open({
    'POST /api/sign-in': () => {
      throw new Refusal('invalid-credential')
    },
  })
  await signIn()
  await screen.findByText(/Wrong email or password/)
  expect(password().getAttribute('aria-invalid')).toBe('true')
  expect(email()).toHaveProperty('value', 'ada@example.com')
  expect(password()).toHaveProperty('value', 'secret123')
  await waitFor(() => expect(document.activeElement).toBe(password()))
  // The address may have been wrong, too.
  await userEvent.type(email(), '.uk{Enter}')
  await waitFor(() => expect(asked('POST /api/sign-in')).toHaveLength(2))
})

test('an account with two-step verification asks for a code or a recovery code', async () => {
  const { asked } = await open({
    'POST /api/sign-in': () => {
      throw new Refusal('multi-factor-auth-required', { pending: 'half', factors: [{ id: 'f', name: 'Phone' }] })
    },
    'POST /api/sign-in/second-factor': ({ body }) => {
      if (body?.['code'] !== '123456') throw new Refusal('invalid-verification-code')
      return { viewer: aViewer, isNew: false }
    },
  })
  await signIn()
  const code = await screen.findByLabelText('Six-digit code')
  expect(document.activeElement).toBe(code)
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  expect(code.getAttribute('inputmode')).toBe('numeric')
  await userEvent.type(code, '000 000{Enter}')
  await screen.findByText(/Wrong code/)

  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  screen.getByLabelText('Recovery code')
  await userEvent.click(screen.getByRole('button', { name: 'Use the authenticator app' }))
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123 456{Enter}')
  await waitFor(() => expect(location.hash).toBe('#/articles'))
  expect(asked('POST /api/sign-in/second-factor').at(-1)?.input).toEqual({ body: { pending: 'half', code: '123456' } })
})

test('an expired second step starts over and keeps the address', async () => {
  await open({
    'POST /api/sign-in': () => {
      throw new Refusal('multi-factor-auth-required', { pending: 'half', factors: [] })
    },
    'POST /api/sign-in/second-factor': () => {
      throw new Refusal('invalid-multi-factor-session')
    },
  })
  await signIn()
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Your sign-in timed out')
  expect(email()).toHaveProperty('value', 'ada@example.com')
})

test('a sign-in link can be requested and sent again', async () => {
  const { asked } = await open({ 'POST /api/mailed/sign-in': () => ({ sent: true }) })
  await userEvent.type(email(), 'ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
  expect(email()).toHaveProperty('value', 'ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(localStorage.getItem('bramble-email-for-sign-in')).toBe('ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText(/Sent again/)
  expect(asked('POST /api/mailed/sign-in').map(({ input }) => input)).toEqual([
    { body: { email: 'ada@example.com', next: '/articles' } },
    { body: { email: 'ada@example.com', next: '/articles' } },
  ])
})

test('without passwords, the other methods are offered beside the link by email', async () => {
  vi.stubGlobal('PublicKeyCredential', () => {})
  const google = { id: 'google.com', name: 'Google' }
  await open({}, undefined, { password: false, providers: [google] })
  await screen.findByRole('button', { name: 'Use a passkey' })
  screen.getByRole('button', { name: /Google/ })
  await userEvent.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
  await userEvent.click(screen.getByRole('button', { name: 'Use another method' }))
  screen.getByRole('button', { name: /Google/ })
  cleanup()
  await open({}, undefined, { password: false, passkey: false })
  screen.getByRole('heading', { name: 'Sign in by email' })
  expect(screen.queryByRole('button', { name: 'Use another method' })).toBeNull()
})

test('passkeys that are switched off are not offered', async () => {
  vi.stubGlobal('PublicKeyCredential', () => {})
  await open({}, undefined, { passkey: false })
  await screen.findByLabelText('Password')
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test('a signed-in user is offered to continue', async () => {
  const { api } = fakeApi({})
  await renderPage(SignInPage, {
    api,
    path: '/auth/newauth?next=%2Farticles',
    data: someSignInMethods,
    viewer: aViewer,
  })
  screen.getByText('Ada')
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/articles')
})

test('at an IP address passkeys are not offered, and the page says why', async () => {
  vi.stubGlobal('PublicKeyCredential', () => {})
  await open({})
  await screen.findByRole('button', { name: 'Use a passkey' })
  cleanup()
  vi.stubGlobal('location', { ...location, hostname: '192.168.1.20' })
  await open({})
  await screen.findByText(/^To use a passkey, open this site at its host name/)
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  vi.unstubAllGlobals()
})

test.each([
  ['127.0.0.1', true],
  ['[::1]', true],
  ['localhost', false],
  ['1.2.3.4.example', false],
  ['stories.example', false],
])('%s is an IP address: %s', (hostname, expected) => {
  expect(isIpAddress(hostname)).toBe(expected)
})
