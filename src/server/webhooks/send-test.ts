import { MINUTE_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import { TEST_EVENT } from '#contract/webhooks/event-types.ts'
import { recordAudit } from '#server/audit/record.ts'
import { absoluteUrl } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { attempt } from './attempt.ts'
import { getDelivery } from './deliveries.ts'
import { insertEvent } from './emit.ts'
import { lockWebhook, targetOf } from './manage.ts'
import { recordAttempt } from './record-attempt.ts'

/** Sends a test event now, once, also to a disabled endpoint. It appears in the log. */
export async function sendTest(ctx: Ctx<Viewer>, webhookId: string) {
  const { delivery, message } = await inTransaction(ctx, async (tx) => {
    const { url } = await lockWebhook(tx, webhookId)
    const data = { webhook: webhookId, site: absoluteUrl(tx.site, '/') }
    const eventId = await insertEvent(tx, TEST_EVENT, { data })
    const { body } = await tx.db
      .selectFrom('webhookEvent')
      .select('body')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    const made = await tx.db
      .insertInto('webhookDelivery')
      .values({
        webhookId,
        eventId,
        type: TEST_EVENT,
        createdAt: tx.now(),
        // The worker sends it only if this process stops before it has recorded the result.
        dueAt: new Date(tx.now().getTime() + MINUTE_MS),
      })
      .returning(['id', 'webhookId', 'type', 'attempts'])
      .executeTakeFirstOrThrow()
    await recordAudit(tx, { action: 'webhook.tested', target: targetOf({ id: webhookId, url }) })
    return { delivery: made, message: { webhookId, url, eventId, body } }
  })
  const outcome = await attempt(ctx, message)
  await recordAttempt(ctx, delivery, outcome)
  return { ...(await getDelivery(ctx, delivery.id)), response: outcome.response }
}
