import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { MAX_REPLAYS } from '#contract/webhooks/event-types.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { WEBHOOK_DELIVERIES } from './emit.ts'
import { lockWebhook, targetOf } from './manage.ts'

/** Replays each delivery in its own transaction: a refusal does not stop the others. */
export async function replayDeliveries(ctx: Ctx<Viewer>, ids: number[]) {
  const outcomes = []
  for (const id of new Set(ids)) {
    try {
      await replayDelivery(ctx, id)
      outcomes.push({ id, refused: null })
    } catch (error) {
      // A refusal is reported for this delivery; any other error fails the whole request.
      if (!(error instanceof Refusal)) throw error
      outcomes.push({ id, refused: { code: error.code, message: error.message } })
    }
  }
  return outcomes
}

/** A new delivery of the same event. While one is waiting, there is nothing to add: a double click sends once. */
function replayDelivery(ctx: Ctx<Viewer>, id: number) {
  return inTransaction(ctx, async (tx) => {
    const { webhookId, eventId, type } = await orNotFound(
      tx.db
        .selectFrom('webhookDelivery')
        .select(['webhookId', 'eventId', 'type'])
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    const webhook = await lockEnabled(tx, webhookId)
    const waiting = await tx.db
      .selectFrom('webhookDelivery')
      .select('id')
      .where('eventId', '=', eventId)
      .where('webhookId', '=', webhookId)
      .where('state', '=', 'pending')
      .limit(1)
      .executeTakeFirst()
    if (waiting) return
    const at = tx.now()
    await tx.db
      .insertInto('webhookDelivery')
      .values({ webhookId, eventId, type, replay: true, createdAt: at, dueAt: at })
      .execute()
    tx.invalidate(WEBHOOK_DELIVERIES)
    await recordAudit(tx, {
      action: 'webhook.replayed',
      target: targetOf(webhook),
      after: { deliveries: 1, event: eventId },
    })
  })
}

/** Failed deliveries without a later one of the same event, oldest first, so that the order is kept. */
export function replayFailed(ctx: Ctx<Viewer>, webhookId: string) {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockEnabled(tx, webhookId)
    const at = tx.now()
    const { rows } = await sql`
      insert into webhook_delivery (webhook_id, event_id, type, replay, created_at, due_at)
      select webhook_id, event_id, type, true, ${at}, ${at} from webhook_delivery as failed
      where webhook_id = ${webhookId} and state = 'failed' and type <> 'test.ping'
        and id = (select max(later.id) from webhook_delivery as later
          where later.event_id = failed.event_id and later.webhook_id = failed.webhook_id)
      order by created_at, id limit ${MAX_REPLAYS}
      returning id`.execute(tx.db)
    if (rows.length > 0) {
      tx.invalidate(WEBHOOK_DELIVERIES)
      await recordAudit(tx, {
        action: 'webhook.replayed',
        target: targetOf(webhook),
        after: { deliveries: rows.length },
      })
    }
    return { replayed: rows.length, more: rows.length === MAX_REPLAYS }
  })
}

async function lockEnabled(tx: Ctx, webhookId: string) {
  const webhook = await lockWebhook(tx, webhookId)
  if (!webhook.enabled)
    throw new Refusal('wrong-state', {
      state: 'disabled',
      message: 'Enable this webhook first. Then replay the delivery.',
    })
  return webhook
}
