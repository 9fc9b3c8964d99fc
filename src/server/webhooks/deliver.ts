import { sql } from 'kysely'
import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { attempt } from './attempt.ts'
import { recordAttempt } from './record-attempt.ts'

/** Longer than an attempt takes. After a crash, another process continues when it has expired. */
const LEASE_MS = 30 * SECOND_MS
/** Then another endpoint may have its turn. */
const MAX_PER_LEASE = 100

export type Lease = { id: string; lease: string }

/** Leases endpoints with due deliveries, so that no other process sends to them. */
export async function leaseDueEndpoints({ db, now }: Ctx, limit: number): Promise<Lease[]> {
  const lease = newId()
  const { rows } = await sql<{ id: string }>`
    update webhook set lease = ${lease}, leased_until = ${leaseEnd(now())}
    where id in (
      select id from webhook
      where enabled and (leased_until is null or leased_until <= ${now()})
        and (resting_until is null or resting_until <= ${now()})
        and exists (select from webhook_delivery as due
          where due.webhook_id = webhook.id and due.state = 'pending' and due.due_at <= ${now()})
      order by leased_until nulls first, id limit ${limit} for no key update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => ({ id, lease }))
}

/**
 * Sends the due deliveries of a leased endpoint, one after the other in the order of the events. A failed one is
 * retried later and does not delay those after it. Holds no database connection while waiting for a response.
 */
export async function sendDue(ctx: Ctx, leased: Lease, closed: () => boolean = () => false) {
  for (let sent = 0; sent < MAX_PER_LEASE && !closed(); sent++) {
    const webhook = await renewLease(ctx, leased)
    // Disabled, resting or deleted, or leased by another process.
    if (!webhook) break
    const delivery = await nextDelivery(ctx, leased.id)
    if (!delivery) break
    const outcome = await attempt(ctx, { ...delivery, url: webhook.url })
    await recordAttempt(ctx, delivery, outcome)
  }
  await releaseLease(ctx, leased)
}

async function renewLease({ db, now }: Ctx, { id, lease }: Lease) {
  return db
    .updateTable('webhook')
    .set({ leasedUntil: leaseEnd(now()) })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('enabled', '=', true)
    .where((eb) => eb.or([eb('restingUntil', 'is', null), eb('restingUntil', '<=', now())]))
    .returning('url')
    .executeTakeFirst()
}

/** Keeps `leased_until` as the time of the last turn. */
async function releaseLease({ db, now }: Ctx, { id, lease }: Lease) {
  await db
    .updateTable('webhook')
    .set({ lease: null, leasedUntil: now() })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

function nextDelivery({ db, now }: Ctx, webhookId: string) {
  return db
    .selectFrom('webhookDelivery')
    .innerJoin('webhookEvent', 'webhookEvent.id', 'webhookDelivery.eventId')
    .select([
      'webhookDelivery.id',
      'webhookDelivery.webhookId',
      'webhookDelivery.eventId',
      'webhookDelivery.type',
      'webhookDelivery.attempts',
      'webhookEvent.body',
    ])
    .where('webhookDelivery.webhookId', '=', webhookId)
    .where('webhookDelivery.state', '=', sql.lit('pending' as const))
    .where('webhookDelivery.dueAt', '<=', now())
    .orderBy('webhookDelivery.dueAt')
    .orderBy('webhookDelivery.id')
    .limit(1)
    .executeTakeFirst()
}

function leaseEnd(now: Date) {
  return new Date(now.getTime() + LEASE_MS)
}
