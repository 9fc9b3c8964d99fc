import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { toNextUrl } from '#server/identity/next-address.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { describeFailure } from '#server/platform/jobs/job-monitor.ts'
import type { FailItem } from '#server/platform/jobs/worker.ts'
import { DELIVERIES } from './deliveries.ts'
import { listForDelivery } from './present.ts'
import { type PushKey, getPushKey, vapidHeader } from './push-key.ts'
import { type SubscriptionKeys, MAX_PAYLOAD_BYTES, encryptPush } from './push-encryption.ts'
import { listPreferences } from './preferences.ts'
import { authPlace, activeSubscriptions } from './push-subscriptions.ts'
import { type NotificationContent, getExcerpt, summarize } from './summary.ts'

const BATCH_SIZE = 8
const MAX_ATTEMPTS = 6
const MAX_WAIT_MS = HOUR_MS
/** Older notifications are not pushed. Also the TTL at the push service. */
const MAX_AGE_MS = 24 * HOUR_MS

type Taken = { id: string; subscriptionId: string; notificationId: string; attempts: number }

/** Sends a batch of due pushes. Holds no database connection while waiting for a push service. True while there may be more. */
export async function deliverDuePushes(ctx: Ctx, failItem: FailItem = () => {}): Promise<boolean> {
  const taken = await takeDue(ctx)
  if (taken.length === 0) return false
  const key = await getPushKey(ctx)
  const ids = new Set(taken.map(({ notificationId }) => notificationId))
  const notifications = new Map(
    (await listForDelivery(ctx, [...ids])).map((notification) => [notification.id, notification]),
  )
  // A notification goes to each browser once, however often it changed since.
  const distinct = new Map(taken.map((one) => [`${one.subscriptionId} ${one.notificationId}`, one]))
  await Promise.all([...distinct.values()].map((one) => tryToPush(one)))
  return true

  async function tryToPush(one: Taken) {
    try {
      const problem = await push(ctx, one, notifications.get(one.notificationId), key)
      if (problem !== null) failItem(new Error(problem), `push:${one.id}`)
    } catch (error) {
      // One failure must not stop the batch; this push is retried.
      failItem(error, `push:${one.id}`)
      if (one.attempts >= MAX_ATTEMPTS) await giveUp(ctx, one, describeFailure(error))
      ctx.log.error({ err: error, push: one.id }, 'push delivery failed')
    }
  }
}

/** Schedules the retry before sending, so that a crash does not lose the push. */
async function takeDue({ db, now }: Ctx): Promise<Taken[]> {
  const wait = sql`${MINUTE_MS}::int * 2 ^ attempts * interval '1 millisecond'`
  const { rows } = await sql<Taken>`
    update notification_push set attempts = attempts + 1, due_at = ${now()}::timestamptz + ${wait}
    where id in (select id from notification_push where failed_at is null and due_at <= ${now()} order by due_at limit ${BATCH_SIZE} for update skip locked)
    returning id, subscription_id, notification_id, attempts`.execute(db)
  return rows
}

/** Returns the reason when it gives up. */
async function push(ctx: Ctx, taken: Taken, notification: NotificationContent | undefined, key: PushKey) {
  const browser = await findReceiver(ctx, taken)
  const outcome = notification && browser ? await send(ctx, browser, notification, key) : 'sent'
  if (outcome === 'gone') await endSubscription(ctx, taken.subscriptionId)
  else if (outcome === 'sent') await done(ctx, taken)
  else if (outcome.retryAfter === null || taken.attempts >= MAX_ATTEMPTS) return giveUp(ctx, taken, outcome.problem)
  else await postpone(ctx, taken.id, outcome.retryAfter)
  return null
}

/** Null when the session ended, the kind was turned off, or the notification was read or is too old. */
async function findReceiver(ctx: Ctx, { subscriptionId, notificationId }: Taken) {
  const found = await activeSubscriptions(ctx)
    .innerJoin('notification', 'notification.personId', 'pushSubscription.personId')
    .select(['endpoint', 'p256dh', 'auth', 'notification.personId', 'notification.kind'])
    .where('pushSubscription.id', '=', subscriptionId)
    .where('notification.id', '=', notificationId)
    .where('notification.updatedAt', '>', new Date(ctx.now().getTime() - MAX_AGE_MS))
    .where((eb) => eb.or([eb('notification.readAt', 'is', null), eb('notification.shown', '=', false)]))
    .executeTakeFirst()
  if (!found) return null
  const preferences = await listPreferences(ctx.db, found.personId)
  if (!preferences.some(({ kind, push: wanted }) => kind === found.kind && wanted)) return null
  return { ...found, auth: ctx.vault.open(authPlace(subscriptionId), found.auth) }
}

