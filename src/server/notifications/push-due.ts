import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { nextAddress } from '#server/identity/next-address.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { linesToDeliver } from './delivery-lines.ts'
import { type PushKey, pushKey, vapid } from './push-key.ts'
import { type Keys, MOST_SEALED_BYTES, seal } from './seal.ts'
import { preferencesOf } from './preferences.ts'
import { authPlace, liveSubscriptions } from './subscriptions.ts'
import { type Line, excerptOf, sentenceOf } from './words.ts'

const AT_ONCE = 8
const MOST_ATTEMPTS = 6
const LONGEST_WAIT_MS = HOUR_MS
/** Who was away longer reads it on the site; push services keep it no longer either. */
const STALE_MS = 24 * HOUR_MS

type Taken = { id: string; subscriptionId: string; notificationId: string; attempts: number }

/** Sends a few that are due. No connection to the database waits for a push service meanwhile. True while there may be others. */
export async function pushDue(ctx: Ctx): Promise<boolean> {
  const taken = await takeDue(ctx)
  if (taken.length === 0) return false
  const key = await pushKey(ctx)
  const ids = new Set(taken.map(({ notificationId }) => notificationId))
  const lines = new Map((await linesToDeliver(ctx, [...ids])).map((line) => [line.id, line]))
  // One line goes to one browser once, however often it changed meanwhile.
  const distinct = new Map(taken.map((one) => [`${one.subscriptionId} ${one.notificationId}`, one]))
  await Promise.all([...distinct.values()].map((one) => tryToPush(one)))
  return true

  async function tryToPush(one: Taken) {
    try {
      await push(ctx, one, lines.get(one.notificationId), key)
    } catch (error) {
      // The others go out all the same; this one is tried again.
      ctx.log.error({ err: error, push: one.id }, 'a push failed')
    }
  }
}

/** Each is put off before it is tried: if this process dies now, it is tried again then. */
async function takeDue({ db, now }: Ctx): Promise<Taken[]> {
  const wait = sql`${MINUTE_MS}::int * 2 ^ attempts * interval '1 millisecond'`
  const { rows } = await sql<Taken>`
    update notification_push set attempts = attempts + 1, due_at = ${now()}::timestamptz + ${wait}
    where id in (select id from notification_push where due_at <= ${now()} order by due_at limit ${AT_ONCE} for update skip locked)
    returning id, subscription_id, notification_id, attempts`.execute(db)
  return rows
}

async function push(ctx: Ctx, taken: Taken, line: Line | undefined, key: PushKey) {
  const browser = await receiver(ctx, taken)
  if (!line || !browser || taken.attempts > MOST_ATTEMPTS) return done(ctx, taken)
  const outcome = await send(ctx, browser, line, key)
  if (outcome === 'gone') return endSubscription(ctx, taken.subscriptionId)
  if (outcome === 'sent' || outcome === 'refused' || taken.attempts === MOST_ATTEMPTS) return done(ctx, taken)
  return putOff(ctx, taken.id, outcome.retryAfter)
}

/** The browser, while it is signed in, its person wants to be told, and has not read it elsewhere. */
async function receiver(ctx: Ctx, { subscriptionId, notificationId }: Taken) {
  const found = await liveSubscriptions(ctx)
    .innerJoin('notification', 'notification.personId', 'pushSubscription.personId')
    .select(['endpoint', 'p256dh', 'auth', 'notification.personId', 'notification.kind'])
    .where('pushSubscription.id', '=', subscriptionId)
    .where('notification.id', '=', notificationId)
    .where('notification.updatedAt', '>', new Date(ctx.now().getTime() - STALE_MS))
    .where((eb) => eb.or([eb('notification.readAt', 'is', null), eb('notification.shown', '=', false)]))
    .executeTakeFirst()
  if (!found) return null
  const wishes = await preferencesOf(ctx.db, found.personId)
  if (!wishes.some(({ kind, push: wanted }) => kind === found.kind && wanted)) return null
  return { ...found, auth: ctx.vault.open(authPlace(subscriptionId), found.auth) }
}

type Outcome = 'sent' | 'gone' | 'refused' | { retryAfter: number }

async function send(
  ctx: Ctx,
  { endpoint, ...keys }: Keys & { endpoint: string },
  line: Line,
  key: PushKey,
): Promise<Outcome> {
  try {
    const { status, retryAfter } = await ctx.outbound.post(endpoint, {
      headers: {
        'authorization': await vapid(ctx, key, endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'ttl': String(STALE_MS / SECOND_MS),
        'urgency': 'normal',
        // A browser that was away gets the latest of a line, not each of its changes.
        'topic': line.id,
      },
      body: seal(payload(ctx, line), keys),
    })
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    if (status === 429 || status >= 500) return { retryAfter: Number(retryAfter ?? 0) * SECOND_MS }
    ctx.log.warn({ service: new URL(endpoint).host, status }, 'a push service refused')
    return 'refused'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { retryAfter: 0 }
  }
}

/** Small: what to show, and where it leads below the base address. */
function payload({ site }: Ctx, line: Line) {
  const address = nextAddress(site, line.path) ?? ''
  const path = address.slice(site.origin.length + site.base.length)
  const shown = { title: sentenceOf(line), body: excerptOf(line) ?? '', path, tag: line.id }
  const text = Buffer.from(JSON.stringify(shown))
  return text.length <= MOST_SEALED_BYTES ? text : Buffer.from(JSON.stringify({ ...shown, body: '' }))
}

/** The others of the same line go with it: the browser has its latest words. */
async function done({ db }: Ctx, { id, subscriptionId, notificationId }: Taken) {
  await db
    .deleteFrom('notificationPush')
    .where('subscriptionId', '=', subscriptionId)
    .where('notificationId', '=', notificationId)
    .where((eb) => eb.or([eb('id', '=', id), eb('attempts', '>', 0)]))
    .execute()
}

async function endSubscription({ db }: Ctx, id: string) {
  await db.deleteFrom('pushSubscription').where('id', '=', id).execute()
}

/** Longer than usual, where the service asks for it. */
async function putOff({ db, now }: Ctx, id: string, wait: number) {
  const at = new Date(now().getTime() + Math.min(Number.isFinite(wait) ? wait : 0, LONGEST_WAIT_MS))
  await db.updateTable('notificationPush').set({ dueAt: at }).where('id', '=', id).where('dueAt', '<', at).execute()
}
