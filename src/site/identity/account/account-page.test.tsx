import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '#contract/identity/account.ts'
import { Refusal } from '#contract/errors.ts'
import type { Feature } from '#contract/settings/features.ts'
import type { Api } from '#site/page.ts'
import { type Answers, aViewer, fakeApi, fakeSession, renderPage, someSignInMethods } from '#test/render-page.tsx'
import { activeMembership, noMembership } from '#test/own-membership.ts'
import AccountPage from './account-page.tsx'

const refresh = vi.fn<() => Promise<void>>(async () => {})
const session = fakeSession({ refresh })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  refresh.mockClear()
})

const at = '2026-01-01T10:00:00.000Z'
const account: Account = {
  uid: aViewer.uid,
  email: 'ada@example.com',
  emailVerified: true,
  hasPassword: true,
  providers: [],
  factors: [],
  recoveryCodesLeft: 0,
  passkeys: [],
  sessions: [
    { id: 's1', current: true, device: 'Firefox on Linux', createdAt: at, lastUsedAt: at },
    { id: 's2', current: false, device: 'Chrome on Android', createdAt: at, lastUsedAt: at },
  ],
}

const basket = {
  balance: 1240,
  earnedToday: 0,
  streak: { days: 0, longest: 0, calendar: [], today: '2026-01-01' },
  listed: true,
}
const shown = {
  account,
  methods: someSignInMethods,
  unwanted: { blocked: [], muted: [] },
  membership: noMembership,
  hasPayments: false,
  basket,
  owed: [],
}

async function show(
  data: Partial<{ [key in keyof typeof shown]: unknown }>,
  more: { api?: Api; switchedOff?: Feature[] } = {},
) {
  const { api } = fakeApi({})
  await renderPage(AccountPage, {
    api,
    path: '/user/account',
    data: { ...shown, ...data },
    viewer: aViewer,
    session,
    ...more,
  })
}

async function open(answers: Answers, first: Partial<Account> = {}, offered = {}) {
  const fake = fakeApi(answers)
  await show({ account: { ...account, ...first }, methods: { ...someSignInMethods, ...offered } }, { api: fake.api })
  return fake
}

/** Refused once with `requires-recent-login`, then accepted. */
function onceTooOld<T>(answer: () => T) {
  let asked = false
  return () => {
    if (asked) return answer()
    asked = true
    throw new Refusal('requires-recent-login')
  }
}

test('the first steps can be opened again', async () => {
  await open({})
  const link = screen.getByRole('link', { name: 'Open first steps' })
  expect(link.getAttribute('href')).toBe('/user/new/temp-person1?next=%2Fuser%2Faccount')
})

