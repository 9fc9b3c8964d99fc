import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { type Answers, fakeApi, renderPage, someSignInMethods } from '#test/render-page.tsx'
import AdminSignInPage from './admin-sign-in-page.tsx'

afterEach(cleanup)

const SETUP = 'POST /api/setup'

async function fillIn(answers: Answers) {
  const fake = fakeApi(answers)
  await renderPage(AdminSignInPage, { api: fake.api, data: someSignInMethods, path: '/admin/auth#setup=secret' })
  await userEvent.type(await screen.findByLabelText('Your name'), 'Grace')
  await userEvent.type(screen.getByLabelText('Handle'), 'grace')
  await userEvent.type(screen.getByLabelText('Email'), 'grace@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a good password 1')
  await userEvent.click(screen.getByRole('button', { name: 'Finish setup' }))
  return fake
}

test('an admin without a password can choose another method', async () => {
  const methods = { ...someSignInMethods, password: false, emailLink: false }
  await renderPage(AdminSignInPage, { api: fakeApi({}).api, data: methods, path: '/admin/auth' })
  const link = await screen.findByRole('link', { name: 'Choose how to sign in' })
  expect(link.getAttribute('href')).toBe('/auth/newauth?next=%2Fadmin')
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('setup reports a network error and keeps the input', async () => {
  const { asked } = await fillIn({
    [SETUP]: () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await screen.findByText(/^We couldn’t reach the server. Your input is still here/)
  expect(screen.getByLabelText('Handle')).toHaveProperty('value', 'grace')
  expect(asked(SETUP)[0]?.input).toMatchObject({ body: { token: 'secret', handle: 'grace' } })
})

test('a refused handle shows its error beside the field and keeps the input', async () => {
  await fillIn({
    [SETUP]: () => {
      throw new Refusal('handle-taken')
    },
  })
  await screen.findByText(/^This handle is not available/)
  expect(screen.getByLabelText('Handle').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Grace')
})
