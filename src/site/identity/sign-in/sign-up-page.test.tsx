import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { aViewer, fakeApi, renderPage, someSignInMethods } from '#test/render-page.tsx'
import SignUpPage from './sign-up-page.tsx'

const rules = () =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .toSorted()

test('the checklist updates while the password is typed, also for screen readers', async () => {
  const { api } = fakeApi({})
  await renderPage(SignUpPage, { api, data: someSignInMethods })
  expect(rules()).toEqual(['A digit: not met', 'At least 8 characters: not met'])
  await userEvent.type(screen.getByLabelText('Password'), 'longenough')
  expect(rules()).toEqual(['A digit: not met', 'At least 8 characters: met'])
  expect(screen.getByRole('status').textContent).toContain('Not met: A digit.')
  await userEvent.type(screen.getByLabelText('Password'), '7')
  expect(screen.getByRole('status').textContent).toContain('All requirements met.')
})

test('the strength is estimated while the password is typed, with advice', async () => {
  const { api } = fakeApi({})
  await renderPage(SignUpPage, { api, data: someSignInMethods })
  screen.getByText('We recommend 12 or more characters.')
  await userEvent.type(screen.getByLabelText('Email'), 'wisteria@example.com')
  const field = screen.getByLabelText('Password')
  const shown = async (password: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, password)
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Strength:'), { timeout: 10_000 })
    const said = screen.getByRole('status').textContent ?? ''
    return said.slice(said.indexOf('Strength:'))
  }
  expect(await shown('Password')).toBe('Strength: Weak. Many people use this password.')
  expect(await shown('wisteria9')).toBe('Strength: Weak. Use 12 or more characters.')
  expect(await shown('plum 7 kettle orbit lamp')).toBe('Strength: Strong.')
})

test('a password that is easy to guess is refused beside its field, with the reason', async () => {
  const { api } = fakeApi({
    'POST /api/sign-up': () => {
      throw new Refusal('password-does-not-meet-requirements', { weak: 'common' })
    },
    'GET /api/password-policy': () => someSignInMethods.policy,
  })
  await renderPage(SignUpPage, { api, data: someSignInMethods })
  await userEvent.type(screen.getByLabelText('Your name'), 'Ada')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'password1{Enter}')
  const sentence = await screen.findByText('This is one of the most common passwords. Choose another.')
  expect(sentence.textContent).not.toContain('Strength')
})

test('a closed site says so to invited people too', async () => {
  const { api } = fakeApi({ 'POST /api/invitations/look': () => ({ email: 'ada@example.com', role: 'author' }) })
  const data = { ...someSignInMethods, signUp: { mode: 'closed', domains: [] } }
  await renderPage(SignUpPage, { api, data, path: '/auth/newsignup#invitation=token' })
  await screen.findByText(/^You’re invited as an author/)
  screen.getByText('This site takes no new accounts.')
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('the password can be shown', async () => {
  const { api } = fakeApi({})
  await renderPage(SignUpPage, { api, data: someSignInMethods })
  await userEvent.type(screen.getByLabelText('Password'), 'abc')
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show the password', pressed: false }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
  screen.getByRole('button', { name: 'Show the password', pressed: true })
})

test('a refused password refetches the policy and keeps the input', async () => {
  const { api, asked } = fakeApi({
    'POST /api/sign-up': () => {
      throw new Refusal('password-does-not-meet-requirements')
    },
    'GET /api/password-policy': () => ({ ...someSignInMethods.policy, uppercase: true }),
  })
  await renderPage(SignUpPage, { api, data: someSignInMethods })
  await userEvent.type(screen.getByLabelText('Your name'), 'Ada')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'longenough7{Enter}')
  await screen.findByText('This password does not meet the requirements.')
  expect(rules()).toContain('An uppercase letter: not met')
  expect(asked('GET /api/password-policy')).toHaveLength(1)
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'longenough7')
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Ada')
})

test('a new account leads to onboarding', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { api } = fakeApi({ 'POST /api/sign-up': () => ({ viewer: aViewer, isNew: true }) })
  await renderPage(SignUpPage, { api, data: someSignInMethods })
  await userEvent.type(screen.getByLabelText('Your name'), 'Ada')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'longenough7{Enter}')
  await waitFor(() => expect(location.hash).toBe('#/user/new/temp-person1'))
})