test('a change that needs a recent sign-in asks for one and then succeeds', async () => {
  const { asked } = await open({
    'POST /api/account/password': onceTooOld(() => account),
    'POST /api/sign-in': ({ body }) => {
      if (body?.['password'] === 'wrong') throw new Refusal('wrong-password')
      throw new Refusal('multi-factor-auth-required', { pending: 'half', factors: [{ id: 'f', name: 'Phone' }] })
    },
    'POST /api/sign-in/second-factor': () => ({ viewer: aViewer, isNew: false }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  await userEvent.type(screen.getByLabelText('New password'), 'longenough7{Enter}')

  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong{Enter}')
  await dialog.findByText(/Wrong password/)
  await userEvent.clear(dialog.getByLabelText('Password'))
  await userEvent.type(dialog.getByLabelText('Password'), 'right{Enter}')
  await userEvent.type(await dialog.findByLabelText('Six-digit code'), '123456{Enter}')

  await screen.findByText(/Your password was saved/)
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(asked('POST /api/account/password')).toHaveLength(2)
})

test('cancelling the confirmation changes nothing and keeps the input', async () => {
  const { asked } = await open({ 'POST /api/account/email': onceTooOld(() => ({ sent: true })) })
  await userEvent.click(screen.getByRole('button', { name: 'Change address' }))
  await userEvent.type(screen.getByLabelText('New address'), 'ada@example.org{Enter}')
  await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  await userEvent.keyboard('{Escape}')
  await screen.findByText(/Nothing was changed/)
  expect(screen.getByLabelText('New address')).toHaveProperty('value', 'ada@example.org')
  expect(asked('POST /api/account/email')).toHaveLength(1)
})

test('an authenticator app is added, and its recovery codes are shown once', async () => {
  const withApp = { ...account, factors: [{ id: 'f', name: 'Phone', enrolledAt: at }], recoveryCodesLeft: 2 }
  const { asked } = await open({
    'POST /api/account/factors': () => ({
      ticket: 't',
      secret: 'ABCDEFGH',
      address: 'otpauth://totp/x?secret=ABCDEFGH',
      expiresAt: at,
    }),
    'POST /api/account/factors/confirm': () => ({ recoveryCodes: ['one-1', 'two-2'] }),
    'GET /api/account': () => withApp,
  })
  await userEvent.click(screen.getByRole('button', { name: 'Add an authenticator app' }))
  await screen.findByText('ABCD EFGH')
  await userEvent.clear(screen.getByLabelText('App name'))
  await userEvent.type(screen.getByLabelText('App name'), 'Phone')
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123 456{Enter}')
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(within(codes).getAllByRole('listitem')).toHaveLength(2)
  expect(asked('POST /api/account/factors/confirm')[0]?.input).toEqual({
    body: { ticket: 't', code: '123456', name: 'Phone' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  await screen.findByText(/2 left/)
  screen.getByRole('button', { name: 'Remove Phone' })
})

test('while passkeys are switched off, they can only be removed', async () => {
  vi.stubGlobal('PublicKeyCredential', () => {})
  const passkey = { id: 'p1', name: 'Laptop', createdAt: at, lastUsedAt: null }
  await open({}, { passkeys: [passkey] }, { passkey: false })
  screen.getByText('This site doesn’t accept passkeys at the moment.')
  screen.getByRole('button', { name: 'Remove Laptop' })
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('another browser is signed out', async () => {
  await open({ 'DELETE /api/account/sessions/{id}': () => ({ ...account, sessions: account.sessions.slice(0, 1) }) })
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }))
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  screen.getByText('This browser')
})

test('deleting an account requires typing the word', async () => {
  const { asked } = await open({ 'DELETE /api/account': () => ({ deleted: true }) })
  location.hash = '#/user/account'
  await userEvent.click(screen.getByRole('button', { name: 'Delete your account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  dialog.getByText(/Your profile and your stories will be removed/)
  await userEvent.type(dialog.getByRole('textbox'), 'no{Enter}')
  await dialog.findByText('Type “delete” to continue.')
  expect(asked('DELETE /api/account')).toHaveLength(0)
  await userEvent.clear(dialog.getByRole('textbox'))
  await userEvent.type(dialog.getByRole('textbox'), 'delete{Enter}')
  await waitFor(() => expect(location.hash).toBe('#/'))
  expect(asked('DELETE /api/account')).toHaveLength(1)
})

test('a member sees what comes next, and where the rest is', async () => {
  await show({ membership: { ...activeMembership, nextAmount: 250 }, hasPayments: true })
  const section = within(screen.getByRole('region', { name: 'Membership' }))
  section.getByText('Your next payment of $2.50 is on 1 Mar 2027.')
  section.getByText('Test mode: no money moves.')
  section.getByText('Test card')
  expect(section.getByRole('link', { name: 'Manage membership' }).getAttribute('href')).toBe('/membership')
  section.getByRole('link', { name: 'receipts' })
})

test('a person who never was a member sees the way to the plans, and no word of receipts', async () => {
  await show({})
  const section = within(screen.getByRole('region', { name: 'Membership' }))
  section.getByText('You’re not a member yet')
  section.getByRole('link', { name: 'See the plans' })
  expect(section.queryByText(/receipts/)).toBeNull()
})

test('receipts are linked for everyone who has paid, and nobody else', async () => {
  await show({ hasPayments: true })
  const link = screen.getByRole('link', { name: 'receipts' })
  expect(link.getAttribute('href')).toBe('/membership#receipts')
  cleanup()
  await show({ membership: { ...noMembership, state: 'expired' } })
  screen.getByText('Your membership has ended')
  expect(screen.queryByText(/receipts/)).toBeNull()
  cleanup()
  await show({ hasPayments: true }, { switchedOff: ['membership'] })
  const section = within(screen.getByRole('region', { name: 'Membership' }))
  section.getByRole('link', { name: 'receipts' })
  section.getByText('Memberships are not on sale right now.')
})

test('a person sees what is lost with the account before they delete it', async () => {
  const losses = () => within(screen.getByRole('region', { name: 'Delete account' })).queryAllByRole('listitem')
  await show({ basket: { ...basket, balance: 0 } })
  expect(losses()).toEqual([])
  cleanup()
  await show({
    membership: { ...activeMembership, seats: 4 },
    owed: [
      { currency: 'eur', amount: 1250 },
      { currency: 'usd', amount: 300 },
    ],
  })
  const texts = [
    'Your membership ends at once. What you paid is not refunded.',
    'The people in your group lose their seats.',
    'You lose 1,240 berries.',
    'The site owes you €12.50 and $3.00 for your stories. Ask an admin to pay it out first. Afterwards, the site doesn’t know whom to pay.',
  ]
  expect(losses().map(({ textContent }) => textContent)).toEqual(texts)
  await userEvent.click(screen.getByRole('button', { name: 'Delete your account' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByRole('listitem')).toHaveLength(texts.length)
  cleanup()
  await show({ membership: { ...noMembership, member: true, source: 'seat' }, basket: null })
  expect(losses().map(({ textContent }) => textContent)).toEqual(['You lose your seat in a group.'])
})

test('a failed payment is marked', async () => {
  await show({ membership: { ...activeMembership, state: 'past-due', graceUntil: '2027-03-08T00:00:00.000Z' } })
  const section = within(screen.getByRole('region', { name: 'Membership' }))
  section.getByText('Payment failed')
  expect(section.getByText(/by 8 Mar 2027/)).not.toBeNull()
})

test('while membership is switched off, only people who have one see it', async () => {
  await show({ membership: activeMembership }, { switchedOff: ['membership'] })
  screen.getByRole('link', { name: 'Manage membership' })
  screen.getByText(/your membership/)
  cleanup()
  await show({}, { switchedOff: ['membership'] })
  expect(screen.queryByRole('region', { name: 'Membership' })).toBeNull()
})

test('the balance of berries leads to the basket, unless berries are switched off', async () => {
  await show({})
  const section = within(screen.getByRole('region', { name: 'Berries' }))
  section.getByText('1,240 berries')
  expect(section.getByRole('link', { name: 'Open berry basket' }).getAttribute('href')).toBe('/berrybasket')
  cleanup()
  await show({ basket: null })
  expect(screen.queryByRole('region', { name: 'Berries' })).toBeNull()
})
