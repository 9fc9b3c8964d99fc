import { beforeAll, describe, expect, test } from 'vitest'
import { aClock } from '#test/clock.ts'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { deferred } from '#test/deferred.ts'
import { aPerson } from '#test/people.ts'
import { aWebhookReceiver, eventOf, openOutbound, verify } from '#test/webhook-receiver.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { createOutbound } from '#server/platform/outbound/fetch.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getDelivery, listDeliveries } from './deliveries.ts'
import { leaseDueEndpoints, sendDue } from './deliver.ts'
import { emitWebhook } from './emit.ts'
import { createWebhook, deleteWebhook, getWebhook, rotateSecret, updateWebhook } from './manage.ts'
import { replayDeliveries, replayFailed } from './replay.ts'
import { RETRY_DELAYS_MS, restAfter, retryDelay, shouldDisable } from './retry.ts'
import { sendTest } from './send-test.ts'
import { sweepWebhooks } from './sweep.ts'

/** The longest retry delay with its jitter. */
const LATE = 1.21

/** Every test has its own database: an event goes to every endpoint of a site. */
async function aSite() {
  const { db } = await aDatabase()
  const clock = aClock()
  const admin = await aPerson(db, 'admin')
  const ctx = as(db, admin, { now: clock.now, outbound: openOutbound })
  const receiver = await aWebhookReceiver()
  const { webhook, secret } = await createWebhook(ctx, {
    url: receiver.url,
    description: '',
    events: ['person.deleted'],
    enabled: true,
  })
  return { db, clock, admin, ctx, receiver, id: webhook.id, secret }
}

const emit = (ctx: Ctx, id = 'someone') =>
  inTransaction(ctx, (tx) => emitWebhook(tx, 'person.deleted', () => ({ data: { id } })))

/** Sends everything that is due now. */
async function deliver(ctx: Ctx) {
  for (let leased = await leaseDueEndpoints(ctx, 8); leased.length > 0; leased = await leaseDueEndpoints(ctx, 8))
    for (const one of leased) await sendDue(ctx, one)
}

async function log(ctx: Ctx, id: string) {
  return (await listDeliveries(ctx, id, { limit: 100, sort: 'at' })).items
}

async function auditOf(db: Db, id: string) {
  const rows = await db.selectFrom('auditEntry').select('action').where('targetId', '=', id).orderBy('id').execute()
  return rows.map(({ action }) => action)
}

const edit = async (ctx: Ctx<Viewer>, id: string, changes: object) => {
  const { url, description, events, enabled, version } = await getWebhook(ctx, id)
  return updateWebhook(ctx, id, { url, description, events, enabled, version, ...changes })
}

