import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { defaults } from './preferences.ts'
import { liveSubscriptions } from './subscriptions.ts'

/** What every process hears when there is something to push. */
export const DELIVERIES = 'deliveries'

/** What comes within this time is one mail. */
const TOGETHER_MS = 2 * MINUTE_MS
/** When daily mails are written, by the clock of Greenwich. */
const DAILY_HOUR = 7

/** One person who was told of one cause, with the line that tells it. */
export type Told = { personId: string; notificationId: string; cause: string; kind: NotificationKind }

/** Puts what is to be mailed or pushed into its queues. Inside the transaction that told it, for one piece of people at a time. */
export async function queueDeliveries(tx: Ctx, told: Told[]): Promise<void> {
  if (told.length === 0) return
  await queueMail(tx, told)
  await queuePush(tx, told)
}

/** For those whose address is known to be theirs. */
async function queueMail({ db, now }: Ctx, told: Told[]) {
  const soon = new Date(now().getTime() + TOGETHER_MS)
  const paces = JSON.stringify(defaultPaces())
  await sql`
    insert into notification_mail (person_id, notification_id, cause, due_at, daily)
    select person.id, told.notification_id, told.cause,
           case when wish.pace = 'daily' then ${nextDaily(now())}::timestamptz else ${soon}::timestamptz end, wish.pace = 'daily'
    from unnest(${told.map(({ personId }) => personId)}::text[], ${told.map(({ notificationId }) => notificationId)}::text[],
                ${told.map(({ cause }) => cause)}::text[], ${told.map(({ kind }) => kind)}::text[])
         as told (person_id, notification_id, cause, kind)
    join person on person.id = told.person_id
    join account on account.uid = person.uid
    left join notification_preference chosen on chosen.person_id = person.id and chosen.kind = told.kind
    cross join lateral (select coalesce(chosen.email, ${paces}::jsonb ->> told.kind) as pace) wish
    where wish.pace <> 'never' and account.email is not null and account.email_verified and account.disabled_at is null
    on conflict do nothing`.execute(db)
}

async function queuePush(tx: Ctx, told: Told[]) {
  const { db, now, invalidate } = tx
  const people = [...new Set(told.map(({ personId }) => personId))]
  const subscriptions = await liveSubscriptions(tx)
    .select(['pushSubscription.id', 'pushSubscription.personId'])
    .where('pushSubscription.personId', '=', sql<string>`any(${people}::text[])`)
    .execute()
  if (subscriptions.length === 0) return
  const chosen = await db
    .selectFrom('notificationPreference')
    .select(['personId', 'kind', 'push'])
    .where('personId', '=', sql<string>`any(${subscriptions.map(({ personId }) => personId)}::text[])`)
    .execute()
  const rows = subscriptions.flatMap(({ id: subscriptionId, personId }) => {
    const lines = told
      .filter((one) => one.personId === personId)
      .filter(({ kind }) => {
        const own = chosen.find((wish) => wish.personId === personId && wish.kind === kind)
        return own?.push ?? defaults[kind].push
      })
      .map(({ notificationId }) => notificationId)
    return [...new Set(lines)].map((notificationId) => ({ id: newId(), subscriptionId, notificationId, dueAt: now() }))
  })
  if (rows.length === 0) return
  await db.insertInto('notificationPush').values(rows).execute()
  invalidate(DELIVERIES)
}

/** The next time that daily mails are written. */
export function nextDaily(now: Date) {
  const today = new Date(now)
  today.setUTCHours(DAILY_HOUR, 0, 0, 0)
  return today > now ? today : new Date(today.getTime() + 24 * HOUR_MS)
}

function defaultPaces() {
  return Object.fromEntries(Object.entries(defaults).map(([kind, { email }]) => [kind, email]))
}
