import type { Serve } from '#server/platform/api.ts'
import { listNotifications, getUnreadState } from './list.ts'
import { markRead, markUnread, deleteNotification } from './mark-read.ts'

export function notificationRoutes(serve: Serve) {
  serve('GET /api/notifications', (ctx, { query }) => listNotifications(ctx, query))
  serve('GET /api/notifications/unread', (ctx) => getUnreadState(ctx))
  serve('POST /api/notifications/read', (ctx, { body }) => markRead(ctx, body))
  serve('POST /api/notifications/{id}/unread', (ctx, { params }) => markUnread(ctx, params.id))
  serve('DELETE /api/notifications/{id}', (ctx, { params }) => deleteNotification(ctx, params.id))
}
