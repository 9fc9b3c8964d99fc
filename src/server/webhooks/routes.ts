import type { Serve } from '#server/platform/api.ts'
import { getDelivery, listDeliveries } from './deliveries.ts'
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateSecret, updateWebhook } from './manage.ts'
import { replayDeliveries, replayFailed } from './replay.ts'
import { sendTest } from './send-test.ts'

export function webhookRoutes(serve: Serve) {
  serve('GET /api/admin/webhooks', (ctx) => listWebhooks(ctx))
  serve('POST /api/admin/webhooks', (ctx, { body }) => createWebhook(ctx, body))
  serve('GET /api/admin/webhooks/{id}', (ctx, { params }) => getWebhook(ctx, params.id))
  serve('PUT /api/admin/webhooks/{id}', (ctx, { params, body }) => updateWebhook(ctx, params.id, body))
  serve('DELETE /api/admin/webhooks/{id}', (ctx, { params }) => deleteWebhook(ctx, params.id))
  serve('POST /api/admin/webhooks/{id}/secret', (ctx, { params, body }) => rotateSecret(ctx, params.id, body))
  serve('POST /api/admin/webhooks/{id}/test', (ctx, { params }) => sendTest(ctx, params.id))
  serve('POST /api/admin/webhooks/{id}/replay-failed', (ctx, { params }) => replayFailed(ctx, params.id))
  serve('GET /api/admin/webhooks/{id}/deliveries', (ctx, { params, query }) => listDeliveries(ctx, params.id, query))
  serve('GET /api/admin/webhook-deliveries/{id}', (ctx, { params }) => getDelivery(ctx, params.id))
  serve('POST /api/admin/webhook-deliveries/replay', (ctx, { body }) => replayDeliveries(ctx, body.ids))
}
