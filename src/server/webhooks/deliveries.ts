import type { PageOf } from '#contract/shapes.ts'
import type { WebhookDelivery, WebhookDeliveryDetail } from '#contract/webhooks/webhooks.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { getWebhook } from './manage.ts'
import { presentAttempt, presentDelivery } from './present.ts'
import { type DeliveryQuery, attemptsOf, deliveryById, deliveryPage } from './queries.ts'

export async function listDeliveries(
  ctx: Ctx,
  webhookId: string,
  asked: DeliveryQuery,
): Promise<PageOf<WebhookDelivery>> {
  await getWebhook(ctx, webhookId)
  const { shown, next } = await deliveryPage(ctx.db, webhookId, asked)
  return { items: shown.map(presentDelivery), next }
}

export async function getDelivery({ db }: Ctx, id: number): Promise<WebhookDeliveryDetail> {
  const { url, body, ...row } = await orNotFound(deliveryById(db, id))
  const attempts = await attemptsOf(db, id)
  return { ...presentDelivery(row), url, body, attemptLog: attempts.map(presentAttempt) }
}