/** `retryAfter` is null when a retry by itself would fail again. */
type Outcome = 'sent' | 'gone' | { problem: string; retryAfter: number | null }

async function send(
  ctx: Ctx,
  { endpoint, ...keys }: SubscriptionKeys & { endpoint: string },
  notification: NotificationContent,
  key: PushKey,
): Promise<Outcome> {
  try {
    const { status, retryAfter } = await ctx.outbound.post(endpoint, {
      headers: {
        'authorization': await vapidHeader(ctx, key, endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'ttl': String(MAX_AGE_MS / SECOND_MS),
        'urgency': 'normal',
        // The push service replaces an undelivered message of the same topic.
        'topic': notification.id,
      },
      body: encryptPush(payload(ctx, notification), keys),
    })
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    const service = new URL(endpoint).host
    const problem = `${service} replied with status ${status}.`
    if (status === 429 || status >= 500) return { problem, retryAfter: Number(retryAfter ?? 0) * SECOND_MS }
    ctx.log.warn({ service, status }, 'push service rejected the message')
    return { problem, retryAfter: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problem: `${new URL(endpoint).host} could not be reached.`, retryAfter: 0 }
  }
}

/** The path is relative to the base address. */
function payload({ site }: Ctx, notification: NotificationContent) {
  const address = toNextUrl(site, notification.path) ?? ''
  const path = address.slice(site.origin.length + site.base.length)
  const shown = { title: summarize(notification), body: getExcerpt(notification) ?? '', path, tag: notification.id }
  const text = Buffer.from(JSON.stringify(shown))
  return text.length <= MAX_PAYLOAD_BYTES ? text : Buffer.from(JSON.stringify({ ...shown, body: '' }))
}

/** Also removes earlier attempts for the same notification: the browser has its latest version. */
async function done({ db }: Ctx, { id, subscriptionId, notificationId }: Taken) {
  await db
    .deleteFrom('notificationPush')
    .where('subscriptionId', '=', subscriptionId)
    .where('notificationId', '=', notificationId)
    .where((eb) => eb.or([eb('id', '=', id), eb('attempts', '>', 0)]))
    .execute()
}

/** Keeps the push, so that an admin can retry it while the notification is recent. */
async function giveUp({ db, now }: Ctx, { id }: Taken, problem: string) {
  await db.updateTable('notificationPush').set({ failedAt: now(), error: problem }).where('id', '=', id).execute()
  return problem
}

/** Sends failed pushes again. Returns the ids of those that exist. Inside a transaction. */
export async function retryPushes({ db, now, invalidate }: Ctx, ids: readonly string[]) {
  const retried = await db
    .updateTable('notificationPush')
    .set({ failedAt: null, error: null, attempts: 0, dueAt: now() })
    .where('id', 'in', ids)
    .where('failedAt', 'is not', null)
    .returning('id')
    .execute()
  invalidate(DELIVERIES)
  return new Set(retried.map(({ id }) => id))
}

/** A notification that is a day old is not pushed any more. */
export async function sweepFailedPushes({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  await db
    .deleteFrom('notificationPush')
    .where('failedAt', '<', new Date(now().getTime() - MAX_AGE_MS))
    .execute()
}

async function endSubscription({ db }: Ctx, id: string) {
  await db.deleteFrom('pushSubscription').where('id', '=', id).execute()
}

/** Extends the wait when the service asks for it. */
async function postpone({ db, now }: Ctx, id: string, wait: number) {
  const at = new Date(now().getTime() + Math.min(Number.isFinite(wait) ? wait : 0, MAX_WAIT_MS))
  await db.updateTable('notificationPush').set({ dueAt: at }).where('id', '=', id).where('dueAt', '<', at).execute()
}
