import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { AdminGrant } from '#contract/membership/membership-admin.ts'
import type { AdminPerson, AdminPersonDetails } from '#contract/people-admin/people-admin.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { type Answers, fakeApi, renderPage } from '#test/render-page.tsx'
import { AccessSection } from './access-section.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import PeoplePage from './people-page.tsx'
import PersonPage from './person-page.tsx'

const at = '2026-01-01T00:00:00.000Z'
const until = '2030-02-01T12:00:00.000Z'
const ola: AdminPerson = {
  id: 'P'.repeat(20),
  handle: 'ola',
  name: 'Ola Nord',
  avatar: null,
  role: 'reader',
  state: 'active',
  email: 'ola@example.com',
  stories: 0,
  joinedAt: at,
  seenAt: at,
}
const details: AdminPersonDetails = {
  ...ola,
  self: false,
  membership: { state: 'none', reads: null },
  about: '',
  account: null,
  sessions: [],
  counts: { stories: 0, drafts: 0, responses: 0, reports: 0, followers: 0, files: 0 },
  notes: [],
  exports: [],
  audit: [],
}

async function open(answers: Answers) {
  const fake = fakeApi(answers)
  const Page = () => (
    <>
      <AccessSection person={details} />
      <EraseDialog person={details} />
    </>
  )
  await renderPage(Page, { api: fake.api })
  return fake
}

async function chooseRole(dialog: HTMLElement, role: string) {
  await userEvent.click(within(dialog).getByRole('combobox'))
  await userEvent.click(await screen.findByRole('option', { name: role }))
}

test('a refused change of the role says why, and keeps the chosen role and the reason', async () => {
  let refusals = 1
  const { asked } = await open({
    'PUT /api/admin/people/{id}/role': () => {
      if (refusals-- > 0) throw new Refusal('version-conflict', { message: 'Another admin has changed this role.' })
      return {}
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Change role' }))
  const dialog = await screen.findByRole('dialog')
  await chooseRole(dialog, 'Editor')
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Well')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change role' }))
  await within(dialog).findByText('Another admin has changed this role.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change role' }))
  const body = { role: 'editor', was: 'reader', reason: 'Well' }
  const sent = asked('PUT /api/admin/people/{id}/role').map(({ input }) => input)
  expect(sent).toMatchObject([{ body }, { body }])
})

