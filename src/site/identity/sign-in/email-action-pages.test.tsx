import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { aViewer, fakeApi, renderPage, someSignInMethods } from '#test/render-page.tsx'
import EmailConfirmPage from './email-confirm-page.tsx'
import PasswordResetPage from './password-reset-page.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  location.hash = ''
  localStorage.clear()
})

const refuse = (code: RefusalCode) => () => {
  throw new Refusal(code)
}
const found = (kind: string) => () => ({ kind, email: 'ada@example.com', newEmail: null })

test('a code is inspected on load and used only by the button', async () => {
  const { api, calls } = fakeApi({
    'POST /api/mailed/look': found('verify'),
    'POST /api/mailed/apply': () => ({ kind: 'verify', email: 'ada@example.com' }),
  })
  await renderPage(EmailConfirmPage, { api, path: '/auth/emailconfirm?mode=verifyEmail&oobCode=abc' })
  const button = await screen.findByRole('button', { name: 'Confirm this address' })
  expect(calls.map(({ key }) => key)).toEqual(['POST /api/mailed/look'])
  await userEvent.dblClick(button)
  await screen.findByRole('heading', { name: 'Your address is confirmed' })
  expect(calls.map(({ key }) => key)).toEqual(['POST /api/mailed/look', 'POST /api/mailed/apply'])
})

test('an expired sign-in link offers a new one', async () => {
  const { api, asked } = fakeApi({
    'POST /api/mailed/look': refuse('expired-action-code'),
    'POST /api/mailed/sign-in': () => ({ sent: true }),
  })
  await renderPage(EmailConfirmPage, {
    api,
    path: '/auth/emailconfirm?mode=signIn&oobCode=abc&email=ada%40example.com',
  })
  await screen.findByRole('heading', { name: 'This link has expired' })
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(asked('POST /api/mailed/sign-in')).toHaveLength(1)
})

test('a link without its code says that it is incomplete', async () => {
  const { api } = fakeApi({})
  await renderPage(EmailConfirmPage, { api, path: '/auth/emailconfirm?mode=verifyEmail' })
  expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeDefined()
})

test('a used link says so; one that could not be checked can be tried again', async () => {
  let online = false
  const { api } = fakeApi({
    'POST /api/mailed/look': () => {
      if (!online) throw new TypeError('Failed to fetch')
      throw new Refusal('invalid-action-code')
    },
  })
  await renderPage(EmailConfirmPage, { api, path: '/auth/emailconfirm?mode=verifyEmail&oobCode=abc' })
  await screen.findByText(/couldn’t reach the server/)
  online = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined()
})

test('a sign-in link asks for an unknown address and clears it afterwards', async () => {
  const { api, asked } = fakeApi({
    'POST /api/mailed/look': found('sign-in'),
    'POST /api/sign-in/link': () => ({ viewer: aViewer, isNew: false }),
  })
  const path = '/auth/emailconfirm?mode=signIn&oobCode=abc&continueUrl=%2Flatest&email=mallory%40example.com'
  await renderPage(EmailConfirmPage, { api, path })
  const field = await screen.findByLabelText('Email')
  expect(field).toHaveProperty('value', '')
  await userEvent.type(field, 'ada@example.com{Enter}')
  await waitFor(() => expect(location.hash).toBe('#/latest'))
  expect(asked('POST /api/sign-in/link')[0]?.input).toEqual({ body: { email: 'ada@example.com', code: 'abc' } })

  cleanup()
  localStorage.setItem('bramble-email-for-sign-in', 'ada@example.com')
  await renderPage(EmailConfirmPage, { api, path })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(asked('POST /api/sign-in/link')).toHaveLength(2))
  await waitFor(() => expect(localStorage.getItem('bramble-email-for-sign-in')).toBeNull())
})

test('undoing an address change suggests a new password', async () => {
  const { api } = fakeApi({
    'POST /api/mailed/look': found('recover'),
    'POST /api/mailed/apply': () => ({ kind: 'recover', email: 'ada@example.com' }),
    'POST /api/mailed/reset': () => ({ sent: true }),
  })
  await renderPage(EmailConfirmPage, { api, path: '/auth/emailconfirm?mode=recoverEmail&oobCode=abc' })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the change' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Email me a reset link' }))
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeDefined()
})

test('requesting a reset does not reveal whether an account exists', async () => {
  const { api } = fakeApi({ 'POST /api/mailed/reset': () => ({ sent: true }) })
  await renderPage(PasswordResetPage, { api, path: '/auth/passreset', data: someSignInMethods })
  await userEvent.type(screen.getByLabelText('Email'), 'unknown@example.com{Enter}')
  expect(await screen.findByText(/If an account uses this address, we sent it a link/)).toBeDefined()
})

test('a reset link sets a new password; a used one offers a new link', async () => {
  const answers = {
    'POST /api/mailed/look': found('reset'),
    'POST /api/mailed/password': (): unknown => ({ email: 'ada@example.com' }),
  }
  const { api } = fakeApi(answers)
  const path = '/auth/passreset?mode=resetPassword&oobCode=abc'
  await renderPage(PasswordResetPage, { api, path, data: someSignInMethods })
  await userEvent.type(await screen.findByLabelText('New password'), 'longenough7{Enter}')
  await screen.findByRole('heading', { name: 'Your password was changed' })
  screen.getByRole('link', { name: 'Sign in' })

  cleanup()
  answers['POST /api/mailed/password'] = refuse('invalid-action-code')
  await renderPage(PasswordResetPage, { api, path, data: someSignInMethods })
  await userEvent.type(await screen.findByLabelText('New password'), 'longenough7{Enter}')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Email me a link' })).toBeDefined()
})
