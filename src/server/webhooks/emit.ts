import { sql } from 'kysely'
import type { SubscribedEventType, WebhookEventType } from '#contract/webhooks/event-types.ts'
import { type WebhookData, webhookPayloads } from '#contract/webhooks/payloads.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

/** Wakes the delivery workers of all processes. */
export const WEBHOOK_DELIVERIES = 'webhooks'

export type Described<Type extends WebhookEventType> = {
  data: WebhookData<Type>
  /** The people in the data. Their events are erased with their account. */
  people?: string[]
}

/**
 * Writes an event and a delivery to each enabled endpoint that subscribes to it, in the transaction of the change.
 * `describe` is only called when there is one; it returns null when there is nothing public to send.
 */
export async function emitWebhook<Type extends SubscribedEventType>(
  tx: Ctx,
  type: Type,
  describe: () => Promise<Described<Type> | null> | Described<Type> | null,
) {
  const endpoints = await tx.db
    .selectFrom('webhook')
    .select('id')
    .where('enabled', '=', true)
    .where('events', '@>', sql<WebhookEventType[]>`array[${type}]`)
    .orderBy('id')
    // An endpoint cannot be deleted before this commits, which would fail the whole change.
    .forKeyShare()
    .execute()
  if (endpoints.length === 0) return
  const described = await describe()
  if (!described) return
  const eventId = await insertEvent(tx, type, described)
  const [createdAt, dueAt] = [tx.now(), tx.now()]
  await tx.db
    .insertInto('webhookDelivery')
    .values(endpoints.map(({ id }) => ({ webhookId: id, eventId, type, createdAt, dueAt })))
    .execute()
  tx.invalidate(WEBHOOK_DELIVERIES)
}

/** The body follows the Standard Webhooks specification. Fields that the contract does not declare are dropped. */
export async function insertEvent<Type extends WebhookEventType>(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  type: Type,
  { data, people = [] }: Described<Type>,
) {
  const id = `msg_${newId()}`
  const at = now()
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: webhookPayloads[type].parse(data) })
  await db.insertInto('webhookEvent').values({ id, type, at, body, people }).execute()
  return id
}

/** Deletes the events that describe a person, with their deliveries. For the deletion of an account, in its transaction. */
export async function eraseEventsAbout({ db }: Pick<Ctx, 'db'>, personId: string) {
  await db
    .deleteFrom('webhookEvent')
    .where('people', '@>', sql<string[]>`array[${personId}]`)
    .where(sql<boolean>`people <> '{}'`)
    .execute()
}
