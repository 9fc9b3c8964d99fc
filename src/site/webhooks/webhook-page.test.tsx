import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import NewWebhookPage from './new-webhook-page.tsx'
import WebhookPage from './webhook-page.tsx'

const webhook: Webhook = {
  id: 'W'.repeat(20),
  url: 'https://example.com/hook',
  description: 'Newsletter',
  events: ['story.published'],
  enabled: true,
  disabledReason: null,
  failingSince: null,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  secretCreatedAt: '2026-01-01T00:00:00.000Z',
  previousSecretUntil: null,
  lastDelivery: null,
  recent: { ended: 0, failed: 0 },
  pending: 0,
}
const viewer = { ...aViewer, role: 'admin' as const }

async function open(answers: Answers = {}, shown = webhook) {
  const fake = fakeApi(answers)
  await renderPage(WebhookPage, { api: fake.api, data: { webhook: shown }, viewer })
  return fake
}

test('after a conflict the input stays, the other version is shown, and saving again replaces it', async () => {
  let conflicts = 1
  const { asked } = await open({
    'PUT /api/admin/webhooks/{id}': () => {
      if (conflicts-- > 0) {
        const current = { ...webhook, description: 'Search index', version: 4 }
        throw new Refusal('version-conflict', { current })
      }
      return webhook
    },
  })
  const description = screen.getByLabelText(/^Description/)
  await userEvent.clear(description)
  await userEvent.type(description, 'Mine')
  await userEvent.click(screen.getByRole('checkbox', { name: /person\.created/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Another admin saved changes/)
  screen.getByText('Search index')
  expect(description).toHaveProperty('value', 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sent = asked('PUT /api/admin/webhooks/{id}').map(({ input }) => input)
  expect(sent).toMatchObject([
    { body: { version: 3, description: 'Mine', events: ['story.published', 'person.created'] } },
    { body: { version: 4, description: 'Mine' } },
  ])
})

test('after a conflict the other version can be taken over', async () => {
  const current: Webhook = { ...webhook, url: 'https://other.example/hook', events: ['person.deleted'], version: 4 }
  await open({
    'PUT /api/admin/webhooks/{id}': () => {
      throw new Refusal('version-conflict', { current })
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use theirs' }))
  expect(screen.getByLabelText(/^URL/)).toHaveProperty('value', 'https://other.example/hook')
  expect(screen.getByRole('checkbox', { name: /person\.deleted/ }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('checkbox', { name: /story\.published/ }).getAttribute('aria-checked')).toBe('false')
})

test('the result of a test event is shown with the response', async () => {
  const result = { type: 'test.ping', state: 'failed', status: 500, error: 'Status 500', durationMs: 12 }
  await open({
    'POST /api/admin/webhooks/{id}/test': () => ({
      ...result,
      id: 7,
      webhookId: webhook.id,
      response: 'No such table',
    }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Send a test event' }))
  const alert = await screen.findByRole('alert')
  within(alert).getByText('Status 500 in 12 ms')
  expect(within(alert).getByText('No such table')).toBeTruthy()
})

test('a rotated secret is shown once, after a confirmation', async () => {
  const { asked } = await open({
    'POST /api/admin/webhooks/{id}/secret': () => ({ webhook, secret: 'whsec_new' }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Rotate the secret' }))
  expect(asked('POST /api/admin/webhooks/{id}/secret')).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate' }))
  await screen.findByText('whsec_new')
})

test('a webhook that was disabled automatically says why and what to do', async () => {
  await open({}, { ...webhook, enabled: false, disabledReason: 'gone' })
  expect(within(screen.getByRole('alert')).getByText(/410 Gone/)).toBeTruthy()
})

test('a new webhook shows all errors at once, each beside its field, and focuses the first', async () => {
  const fake = fakeApi({})
  await renderPage(NewWebhookPage, { api: fake.api, viewer })
  await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  await within(screen.getByRole('group', { name: 'Events' })).findByText('Choose at least one event.')
  const url = screen.getByLabelText(/^URL/)
  expect(url.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(url)
  await userEvent.type(url, 'https://example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  expect(screen.getAllByText('Choose at least one event.')).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'All stories' }))
  expect(fake.calls).toEqual([])
})

test('a new webhook needs an event, shows what the server says about its URL, and then its secret', async () => {
  let refuse = true
  const fake = fakeApi({
    'POST /api/admin/webhooks': () => {
      if (refuse) {
        const issues = [{ path: ['body', 'url'], message: 'Use a URL that starts with https://.' }]
        throw new Refusal('invalid', { issues })
      }
      return { webhook, secret: 'whsec_first' }
    },
  })
  await renderPage(NewWebhookPage, { api: fake.api, viewer })
  await userEvent.type(screen.getByLabelText(/^URL/), 'http://example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  await screen.findByText('Choose at least one event.')
  expect(fake.calls).toEqual([])
  await userEvent.click(screen.getByRole('checkbox', { name: 'All stories' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  await screen.findByText('Use a URL that starts with https://.')
  refuse = false
  await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  await screen.findByText('whsec_first')
  expect(document.activeElement?.textContent).toBe('Webhook added')
})
