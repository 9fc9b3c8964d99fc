import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { aViewer, fakeApi, renderPage, someWays } from '#test/render-page.tsx'
import SignUpPage from './sign-up-page.tsx'

const rules = () =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .toSorted()

test('the checklist is ticked off while the password is typed, in words too', async () => {
  const { api } = fakeApi({})
  await renderPage(SignUpPage, { api, data: someWays })
  expect(rules()).toEqual(['A digit: still missing', 'At least 8 characters: still missing'])
  await userEvent.type(screen.getByLabelText('Password'), 'longenough')
  expect(rules()).toEqual(['A digit: still missing', 'At least 8 characters: done'])
  expect(screen.getByRole('status').textContent).toBe('Still missing: A digit.')
  await userEvent.type(screen.getByLabelText('Password'), '7')
  expect(screen.getByRole('status').textContent).toBe('The password has all it needs.')
})

test('the password can be looked at', async () => {
  const { api } = fakeApi({})
  await renderPage(SignUpPage, { api, data: someWays })
  await userEvent.type(screen.getByLabelText('Password'), 'abc')
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show the password', pressed: false }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
  screen.getByRole('button', { name: 'Show the password', pressed: true })
})

test('a refused password fetches the rules anew, and nothing that was typed is lost', async () => {
  const { api, asked } = fakeApi({
    'POST /api/sign-up': () => {
      throw new Refusal('password-does-not-meet-requirements')
    },
    'GET /api/password-policy': () => ({ ...someWays.policy, uppercase: true }),
  })
  await renderPage(SignUpPage, { api, data: someWays })
  await userEvent.type(screen.getByLabelText('Your name'), 'Ada')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'longenough7{Enter}')
  await screen.findByText('That password does not meet the requirements.')
  expect(rules()).toContain('A capital letter: still missing')
  expect(asked('GET /api/password-policy')).toHaveLength(1)
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'longenough7')
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Ada')
})

test('a new account leads to the first steps', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { api } = fakeApi({ 'POST /api/sign-up': () => ({ viewer: aViewer, isNew: true }) })
  await renderPage(SignUpPage, { api, data: someWays })
  await userEvent.type(screen.getByLabelText('Your name'), 'Ada')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'longenough7{Enter}')
  await waitFor(() => expect(location.hash).toBe('#/user/new/temp-person1'))
})
