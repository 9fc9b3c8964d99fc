import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ApiKey } from '#contract/api-keys/api-keys.ts'
import { Refusal } from '#contract/errors.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import ApiKeysPage from './api-keys-page.tsx'

const apiKey: ApiKey = {
  id: 'K'.repeat(20),
  name: 'Newsletter',
  lastFour: 'wxyz',
  scopes: ['stories:read', 'audit:read'],
  creator: { id: aViewer.id, handle: aViewer.handle, name: 'Ada' },
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  state: 'active',
  version: 1,
}
const viewer = { ...aViewer, role: 'admin' as const }

async function open(data: unknown, answers: Answers = {}) {
  const fake = fakeApi(answers)
  await renderPage(ApiKeysPage, { api: fake.api, data, viewer })
  return fake
}

test('a new key needs a name and a scope, expires in 90 days unless chosen otherwise, and is shown once', async () => {
  const secret = 'bramble_sk_shown-once'
  const { asked, calls } = await open({ kind: 'new' }, { 'POST /api/admin/api-keys': () => ({ apiKey, secret }) })
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  expect(calls).toEqual([])
  await screen.findByText('Choose at least one scope.')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/))
  await userEvent.type(screen.getByLabelText(/^Name/), 'Newsletter')
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  await screen.findByText('Choose at least one scope.')
  expect(document.activeElement?.getAttribute('role')).toBe('checkbox')
  await userEvent.click(screen.getByRole('checkbox', { name: /^audit:read/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  await screen.findByText(secret)
  expect(document.activeElement?.textContent).toBe('Your new key')
  screen.getByText('Copy the key now. It is shown only once.')
  screen.getByRole('button', { name: 'Copy the key' })
  expect(asked('POST /api/admin/api-keys').map(({ input }) => input)).toEqual([
    { body: { name: 'Newsletter', scopes: ['audit:read'], expiresInDays: 90 } },
  ])
})

test('the key is gone when the page is opened again', async () => {
  await open({ kind: 'list', keys: [apiKey] })
  screen.getByText('bramble_sk_…wxyz')
  expect(screen.queryByText(/shown-once/)).toBe(null)
})

test('a key that never expires is chosen explicitly', async () => {
  const { asked } = await open({ kind: 'new' }, { 'POST /api/admin/api-keys': () => ({ apiKey, secret: 'x' }) })
  await userEvent.type(screen.getByLabelText(/^Name/), 'Forever')
  await userEvent.selectOptions(screen.getByLabelText('Expires'), 'Never')
  await userEvent.click(screen.getByRole('checkbox', { name: 'All stories' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  await screen.findByRole('heading', { name: 'API key created' })
  expect(asked('POST /api/admin/api-keys')[0]?.input).toEqual({
    body: { name: 'Forever', scopes: ['stories:read', 'stories:write'], expiresInDays: null },
  })
})

test('revoking asks first', async () => {
  const { asked } = await open(
    { kind: 'list', keys: [apiKey] },
    { 'POST /api/admin/api-keys/{id}/revoke': () => ({ ...apiKey, state: 'revoked' }) },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Newsletter' }))
  const dialog = await screen.findByRole('dialog')
  expect(asked('POST /api/admin/api-keys/{id}/revoke')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  expect(asked('POST /api/admin/api-keys/{id}/revoke')).toMatchObject([{ input: { params: { id: apiKey.id } } }])
})

test('after a conflict the new name stays, and saving again replaces the other one', async () => {
  let conflicts = 1
  const { asked } = await open(
    { kind: 'list', keys: [apiKey] },
    {
      'PATCH /api/admin/api-keys/{id}': () => {
        if (conflicts-- > 0)
          throw new Refusal('version-conflict', { current: { ...apiKey, name: 'Theirs', version: 4 } })
        return apiKey
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rename Newsletter' }))
  const field = await screen.findByLabelText(/^Name/)
  await userEvent.clear(field)
  await userEvent.type(field, 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/renamed this key to “Theirs”/)
  expect(field).toHaveProperty('value', 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked('PATCH /api/admin/api-keys/{id}').map(({ input }) => input)).toMatchObject([
    { body: { name: 'Mine', version: 1 } },
    { body: { name: 'Mine', version: 4 } },
  ])
})

test('stopped, expired and revoked keys say so, and only valid keys can be changed', async () => {
  const ended = { expiresAt: '2026-02-01T00:00:00.000Z', revokedAt: null }
  await open({
    kind: 'list',
    keys: [
      { ...apiKey, name: 'Left', state: 'stopped' },
      { ...apiKey, ...ended, id: 'E'.repeat(20), name: 'Old', state: 'expired' },
    ],
  })
  screen.getByText(/does not work while its creator is not an admin/)
  const old = screen.getByRole('region', { name: 'Revoked and expired keys' })
  within(old).getAllByText('Expired')
  expect(within(old).queryByRole('button')).toBe(null)
  screen.getByRole('button', { name: 'Revoke Left' })
})
