import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Backup, Backups } from '#contract/backup.ts'
import { Refusal } from '#contract/errors.ts'
import { idOf } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import BackupsPage from './backups-page.tsx'

const aBackup = (more: Partial<Backup> = {}): Backup => ({
  id: idOf('one'),
  state: 'whole',
  file: 'bramble-one.tar',
  createdAt: '2026-11-18T03:00:00.000Z',
  finishedAt: '2026-11-18T03:01:00.000Z',
  scheduled: false,
  madeBy: { name: 'Ada', handle: 'ada' },
  size: 24_000_000,
  sha256: 'a'.repeat(64),
  rows: 12_345,
  objects: 67,
  missing: 0,
  error: null,
  verify: null,
  percent: null,
  ...more,
})

const some = (items: Backup[]): Backups => ({
  items,
  schedule: { every: 'daily', hour: 3, keep: 7, version: 'one' },
  overdue: false,
  nextAt: '2026-11-19T03:00:00.000Z',
  location: '/data/backups',
})

async function open(data: Backups, answers: Answers = {}) {
  const fake = fakeApi(answers)
  await renderPage(BackupsPage, { api: fake.api, data, viewer: { ...aViewer, role: 'admin' } })
  return fake
}

test('without a backup, it says why one matters and starts the first one', async () => {
  const running = aBackup({ state: 'running', percent: 40, size: null })
  const { asked } = await open(some([]), {
    'POST /api/admin/backups': () => aBackup({ state: 'waiting', size: null }),
    'GET /api/admin/backups': () => some([asked('GET /api/admin/backups').length > 1 ? aBackup() : running]),
  })
  screen.getByText(/Disks fail/)
  await userEvent.dblClick(screen.getByRole('button', { name: 'Back up now' }))
  expect(asked('POST /api/admin/backups')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Back up now' })).toHaveProperty('disabled', true)
  const bar = await screen.findByRole('progressbar', { name: 'Backing up' }, { timeout: 5000 })
  expect(bar.getAttribute('value')).toBe('40')
  await screen.findByText('Complete', undefined, { timeout: 5000 })
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a backup is downloaded, verified and, after a question, deleted', async () => {
  const { asked } = await open(some([aBackup()]), {
    'POST /api/admin/backups/{id}/verify': () =>
      aBackup({ verify: { state: 'failed', at: null, error: 'This backup is damaged.' } }),
    'DELETE /api/admin/backups/{id}': () => ({ deleted: true }),
  })
  const link = screen.getByRole('link', { name: /^Download/ })
  expect(link.getAttribute('href')).toBe(`/api/admin/backups/${idOf('one')}/file`)
  await userEvent.click(screen.getByRole('button', { name: /^Verify/ }))
  await screen.findByText('Verification failed')
  screen.getByText('This backup is damaged.')
  await userEvent.click(screen.getByRole('button', { name: /^Delete…/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(asked('DELETE /api/admin/backups/{id}')).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('No backups yet')
})

test('a schedule that someone else changed meanwhile is shown, and saving again replaces it', async () => {
  let saved = 0
  const current = { every: 'weekly', hour: 22, keep: 4, version: 'two' }
  const { asked } = await open(some([aBackup()]), {
    'PUT /api/admin/backups/schedule': () => {
      saved += 1
      if (saved === 1) throw new Refusal('version-conflict', { current })
      return { ...current, version: 'three' }
    },
    'GET /api/admin/backups': () => some([aBackup()]),
  })
  const keep = screen.getByLabelText('Keep the last')
  await userEvent.clear(keep)
  await userEvent.type(keep, '14')
  await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }))
  await screen.findByText(/changed the schedule to: every monday at 22:00 UTC, keeping 4/)
  expect(keep).toHaveProperty('value', '14')
  await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }))
  await waitFor(() => expect(asked('GET /api/admin/backups')).toHaveLength(1))
  expect(asked('PUT /api/admin/backups/schedule').map(({ input }) => input)).toEqual([
    { body: { every: 'daily', hour: 3, keep: 14, version: 'one' } },
    { body: { every: 'daily', hour: 3, keep: 14, version: 'two' } },
  ])
})

test('what is missing, overdue or failed is said', async () => {
  const failed = aBackup({ id: idOf('two'), state: 'failed', error: 'The disk is full.', size: null })
  await open({ ...some([failed, aBackup({ missing: 2 })]), overdue: true })
  screen.getByText('A scheduled backup is overdue')
  screen.getByText('The disk is full.')
  screen.getByText(/2 files were missing/)
  expect(screen.getAllByRole('link', { name: /^Download/ })).toHaveLength(1)
})