test('a person is erased only after the handle was typed', async () => {
  const { asked } = await open({
    'GET /api/admin/people/{id}/erasure': () => ({
      deleted: [{ what: 'Bookmarks', count: 1234 }],
      anonymized: [],
      trashed: [],
      kept: [],
    }),
    'POST /api/admin/people/{id}/erasure': () => ({}),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Erase…' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('1,234')
  const handle = within(dialog).getByLabelText(/to confirm/)
  await userEvent.type(handle, 'ole')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase permanently' }))
  await within(dialog).findByText('Type “ola” to continue.')
  expect(asked('POST /api/admin/people/{id}/erasure')).toEqual([])
  await userEvent.clear(handle)
  await userEvent.type(handle, '@Ola')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase permanently' }))
  expect(asked('POST /api/admin/people/{id}/erasure')).toHaveLength(1)
})

test('undoing a change of roles gives each person the role they had', async () => {
  const pim: AdminPerson = { ...ola, id: 'Q'.repeat(20), handle: 'pim', name: 'Pim Oost', role: 'author' }
  const { api, asked } = fakeApi({ 'POST /api/admin/people/bulk': () => ({ results: [] }) })
  const Page = () => (
    <>
      <ToastHost timeoutMs={5000} closeLabel="Close" />
      <PeoplePage />
    </>
  )
  await renderPage(Page, { api, data: { items: [ola, pim], next: null, query: {} }, path: '/admin/users' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change role…' }))
  const dialog = await screen.findByRole('dialog')
  await chooseRole(dialog, 'Editor')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change role' }))
  await screen.findByText('Role of 2 people changed')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone')
  expect(asked('POST /api/admin/people/bulk').map(({ input }) => input)).toMatchObject([
    { body: { ids: [ola.id, pim.id], action: 'role', role: 'editor' } },
    { body: { ids: [ola.id], action: 'role', role: 'reader' } },
    { body: { ids: [pim.id], action: 'role', role: 'author' } },
  ])
})

test('the list is filtered by membership', async () => {
  const { api } = fakeApi({})
  const data = { items: [ola], next: null, query: {} }
  const router = await renderPage(PeoplePage, { api, data, path: '/admin/users' })
  await userEvent.selectOptions(screen.getByLabelText('Membership'), 'Not members')
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('member')).toBe('no'))
})

test.each([
  [
    'a subscription that renews',
    { state: 'active', reads: { source: 'membership', until, renews: true } },
    ['Yes, with their own subscription, until 1 Feb 2030 if it does not renew', 'Active'],
  ],
  [
    'a cancelled subscription',
    { state: 'cancelled', reads: { source: 'membership', until, renews: false } },
    ['Yes, with their own subscription, until 1 Feb 2030', 'Cancelled'],
  ],
  [
    'a seat',
    { state: 'none', reads: { source: 'seat', until, renews: true } },
    ['Yes, with a seat in a group, until 1 Feb 2030 if it does not renew', 'None'],
  ],
  [
    'a gift that lasts longer than the subscription',
    { state: 'cancelled', reads: { source: 'gift', until, renews: false } },
    ['Yes, with a gift, until 1 Feb 2030', 'Cancelled'],
  ],
  ['an ended subscription', { state: 'expired', reads: null }, ['No', 'Ended']],
  ['no membership', { state: 'none', reads: null }, ['No', 'None']],
] as const)('the page of a person with %s says so', async (_what, membership, expected) => {
  await renderPage(PersonPage, { api: fakeApi({}).api, data: { ...details, membership, grants: [] } })
  const section = screen.getByRole('region', { name: 'Membership' })
  const [reads, subscription] = within(section).getAllByRole('listitem')
  expect(reads?.textContent).toBe(`Reads members’ stories${expected[0]}`)
  expect(subscription?.textContent).toBe(`Own subscription${expected[1]}`)
  const link = within(section).getByRole('link', { name: /member/i })
  expect([link.textContent, link.getAttribute('href')]).toEqual(
    membership.state === 'none'
      ? ['All members', '/admin/membership/members']
      : ['Manage membership', '/admin/membership/members?q=ola'],
  )
})

const months: AdminGrant = {
  id: 'G'.repeat(20),
  person: { id: ola.id, handle: ola.handle, name: ola.name, about: '', avatar: null },
  source: 'admin',
  months: 3,
  state: 'running',
  startsAt: '2029-11-01T12:00:00.000Z',
  endsAt: until,
  createdAt: at,
}

test('free months are listed and ended with a reason', async () => {
  const grants: AdminGrant[] = [
    months,
    { ...months, id: 'H'.repeat(20), source: 'gift', months: 1, state: 'waiting', startsAt: null, endsAt: null },
    { ...months, id: 'I'.repeat(20), source: 'reward', state: 'over' },
  ]
  const fake = fakeApi({ 'POST /api/admin/membership/grants/{id}/end': () => ({ ...months, state: 'over' }) })
  await renderPage(PersonPage, { api: fake.api, data: { ...details, grants } })
  screen.getByText('3 free months given by an admin')
  screen.getByText('1 free month from a gift')
  screen.getByText(/Waits until what the person has now ends/)
  expect(screen.getAllByRole('button', { name: /^End the/ })).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'End the 3 free months' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End the 3 free months?' }))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'By mistake')
  await userEvent.click(dialog.getByRole('button', { name: 'End free months' }))
  await waitFor(() =>
    expect(fake.asked('POST /api/admin/membership/grants/{id}/end')[0]?.input).toEqual({
      params: { id: months.id },
      body: { reason: 'By mistake' },
    }),
  )
})
