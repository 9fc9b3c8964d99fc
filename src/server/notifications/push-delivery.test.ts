import { createLocalJWKSet, jwtVerify } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { endSessions } from '#server/identity/sessions.ts'
import type { Database } from '#server/platform/db.ts'
import { createOutbound } from '#server/platform/outbound/fetch.ts'
import { aSiteServer } from '#test/site-server.ts'
import { anArticle } from '#test/articles.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { notifyNow } from '#test/notifications.ts'
import { aCtx, aPerson, aSession } from '#test/people.ts'
import { aReceiver } from '#test/push-receiver.ts'
import { updatePreferences, getPreferences } from './preferences.ts'
import { deliverDuePushes, retryPushes } from './push-delivery.ts'
import { getPushKey } from './push-key.ts'
import { subscribeToPush, unsubscribeFromPush } from './push-subscriptions.ts'

let database: Database
beforeAll(async () => {
  database = await aDatabase()
})

type Pushed = { headers: NodeJS.Dict<string | string[]>; body: Buffer; path: string }

/** A push service with configurable responses, an author subscribed to it, and a story of theirs. */
async function aScene() {
  const { db } = database
  const clock = aClock()
  const ctx = aCtx(db, { now: clock.now, outbound: createOutbound({ allowPrivate: true, agent: 'Test' }) })
  const pushed: Pushed[] = []
  const answers: { status: number; retryAfter?: string }[] = []
  const service = await aSiteServer((request, reply) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      pushed.push({ headers: request.headers, body: Buffer.concat(pieces), path: request.url ?? '' })
      const { status, retryAfter } = answers.shift() ?? { status: 201 }
      reply.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end()
    })
  })
  const author = await aPerson(db, 'author')
  const { session } = await aSession(db, author)
  const own = { ...ctx, viewer: author, signedIn: { sessionId: session.id, at: new Date() } }
  const story = await anArticle(db, author.id, { title: 'The long way home' })
  const browser = aReceiver()
  const endpoint = `${service}/send/${author.id}`
  await subscribeToPush(own, { endpoint, keys: browser.keys })
  const responded = async (name = 'Ada') => {
    const reader = await aPerson(db, 'reader', { name })
    const cause = `response:${reader.id}`
    await notifyNow(ctx, { kind: 'response', cause, actorId: reader.id, personId: author.id, articleId: story.id })
  }
  const push = async () => {
    while (await deliverDuePushes(ctx));
  }
  const left = () =>
    db
      .selectFrom('notificationPush')
      .innerJoin('pushSubscription', 'pushSubscription.id', 'subscriptionId')
      .select(['attempts', 'dueAt'])
      .where('personId', '=', author.id)
      .where('failedAt', 'is', null)
      .execute()
  const failed = () =>
    db
      .selectFrom('notificationPush')
      .select(['notificationPush.id', 'error'])
      .where('failedAt', 'is not', null)
      .execute()
  return { failed, db, clock, ctx, own, author, story, browser, endpoint, pushed, answers, responded, push, left }
}

