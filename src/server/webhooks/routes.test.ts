import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import { aWebhookReceiver, eventOf } from '#test/webhook-receiver.ts'
import type { Database } from '#server/platform/db.ts'

let database: Database
let app: TestApp
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  call = await clientOf(app, await aPerson(database.db, 'admin'))
})

const written = { url: 'https://example.com/hook', events: ['story.published'] }

test('an endpoint is created with its secret, updated and deleted by admins only', async () => {
  const editor = await clientOf(app, await aPerson(database.db, 'editor'))
  expect((await editor('GET /api/admin/webhooks')).status).toBe(403)
  expect((await editor('POST /api/admin/webhooks', written)).status).toBe(403)

  const created = await call('POST /api/admin/webhooks', { ...written, description: 'Newsletter' })
  expect(created.body).toMatchObject({
    webhook: { url: 'https://example.com/hook', description: 'Newsletter', enabled: true, version: 1 },
    secret: expect.stringMatching(/^whsec_/),
  })
  const { id } = created.body['webhook'] as { id: string }
  expect(JSON.stringify((await call(`GET /api/admin/webhooks/${id}`)).body)).not.toContain('whsec_')

  const change = { ...written, description: 'Search', version: 1 }
  expect((await call(`PUT /api/admin/webhooks/${id}`, change)).body).toMatchObject({ version: 2 })
  const late = await call(`PUT /api/admin/webhooks/${id}`, { ...change, description: 'Late' })
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({
    error: { code: 'version-conflict', details: { current: { description: 'Search', version: 2 } } },
  })
  expect((await call(`DELETE /api/admin/webhooks/${id}`)).status).toBe(200)
  expect((await call(`DELETE /api/admin/webhooks/${id}`)).status).toBe(404)
})

test.each([
  ['example.com/hook', 'Enter a full URL'],
  ['http://example.com/hook', 'starts with https://'],
  ['ftp://example.com/', 'starts with https://'],
  ['https://name:secret@example.com/', 'Remove the user name'],
  ['https://example.com:22/', 'Use port 443'],
  ['https://127.0.0.1/', 'Enter a public address'],
  ['https://localhost/', 'Enter a public address'],
  ['https://169.254.169.254/latest/meta-data', 'Enter a public address'],
  ['https://[::1]/', 'Enter a public address'],
  ['https://0x7f.1/', 'Enter a public address'],
])('the URL %s is refused: %s', async (url, message) => {
  const refused = await call('POST /api/admin/webhooks', { ...written, url })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    error: { details: { issues: [{ path: ['body', 'url'], message: expect.stringContaining(message) }] } },
  })
})

test('unknown events and an empty list are refused', async () => {
  for (const events of [[], ['story.invented'], ['test.ping']])
    expect((await call('POST /api/admin/webhooks', { ...written, events })).status).toBe(400)
})

test('the worker of the app sends an event soon after the commit, and a restart waits for it', async () => {
  const receiver = await aWebhookReceiver()
  const other = await aDatabase()
  const local = await anApp(other, { OUTSIDE_PRIVATE: '1', SITE_URL: 'http://localhost:3000' })
  const person = await aPerson(other.db, 'admin')
  const admin = await clientOf(local, person)
  const made = await admin('POST /api/admin/webhooks', { url: receiver.url, events: ['person.updated'] })
  expect(made.status).toBe(200)
  const profile = { name: 'Ada Quill', handle: person.handle, about: 'Rivers.' }
  expect((await admin('PUT /api/profile', profile)).status).toBe(200)
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
  const [request] = receiver.received
  expect(eventOf(request?.body ?? '{}')).toMatchObject({ type: 'person.updated', data: { name: 'Ada Quill' } })
})
