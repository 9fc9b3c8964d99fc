import type { Serve } from '#server/platform/api.ts'
import { updatePreferences, updateWeeklySummary, getPreferences } from './preferences.ts'
import { subscribeToPush, unsubscribeFromPush } from './push-subscriptions.ts'
import { getUnsubscribeState } from './unsubscribe.ts'

export function deliveryRoutes(serve: Serve) {
  serve('GET /api/notifications/preferences', (ctx) => getPreferences(ctx))
  serve('PUT /api/notifications/preferences', (ctx, { body }) => updatePreferences(ctx, body.preferences))
  serve('PUT /api/notifications/weekly-summary', (ctx, { body }) => updateWeeklySummary(ctx, body.wanted))
  serve('POST /api/push', (ctx, { body }) => subscribeToPush(ctx, body))
  serve('POST /api/push/end', (ctx, { body }) => unsubscribeFromPush(ctx, body.endpoint))
  serve('GET /api/unsubscribe/{token}', (ctx, { params }) => getUnsubscribeState(ctx, params.token))
}
