import type { Serve } from '#server/platform/api.ts'
import { changePreferences, ownPreferences } from './preferences.ts'
import { beginPush, endPush } from './subscriptions.ts'
import { lookAtUnsubscribing } from './unsubscribe.ts'

export function deliveryRoutes(serve: Serve) {
  serve('GET /api/notifications/preferences', (ctx) => ownPreferences(ctx))
  serve('PUT /api/notifications/preferences', (ctx, { body }) => changePreferences(ctx, body.preferences))
  serve('POST /api/push', (ctx, { body }) => beginPush(ctx, body))
  serve('POST /api/push/end', (ctx, { body }) => endPush(ctx, body.endpoint))
  serve('GET /api/unsubscribe/{token}', (ctx, { params }) => lookAtUnsubscribing(ctx, params.token))
}
