import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, renderPage } from '#test/render-page.tsx'
import type { AdminAnnouncement } from '#contract/banners.ts'
import { Refusal } from '#contract/errors.ts'
import { AnnouncementForm } from './announcement-form.tsx'

const saved: AdminAnnouncement = {
  id: 'a'.repeat(20),
  revision: 1,
  text: 'Before',
  tone: 'info',
  dismissible: true,
  action: null,
  audience: 'everyone',
  startsAt: '2031-05-06T10:00:30.000Z',
  endsAt: null,
  priority: 0,
  enabled: true,
  state: 'scheduled',
  version: 4,
  createdAt: '2031-01-01T00:00:00.000Z',
  updatedAt: '2031-01-01T00:00:00.000Z',
}

const form = (announcement: AdminAnnouncement | null) => () => <AnnouncementForm announcement={announcement} />

test('the preview follows the input, at both widths', async () => {
  await renderPage(form(null), { api: fakeApi({}).api })
  await userEvent.type(screen.getByLabelText('Text'), 'Hello there')
  const preview = screen.getByRole('region', { name: 'Preview' })
  expect(within(preview).getAllByText('Hello there')).toHaveLength(2)
})

test('a link needs a text and an address', async () => {
  const { api, calls } = fakeApi({})
  await renderPage(form(null), { api })
  await userEvent.type(screen.getByLabelText('Text'), 'Hello')
  await userEvent.type(screen.getByLabelText(/^Link text/), 'More')
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Enter where the link leads.')
  expect(calls).toEqual([])
})

test('after a conflict the input stays, the other version is shown, and either can be kept', async () => {
  const theirs = { ...saved, text: 'Theirs', version: 5 }
  const { api, asked } = fakeApi({
    'PUT /api/admin/announcements/{id}': ({ body }) => {
      if (body?.['version'] === 4) throw new Refusal('version-conflict', { current: theirs })
      return { ...saved, version: 6 }
    },
  })
  await renderPage(form(saved), { api })
  await userEvent.clear(screen.getByLabelText('Text'))
  await userEvent.type(screen.getByLabelText('Text'), 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Theirs')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Keep my version' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sent = asked('PUT /api/admin/announcements/{id}')
  expect(sent).toHaveLength(2)
  // The start was not edited, so its seconds are not lost.
  expect(sent[1]).toMatchObject({ input: { body: { text: 'Mine', version: 5, startsAt: saved.startsAt } } })
})

test('their version replaces the input when it is chosen', async () => {
  const theirs = { ...saved, text: 'Theirs', version: 5 }
  const { api } = fakeApi({
    'PUT /api/admin/announcements/{id}': () => {
      throw new Refusal('version-conflict', { current: theirs })
    },
  })
  await renderPage(form(saved), { api })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use their version' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Theirs')
})

test('an announcement can be for members', async () => {
  const { api, asked } = fakeApi({ 'PUT /api/admin/announcements/{id}': () => ({ ...saved, version: 5 }) })
  await renderPage(form(saved), { api })
  await userEvent.click(screen.getByRole('combobox', { name: /^Audience/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Members' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked('PUT /api/admin/announcements/{id}').map(({ input }) => input)).toMatchObject([
      { body: { audience: 'members' } },
    ]),
  )
})
