import type { Serve } from '#server/platform/api.ts'
import { createApiKey, listApiKeys, renameApiKey, revokeApiKey } from './manage.ts'

export function apiKeyRoutes(serve: Serve) {
  serve('GET /api/admin/api-keys', (ctx) => listApiKeys(ctx))
  serve('POST /api/admin/api-keys', (ctx, { body }) => createApiKey(ctx, body))
  serve('PATCH /api/admin/api-keys/{id}', (ctx, { params, body }) => renameApiKey(ctx, params.id, body))
  serve('POST /api/admin/api-keys/{id}/revoke', (ctx, { params }) => revokeApiKey(ctx, params.id))
}
