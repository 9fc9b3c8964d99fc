import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { defaultPreferences } from './preferences.ts'
import { activeSubscriptions } from './push-subscriptions.ts'

/** Wakes the delivery workers of all processes. */
export const DELIVERIES = 'deliveries'

/** Notifications within this time share one mail. */
const BATCH_WINDOW_MS = 2 * MINUTE_MS
/** When the daily digest and the weekly summary are written, in UTC. */
export const DIGEST_HOUR_UTC = 7

export type Delivery = { personId: string; notificationId: string; cause: string; kind: NotificationKind }

/** Only verified addresses are mailed. Call in the transaction that creates the notifications. */
export async function queueMail({ db, now }: Ctx, deliveries: Delivery[]) {
  if (deliveries.length === 0) return
  const soon = new Date(now().getTime() + BATCH_WINDOW_MS)
  const frequencies = JSON.stringify(defaultFrequencies())
  await sql`
    insert into notification_mail (person_id, notification_id, cause, due_at, daily)
    select person.id, delivery.notification_id, delivery.cause,
           case when preference.frequency = 'daily' then ${nextDigestAt(now())}::timestamptz else ${soon}::timestamptz end, preference.frequency = 'daily'
    from unnest(${deliveries.map(({ personId }) => personId)}::text[], ${deliveries.map(({ notificationId }) => notificationId)}::text[],
                ${deliveries.map(({ cause }) => cause)}::text[], ${deliveries.map(({ kind }) => kind)}::text[])
         as delivery (person_id, notification_id, cause, kind)
    join person on person.id = delivery.person_id
    join account on account.uid = person.uid
    left join notification_preference chosen on chosen.person_id = person.id and chosen.kind = delivery.kind
    cross join lateral (select coalesce(chosen.email, ${frequencies}::jsonb ->> delivery.kind) as frequency) preference
    where preference.frequency <> 'never' and account.email is not null and account.email_verified and account.disabled_at is null
    on conflict do nothing`.execute(db)
}

/** For people who want this kind by push. Call in the transaction that creates the notifications. */
export async function queuePush(tx: Ctx, deliveries: Delivery[]) {
  if (deliveries.length === 0) return
  const { db, now, invalidate } = tx
  const people = [...new Set(deliveries.map(({ personId }) => personId))]
  const subscriptions = await activeSubscriptions(tx)
    .select(['pushSubscription.id', 'pushSubscription.personId'])
    .where('pushSubscription.personId', '=', sql<string>`any(${people}::text[])`)
    .execute()
  if (subscriptions.length === 0) return
  const rows = subscriptions.flatMap(({ id: subscriptionId, personId }) => {
    const ids = deliveries.filter((one) => one.personId === personId).map(({ notificationId }) => notificationId)
    return [...new Set(ids)].map((notificationId) => ({ id: newId(), subscriptionId, notificationId, dueAt: now() }))
  })
  if (rows.length === 0) return
  await db.insertInto('notificationPush').values(rows).execute()
  invalidate(DELIVERIES)
}

export function nextDigestAt(now: Date) {
  const today = new Date(now)
  today.setUTCHours(DIGEST_HOUR_UTC, 0, 0, 0)
  return today > now ? today : new Date(today.getTime() + 24 * HOUR_MS)
}

function defaultFrequencies() {
  return Object.fromEntries(Object.entries(defaultPreferences).map(([kind, { email }]) => [kind, email]))
}

/** Deletes notifications, pending deliveries, push subscriptions and preferences of a deleted account. Call inside a transaction. */
export async function deleteDeliveriesTo({ db }: Pick<Ctx, 'db'>, personId: string) {
  // Lock order everywhere: the list, then its notifications.
  await db.selectFrom('notificationState').select('personId').where('personId', '=', personId).forUpdate().execute()
  await db.deleteFrom('notification').where('personId', '=', personId).execute()
  await db.deleteFrom('notificationState').where('personId', '=', personId).execute()
  await db.deleteFrom('notificationMail').where('personId', '=', personId).execute()
  await db.deleteFrom('pushSubscription').where('personId', '=', personId).execute()
  await db.deleteFrom('unsubscribeLink').where('personId', '=', personId).execute()
  await db.deleteFrom('notificationPreference').where('personId', '=', personId).execute()
}