test('a push is encrypted for the browser and signed by the site', async () => {
  const { ctx, own, story, browser, endpoint, pushed, responded, push, left } = await aScene()
  await responded('Ada')
  await push()
  expect(pushed).toHaveLength(1)
  const [{ headers, body, path } = { headers: {}, body: Buffer.alloc(0), path: '' }] = pushed
  expect(endpoint.endsWith(path)).toBe(true)
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', 'ttl': '86400', 'urgency': 'normal' })
  expect(body.toString('latin1')).not.toContain('Ada')
  const { tag, ...shown } = JSON.parse(browser.open(body)) as Record<string, string>
  expect(shown).toEqual({ title: 'Ada responded to “The long way home”', body: '', path: `story/${story.slug}` })
  expect(headers['topic']).toBe(tag)

  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers['authorization'])) ?? []
  expect(key).toBe((await getPreferences(own)).pushKey)
  const point = Buffer.from(key, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const keys = createLocalJWKSet({ keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', x, y }] })
  const { payload } = await jwtVerify(token, keys, { audience: new URL(endpoint).origin })
  expect(payload).toMatchObject({ sub: 'mailto:no-reply@localhost' })
  expect((payload.exp ?? 0) * 1000 - ctx.now().getTime()).toBeLessThan(24 * HOUR_MS)
  expect(await left()).toEqual([])
})

test('a busy or failing service is retried with backoff, respects Retry-After, and is given up in the end', async () => {
  const { ctx, clock, pushed, answers, responded, push, left, failed } = await aScene()
  answers.push({ status: 503 }, { status: 429, retryAfter: '600' })
  await responded()
  await push()
  await push()
  expect(pushed).toHaveLength(1)
  clock.pass(MINUTE_MS + 1000)
  await push()
  expect(pushed).toHaveLength(2)
  clock.pass(9 * MINUTE_MS)
  await push()
  expect(pushed).toHaveLength(2)
  clock.pass(2 * MINUTE_MS)
  await push()
  expect(pushed).toHaveLength(3)
  expect(await left()).toEqual([])

  answers.push(...Array.from({ length: 20 }, () => ({ status: 500 })))
  await responded()
  for (let hour = 0; hour < 20; hour++) {
    await push()
    clock.pass(HOUR_MS)
  }
  expect(pushed).toHaveLength(3 + 6)
  expect(await left()).toEqual([])

  // It is kept for a retry by an admin.
  const [given] = await failed()
  expect(given?.error).toMatch(/replied with status 500/)
  answers.length = 0
  await retryPushes(ctx, [given?.id ?? ''])
  expect(await failed()).toEqual([])
  expect(await left()).toHaveLength(1)
  await push()
  expect(pushed).toHaveLength(3 + 6 + 1)
  expect(await left()).toEqual([])
})

test('a notification that changed several times is pushed once, in its latest version', async () => {
  const { browser, pushed, responded, push, left } = await aScene()
  await responded('Ada')
  await responded('Grace')
  await push()
  expect(pushed.map(({ body }) => JSON.parse(browser.open(body)).title)).toEqual([
    'Grace and Ada responded to “The long way home”',
  ])
  expect(await left()).toEqual([])
})

test.each([404, 410])('a subscription that no longer exists (%s) is deleted', async (status) => {
  const { own, pushed, answers, responded, push } = await aScene()
  answers.push({ status })
  await responded()
  await push()
  expect(await getPreferences(own)).toMatchObject({ browsers: 0, endpoints: [] })
  await responded()
  await push()
  expect(pushed).toHaveLength(1)
})

test('does not push notifications that were read, turned off or are a day old', async () => {
  for (const change of ['read', 'unwanted', 'old'] as const) {
    const { db, clock, own, author, pushed, responded, push, left } = await aScene()
    await responded()
    expect(await left()).toHaveLength(1)
    if (change === 'read') {
      await db.updateTable('notification').set({ readAt: new Date() }).where('personId', '=', author.id).execute()
    }
    if (change === 'unwanted') {
      await updatePreferences(own, [{ kind: 'response', site: true, email: 'now', push: false }])
    }
    if (change === 'old') clock.pass(25 * HOUR_MS)
    await push()
    expect(pushed, change).toEqual([])
    expect(await left(), change).toEqual([])
  }
})

test('push ends with its session', async () => {
  const { ctx, own, author, pushed, responded, push } = await aScene()
  await responded()
  await endSessions(ctx, author.uid)
  await push()
  await responded()
  await push()
  expect(pushed).toEqual([])
  expect(await getPreferences(own)).toMatchObject({ browsers: 0 })
})

test('a person cannot end another’s subscription, and taking over a browser drops the other’s pushes', async () => {
  const { db, ctx, own, browser, endpoint, pushed, responded, push } = await aScene()
  const other = { ...ctx, viewer: await aPerson(db) }
  await unsubscribeFromPush(other, endpoint)
  expect(await getPreferences(own)).toMatchObject({ browsers: 1, endpoints: [endpoint] })
  await responded()
  await subscribeToPush(other, { endpoint, keys: browser.keys })
  await push()
  expect(pushed).toEqual([])
  expect(await getPreferences(own)).toMatchObject({ browsers: 0 })
  expect(await getPreferences(other)).toMatchObject({ browsers: 1 })
  await unsubscribeFromPush(other, endpoint)
  expect(await getPreferences(other)).toMatchObject({ browsers: 0 })
})

test('the oldest of too many subscriptions is replaced', async () => {
  const { clock, own, endpoint, browser } = await aScene()
  for (let more = 0; more < 20; more++) {
    clock.pass(1000)
    await subscribeToPush(own, { endpoint: `${endpoint}/${more}`, keys: browser.keys })
  }
  const { endpoints } = await getPreferences(own)
  expect(endpoints).toHaveLength(20)
  expect(endpoints).not.toContain(endpoint)
})

test('concurrent first requests create one key', async () => {
  const { db } = await aDatabase()
  const keys = await Promise.all(Array.from({ length: 5 }, () => getPushKey(aCtx(db))))
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(Buffer.from(keys[0]?.privateKey ?? '', 'base64url')).toHaveLength(32)
})
