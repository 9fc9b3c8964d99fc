import { TEST_EVENT, type WebhookEventType } from '#contract/webhooks/event-types.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Outcome } from './attempt.ts'
import { disableWebhook } from './disable.ts'
import { restAfter, retryDelay, shouldDisable } from './retry.ts'

const GONE = 410

type Attempted = { id: number; webhookId: string; type: WebhookEventType; attempts: number }

/** Records an attempt and decides what follows: a retry, the end of the delivery, or the end of the endpoint. */
export async function recordAttempt(ctx: Ctx, delivery: Attempted, outcome: Outcome) {
  await inTransaction(ctx, async (tx) => {
    const { id, webhookId } = delivery
    const { at, durationMs, status, error, headers, response, retryAfter } = outcome
    const webhook = await lockWebhook(tx, webhookId)
    // Deleted meanwhile, with its log.
    if (!webhook) return
    const isTest = delivery.type === TEST_EVENT
    const attempts = delivery.attempts + 1
    const wait = error === null || isTest || status === GONE ? null : retryDelay(attempts, retryAfter, tx.now())
    const state = error === null ? 'delivered' : wait === null ? 'failed' : 'pending'
    await tx.db
      .updateTable('webhookDelivery')
      .set({
        // Disabling the endpoint has ended the delivery meanwhile.
        ...(state === 'pending' && !webhook.enabled ? { state: 'failed' as const } : { state }),
        attempts,
        lastAt: at,
        lastStatus: status,
        lastError: error,
        durationMs,
        ...(wait !== null && { dueAt: new Date(tx.now().getTime() + wait) }),
      })
      .where('id', '=', id)
      .execute()
    await tx.db
      .insertInto('webhookAttempt')
      .values({ deliveryId: id, at, durationMs, status, error, headers: JSON.stringify(headers), response })
      .execute()
    if (error === null) await resetFailures(tx, webhookId)
    else if (!isTest && webhook.enabled) await countFailure(tx, webhook, { gone: status === GONE, last: wait === null })
  })
}

type LockedWebhook = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>

function lockWebhook({ db }: Ctx, id: string) {
  return db
    .selectFrom('webhook')
    .select(['id', 'url', 'enabled', 'failures', 'failingSince'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function resetFailures({ db }: Ctx, id: string) {
  await db
    .updateTable('webhook')
    .set({ failures: 0, failingSince: null, restingUntil: null })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute()
}

async function countFailure(tx: Ctx, webhook: LockedWebhook, { gone, last }: { gone: boolean; last: boolean }) {
  const now = tx.now()
  const failures = webhook.failures + 1
  const since = webhook.failingSince ?? now
  const rest = restAfter(failures)
  await tx.db
    .updateTable('webhook')
    .set({
      failures,
      failingSince: since,
      restingUntil: rest === null ? null : new Date(now.getTime() + rest),
    })
    .where('id', '=', webhook.id)
    .execute()
  if (gone) await disableWebhook(tx, webhook, 'gone')
  else if (shouldDisable({ since, failures, lastAttempt: last, now })) await disableWebhook(tx, webhook, 'failing')
}
