import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { type Answers, aViewer, fakeApi, renderPage, someWays } from '#test/render-page.tsx'
import SignInPage from './sign-in-page.tsx'

beforeEach(() => {
  // A full page load is more than jsdom does, and it says so.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  location.hash = ''
  localStorage.clear()
})

const email = () => screen.getByRole('textbox', { name: 'Email' })
const password = () => screen.getByLabelText('Password')

async function open(answers: Answers, path = '/auth/newauth?next=%2Farticles') {
  const fake = fakeApi(answers)
  await renderPage(SignInPage, { api: fake.api, path, data: someWays })
  return fake
}

async function signIn() {
  await userEvent.type(email(), 'ada@example.com')
  await userEvent.type(password(), 'secret123{Enter}')
}

test('a right password leads on to where one wanted to go', async () => {
  const { asked } = await open({ 'POST /api/sign-in': () => ({ viewer: aViewer, isNew: false }) })
  expect(email().getAttribute('autocomplete')).toBe('username')
  expect(password().getAttribute('autocomplete')).toBe('current-password')
  await signIn()
  await waitFor(() => expect(location.hash).toBe('#/articles'))
  expect(asked('POST /api/sign-in')).toEqual([
    { key: 'POST /api/sign-in', input: { body: { email: 'ada@example.com', password: 'secret123' } } },
  ])
})

test('an address outside the site is not followed', async () => {
  await open({ 'POST /api/sign-in': () => ({ viewer: aViewer, isNew: false }) }, '/auth/newauth?next=%2F%2Fevil.org')
  await signIn()
  await waitFor(() => expect(location.hash).toBe('#/'))
})

test('somebody new takes the first steps, and goes on from there', async () => {
  await open({ 'POST /api/sign-in': () => ({ viewer: { ...aViewer, welcomed: false }, isNew: false }) })
  await signIn()
  await waitFor(() => expect(location.hash).toBe('#/user/new/temp-person1?next=%2Farticles'))
})

test('a wrong password says so beside it, keeps all that was typed and can be tried again', async () => {
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
  // The address may have been the wrong one.
  await userEvent.type(email(), '.uk{Enter}')
  await waitFor(() => expect(asked('POST /api/sign-in')).toHaveLength(2))
})

test('an account with a second step asks for the code, or for a recovery code', async () => {
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

test('a second step that took too long begins again, with the address still there', async () => {
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

test('a link can be mailed instead, and asked for again', async () => {
  const { asked } = await open({ 'POST /api/mailed/sign-in': () => ({ sent: true }) })
  await userEvent.type(email(), 'ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
  expect(email()).toHaveProperty('value', 'ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
  await screen.findByRole('heading', { name: 'Look in your inbox' })
  expect(localStorage.getItem('bramble-email-for-sign-in')).toBe('ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Send it again' }))
  await screen.findByText(/Sent once more/)
  expect(asked('POST /api/mailed/sign-in').map(({ input }) => input)).toEqual([
    { body: { email: 'ada@example.com', next: '/articles' } },
    { body: { email: 'ada@example.com', next: '/articles' } },
  ])
})

test('somebody who is in is told so, and offered the way on', async () => {
  const { api } = fakeApi({})
  await renderPage(SignInPage, { api, path: '/auth/newauth?next=%2Farticles', data: someWays, viewer: aViewer })
  screen.getByText('Ada')
  expect(screen.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe('/articles')
})