describe('a delivery', () => {
  test('is signed as the Standard Webhooks specification says, and verifies with its reference library', async () => {
    const { ctx, receiver, id, secret } = await aSite()
    receiver.answer({ status: 204 })
    await emit(ctx, 'ada')
    await deliver(ctx)
    const [request] = receiver.received
    if (!request) throw new Error('nothing was received')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(verify(secret, request)).toMatchObject({ type: 'person.deleted', data: { id: 'ada' } })
    expect(() => verify(secret, { ...request, body: request.body.replace('ada', 'bea') })).toThrow('No matching')
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Bramble' })
    expect(eventOf(request.body).timestamp).toMatch(/^\d{4}-.+Z$/)
    const [delivered] = await log(ctx, id)
    expect(delivered).toMatchObject({ state: 'delivered', attempts: 1, status: 204, error: null, dueAt: null })
    expect(await getWebhook(ctx, id)).toMatchObject({
      lastDelivery: { state: 'delivered', status: 204 },
      recent: { ended: 1, failed: 0 },
      pending: 0,
    })
  })

  test('is not sent when the transaction of the change is rolled back', async () => {
    const { ctx, receiver, id } = await aSite()
    const failed = inTransaction(ctx, async (tx) => {
      await emitWebhook(tx, 'person.deleted', () => ({ data: { id: 'ada' } }))
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await emit(ctx, 'bea')
    await deliver(ctx)
    expect(receiver.received.map(({ body }) => eventOf(body).data['id'])).toEqual(['bea'])
    expect(await log(ctx, id)).toHaveLength(1)
  })

  test('is only made for enabled endpoints that subscribe to the event', async () => {
    const { ctx, receiver, id } = await aSite()
    let described = 0
    const emitDisabled = () =>
      inTransaction(ctx, (tx) =>
        emitWebhook(tx, 'person.disabled', () => {
          described += 1
          return { data: { id: 'ada' } }
        }),
      )
    await emitDisabled()
    expect(described).toBe(0)
    await edit(ctx, id, { events: ['person.disabled'] })
    await emitDisabled()
    await emit(ctx)
    await edit(ctx, id, { enabled: false })
    await emitDisabled()
    expect(described).toBe(1)
    await deliver(ctx)
    expect(receiver.received).toEqual([])
    expect(await log(ctx, id)).toMatchObject([
      { type: 'person.disabled', state: 'failed', error: 'The endpoint was disabled before this was delivered.' },
    ])
  })

  test('arrives in the order of the events', async () => {
    const { ctx, receiver } = await aSite()
    for (const name of ['a', 'b', 'c', 'd']) await emit(ctx, name)
    await deliver(ctx)
    expect(receiver.received.map(({ body }) => eventOf(body).data['id'])).toEqual(['a', 'b', 'c', 'd'])
  })

  test('is sent once by two workers at the same time', async () => {
    const { ctx, receiver } = await aSite()
    for (let n = 0; n < 5; n++) await emit(ctx)
    await Promise.all([deliver(ctx), deliver(ctx), deliver(ctx)])
    await deliver(ctx)
    expect(receiver.received).toHaveLength(5)
    expect(new Set(receiver.ids()).size).toBe(5)
  })

  test('is sent again with the same id after a crash between sending and recording', async () => {
    const { ctx, clock, receiver, id, secret } = await aSite()
    await emit(ctx)
    const [leased] = await leaseDueEndpoints(ctx, 1)
    if (!leased) throw new Error('nothing to lease')
    // The response never arrives at the process that sent the request.
    const outbound = {
      ...openOutbound,
      deliver: async (...args: Parameters<typeof openOutbound.deliver>) => {
        await openOutbound.deliver(...args)
        throw new Error('crashed')
      },
    }
    await expect(sendDue({ ...ctx, outbound }, leased)).rejects.toThrow('crashed')
    await deliver(ctx)
    expect(receiver.received).toHaveLength(1)
    clock.pass(31 * SECOND_MS)
    await deliver(ctx)
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.ids()).size).toBe(1)
    expect(await log(ctx, id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
    const [first] = receiver.received
    expect(first && verify(secret, first)).toBeTruthy()
  })

  test('does not hold up others while an endpoint is slow, and a deleted endpoint ends it', async () => {
    const { ctx, receiver, id } = await aSite()
    const [slow, release] = [deferred<void>(), { status: 200 }]
    receiver.answer(async () => {
      await slow.promise
      return release
    })
    await emit(ctx)
    const [leased] = await leaseDueEndpoints(ctx, 8)
    if (!leased) throw new Error('nothing to lease')
    const sending = sendDue(ctx, leased)
    await expect.poll(() => receiver.received.length).toBe(1)
    const other = await aWebhookReceiver()
    await createWebhook(ctx, { url: other.url, description: '', events: ['person.deleted'], enabled: true })
    await emit(ctx)
    await deliver(ctx)
    expect(other.received).toHaveLength(1)
    await deleteWebhook(ctx, id)
    slow.resolve()
    await sending
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a failed delivery', () => {
  test('is retried on the schedule, then fails, and the endpoint is disabled after days without a success', async () => {
    const { db, ctx, clock, receiver, id, admin } = await aSite()
    receiver.answer({ status: 500, body: 'x'.repeat(5000) })
    await emit(ctx)
    await deliver(ctx)
    for (const [nth, wait] of RETRY_DELAYS_MS.entries()) {
      clock.pass(wait * 0.99)
      await deliver(ctx)
      expect(receiver.received).toHaveLength(nth + 1)
      clock.pass(wait * (LATE - 0.99))
      await deliver(ctx)
      expect(receiver.received).toHaveLength(nth + 2)
    }
    expect(new Set(receiver.ids()).size).toBe(1)
    const [failed] = await log(ctx, id)
    expect(failed).toMatchObject({ state: 'failed', attempts: 10, status: 500, dueAt: null })
    const { attemptLog } = await getDelivery(ctx, failed?.id ?? 0)
    expect(attemptLog).toHaveLength(10)
    expect(attemptLog[0]?.response).toBe('x'.repeat(2048))
    expect(attemptLog[0]?.headers['webhook-id']).toBe(failed?.eventId)
    expect(await getWebhook(ctx, id)).toMatchObject({ enabled: false, disabledReason: 'failing' })
    const mail = await db.selectFrom('mail').select(['toAddress', 'kind']).execute()
    expect(mail).toEqual([{ toAddress: admin.email, kind: 'webhook' }])
    expect(await auditOf(db, id)).toEqual(['webhook.created', 'webhook.disabled'])
  })

  test('succeeds on a retry, and later ones need not wait for it', async () => {
    const { ctx, clock, receiver, id } = await aSite()
    receiver.answer(async ({ body }) => ({ status: body.includes('"a"') ? 503 : 200 }))
    await emit(ctx, 'a')
    await emit(ctx, 'b')
    await deliver(ctx)
    expect(await log(ctx, id)).toMatchObject([{ state: 'pending', attempts: 1 }, { state: 'delivered' }])
    receiver.answer({ status: 200 })
    clock.pass(7 * SECOND_MS)
    await deliver(ctx)
    expect(await log(ctx, id)).toMatchObject([{ state: 'delivered', attempts: 2 }, { state: 'delivered' }])
    expect(await getWebhook(ctx, id)).toMatchObject({ failingSince: null, enabled: true })
  })

  test('waits as long as Retry-After asks, up to a day', async () => {
    const { ctx, clock, receiver } = await aSite()
    receiver.answer({ status: 429, headers: { 'retry-after': '3600' } })
    await emit(ctx)
    await deliver(ctx)
    clock.pass(HOUR_MS - SECOND_MS)
    await deliver(ctx)
    expect(receiver.received).toHaveLength(1)
    clock.pass(2 * SECOND_MS)
    await deliver(ctx)
    expect(receiver.received).toHaveLength(2)
    const now = new Date('2030-01-01T00:00:00Z')
    expect(retryDelay(1, 'Tue, 01 Jan 2030 00:02:00 GMT', now, 0)).toBe(120 * SECOND_MS)
    expect(retryDelay(1, '99999999', now, 0)).toBe(DAY_MS)
    expect(retryDelay(1, 'soon', now, 0)).toBe(5 * SECOND_MS)
    expect(retryDelay(10, null, now)).toBeNull()
  })

  test('with status 410 disables the endpoint at once', async () => {
    const { ctx, receiver, id } = await aSite()
    receiver.answer({ status: 410 })
    await emit(ctx)
    await emit(ctx)
    await deliver(ctx)
    expect(receiver.received).toHaveLength(1)
    expect(await getWebhook(ctx, id)).toMatchObject({ enabled: false, disabledReason: 'gone', pending: 0 })
    expect(await log(ctx, id)).toMatchObject([{ state: 'failed', status: 410 }, { state: 'failed' }])
    expect(await edit(ctx, id, { enabled: true })).toMatchObject({ enabled: true, disabledReason: null })
  })

  test('is a redirect, which is not followed', async () => {
    const { ctx, receiver, id } = await aSite()
    receiver.answer({ status: 302, headers: { location: receiver.url } })
    await emit(ctx)
    await deliver(ctx)
    expect(receiver.received).toHaveLength(1)
    expect(await log(ctx, id)).toMatchObject([
      { state: 'pending', status: 302, error: expect.stringContaining('not followed') },
    ])
  })

  test('of a private address sends nothing, whatever the host name resolves to', async () => {
    const { ctx, receiver, id } = await aSite()
    await emit(ctx)
    const closed = createOutbound({ allowPrivate: false, agent: 'Bramble' })
    await deliver({ ...ctx, outbound: closed })
    const port = new URL(receiver.url).port
    // A name that passes the check of the URL, and resolves to this machine.
    const rebound = createOutbound(
      { allowPrivate: true, agent: 'Bramble' },
      () => false,
      async () => [{ address: '127.0.0.1', family: 4 }],
    )
    await edit(ctx, id, { url: `https://hooks.example.com:${port}/` })
    await emit(ctx)
    await deliver({ ...ctx, outbound: rebound })
    expect(receiver.received).toEqual([])
    const errors = (await log(ctx, id)).map(({ error }) => error)
    expect(errors).toEqual(['Use port 443 or 8443.', 'The host name has no public address.'])
  })

  test('after many others leaves the endpoint alone for a while', () => {
    expect(restAfter(19)).toBeNull()
    expect(restAfter(20)).toBe(30 * SECOND_MS)
    expect(restAfter(10_000)).toBe(30 * 60 * SECOND_MS)
    const now = new Date('2030-01-10T00:00:00Z')
    const since = (days: number) => new Date(now.getTime() - days * DAY_MS)
    expect(shouldDisable({ since: since(4), failures: 100, lastAttempt: false, now })).toBe(false)
    expect(shouldDisable({ since: since(5), failures: 100, lastAttempt: false, now })).toBe(true)
    expect(shouldDisable({ since: since(30), failures: 1, lastAttempt: false, now })).toBe(false)
    expect(shouldDisable({ since: since(1), failures: 3, lastAttempt: true, now })).toBe(false)
  })

  test('of an endpoint that rests is not tried before the rest ends, and then tried one at a time', async () => {
    const { ctx, clock, receiver } = await aSite()
    receiver.answer({ status: 500 })
    for (let n = 0; n < 25; n++) await emit(ctx)
    await deliver(ctx)
    expect(receiver.received).toHaveLength(20)
    clock.pass(31 * SECOND_MS)
    await deliver(ctx)
    expect(receiver.received).toHaveLength(21)
    receiver.answer({ status: 200 })
    clock.pass(61 * SECOND_MS)
    await deliver(ctx)
    expect(receiver.received).toHaveLength(46)
  })
})

describe('a replay', () => {
  test('is a new delivery with the same id, also after two clicks', async () => {
    const { db, ctx, clock, receiver, id } = await aSite()
    await emit(ctx)
    await deliver(ctx)
    const [first] = await log(ctx, id)
    const ids = [first?.id ?? 0]
    clock.pass(SECOND_MS)
    await Promise.all([replayDeliveries(ctx, ids), replayDeliveries(ctx, ids)])
    await deliver(ctx)
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.ids()).size).toBe(1)
    expect(await log(ctx, id)).toMatchObject([{ replay: false }, { replay: true, state: 'delivered' }])
    expect(await auditOf(db, id)).toEqual(['webhook.created', 'webhook.replayed'])
    expect(await replayDeliveries(ctx, [999_999])).toMatchObject([{ id: 999_999, refused: { code: 'not-found' } }])
  })

  test('of all failed deliveries sends each once, in order, when the endpoint is enabled again', async () => {
    const { ctx, clock, receiver, id } = await aSite()
    for (const name of ['a', 'b', 'c']) await emit(ctx, name)
    await edit(ctx, id, { enabled: false })
    await expect(replayFailed(ctx, id)).rejects.toMatchObject({ code: 'wrong-state' })
    const [first] = await log(ctx, id)
    expect(await replayDeliveries(ctx, [first?.id ?? 0])).toMatchObject([{ refused: { code: 'wrong-state' } }])
    await edit(ctx, id, { enabled: true })
    clock.pass(SECOND_MS)
    expect(await replayFailed(ctx, id)).toEqual({ replayed: 3, more: false })
    expect(await replayFailed(ctx, id)).toEqual({ replayed: 0, more: false })
    await deliver(ctx)
    expect(receiver.received.map(({ body }) => eventOf(body).data['id'])).toEqual(['a', 'b', 'c'])
  })
})

describe('a secret', () => {
  test('that was rotated signs beside the new one for a day', async () => {
    const { db, ctx, clock, receiver, id, secret: old } = await aSite()
    const { secret, webhook } = await rotateSecret(ctx, id, { revoke: false })
    expect(webhook.previousSecretUntil).not.toBeNull()
    // The reference library compares with the real time, so events are sent by the real clock.
    await emit(ctx)
    await deliver(ctx)
    const [both] = receiver.received
    if (!both) throw new Error('nothing was received')
    expect(verify(old, both)).toBeTruthy()
    expect(verify(secret, both)).toBeTruthy()
    clock.pass(25 * HOUR_MS)
    await emit(ctx)
    await deliver(ctx)
    expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
    expect((await getWebhook(ctx, id)).previousSecretUntil).toBeNull()
    await sweepWebhooks(ctx)
    expect(await db.selectFrom('webhookSecret').select('id').execute()).toHaveLength(1)
    expect(await auditOf(db, id)).toEqual(['webhook.created', 'webhook.secret-rotated'])
  })

  test('that was revoked signs no longer', async () => {
    const { ctx, receiver, id, secret: old } = await aSite()
    const { secret } = await rotateSecret(ctx, id, { revoke: true })
    await emit(ctx)
    await deliver(ctx)
    const [only] = receiver.received
    if (!only) throw new Error('nothing was received')
    expect(verify(secret, only)).toBeTruthy()
    expect(() => verify(old, only)).toThrow('No matching')
  })

  test('is stored encrypted, and neither the log nor the audit log contains it', async () => {
    const { db, ctx, secret } = await aSite()
    await emit(ctx)
    await deliver(ctx)
    const tables = ['webhook', 'webhookSecret', 'webhookAttempt', 'webhookEvent', 'auditEntry'] as const
    for (const table of tables) {
      const rows = await db.selectFrom(table).selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length))
    }
  })
})

