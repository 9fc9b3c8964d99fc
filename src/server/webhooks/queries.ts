import { sql } from 'kysely'
import { z } from 'zod'
import type { Received } from '#contract/endpoints.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { defineSortedList } from '#server/platform/sorted-list.ts'

/** Bounds the work for an endpoint with a long queue. */
const MAX_COUNTED = 1000
const RECENT = 100

type LastDelivery = { at: string; state: 'pending' | 'delivered' | 'failed'; status: number | null }

/** With the figures of the list. All of them are bounded, however long the log is. */
export function webhooks(db: Db, now: Date) {
  return db
    .selectFrom('webhook')
    .select([
      'webhook.id',
      'webhook.url',
      'webhook.description',
      'webhook.events',
      'webhook.enabled',
      'webhook.disabledReason',
      'webhook.failingSince',
      'webhook.version',
      'webhook.createdAt',
      'webhook.updatedAt',
    ])
    .select([
      sql<Date | null>`(select max(created_at) from webhook_secret where webhook_id = webhook.id and expires_at is null)`.as(
        'secretCreatedAt',
      ),
      sql<Date | null>`(select max(expires_at) from webhook_secret where webhook_id = webhook.id and expires_at > ${now})`.as(
        'previousSecretUntil',
      ),
      sql<LastDelivery | null>`(select json_build_object('at', coalesce(last_at, created_at), 'state', state, 'status', last_status)
        from webhook_delivery where webhook_id = webhook.id order by created_at desc, id desc limit 1)`.as(
        'lastDelivery',
      ),
      sql<{ ended: number; failed: number }>`(select json_build_object(
          'ended', count(*) filter (where state <> 'pending'), 'failed', count(*) filter (where state = 'failed'))
        from (select state from webhook_delivery where webhook_id = webhook.id
          order by created_at desc, id desc limit ${sql.lit(RECENT)}) as recent)`.as('recent'),
      sql<number>`(select count(*)::int from (select from webhook_delivery
        where webhook_id = webhook.id and state = 'pending' limit ${sql.lit(MAX_COUNTED)}) as waiting)`.as('pending'),
    ])
}

const deliveryColumns = [
  'webhookDelivery.id',
  'webhookDelivery.webhookId',
  'webhookDelivery.eventId',
  'webhookDelivery.type',
  'webhookDelivery.state',
  'webhookDelivery.replay',
  'webhookDelivery.attempts',
  'webhookDelivery.createdAt',
  'webhookDelivery.dueAt',
  'webhookDelivery.lastAt',
  'webhookDelivery.lastStatus',
  'webhookDelivery.lastError',
  'webhookDelivery.durationMs',
] as const

const page = defineSortedList(
  { at: { by: sql.ref('webhookDelivery.createdAt'), key: time } },
  { by: sql.ref('webhookDelivery.id'), key: z.int() },
  '-at',
)

export type DeliveryQuery = Received<'GET /api/admin/webhooks/{id}/deliveries'>['query']

export function deliveryPage(db: Db, webhookId: string, asked: DeliveryQuery) {
  let query = db
    .selectFrom('webhookDelivery')
    .select(deliveryColumns)
    .where('webhookDelivery.webhookId', '=', webhookId)
  if (asked.state) query = query.where('webhookDelivery.state', '=', asked.state)
  if (asked.type) query = query.where('webhookDelivery.type', '=', asked.type)
  return page(query, asked)
}

export function deliveryById(db: Db, id: number) {
  return db
    .selectFrom('webhookDelivery')
    .innerJoin('webhookEvent', 'webhookEvent.id', 'webhookDelivery.eventId')
    .innerJoin('webhook', 'webhook.id', 'webhookDelivery.webhookId')
    .select(deliveryColumns)
    .select(['webhookEvent.body', 'webhook.url'])
    .where('webhookDelivery.id', '=', id)
    .executeTakeFirst()
}

export function attemptsOf(db: Db, deliveryId: number) {
  return db.selectFrom('webhookAttempt').selectAll().where('deliveryId', '=', deliveryId).orderBy('id').execute()
}
