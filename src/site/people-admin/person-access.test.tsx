import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { AdminPerson, AdminPersonDetails } from '#contract/people-admin/people-admin.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { type Answers, fakeApi, renderPage } from '#test/render-page.tsx'
import { AccessSection } from './access-section.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import PeoplePage from './people-page.tsx'

const at = '2026-01-01T00:00:00.000Z'
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