describe('a test event', () => {
  test('is sent at once, also to a disabled endpoint, and shows the response', async () => {
    const { db, ctx, receiver, id, secret } = await aSite()
    await edit(ctx, id, { enabled: false })
    receiver.answer({ status: 200, body: 'thanks' })
    expect(await sendTest(ctx, id)).toMatchObject({
      type: 'test.ping',
      state: 'delivered',
      status: 200,
      response: 'thanks',
      durationMs: expect.any(Number),
    })
    const [request] = receiver.received
    expect(request && verify(secret, request)).toMatchObject({ type: 'test.ping', data: { webhook: id } })
    expect(await auditOf(db, id)).toContain('webhook.tested')
  })

  test('that fails is not retried and does not count against the endpoint', async () => {
    const { ctx, clock, receiver, id } = await aSite()
    receiver.answer({ status: 500 })
    expect(await sendTest(ctx, id)).toMatchObject({ state: 'failed', status: 500 })
    clock.pass(DAY_MS)
    await deliver(ctx)
    expect(receiver.received).toHaveLength(1)
    expect(await getWebhook(ctx, id)).toMatchObject({ failingSince: null, enabled: true })
  })
})

let shared: Awaited<ReturnType<typeof aSite>>
beforeAll(async () => {
  shared = await aSite()
})

test('the log is kept for 30 days', async () => {
  const { ctx, clock, id } = shared
  await emit(ctx)
  await deliver(ctx)
  clock.pass(29 * DAY_MS)
  await sweepWebhooks(ctx)
  expect(await log(ctx, id)).toHaveLength(1)
  clock.pass(2 * DAY_MS)
  await sweepWebhooks(ctx)
  expect(await log(ctx, id)).toEqual([])
})

test('an endpoint without a secret fails with what to do', async () => {
  const { db, ctx, id, receiver } = shared
  await db.deleteFrom('webhookSecret').execute()
  expect(await getWebhook(ctx, id)).toMatchObject({ secretCreatedAt: null })
  const before = receiver.received.length
  expect(await sendTest(ctx, id)).toMatchObject({ state: 'failed', error: 'There is no signing secret. Rotate it.' })
  expect(receiver.received).toHaveLength(before)
})
