import type { Serve } from '#server/platform/api.ts'
import { checkStorage } from './check-storage.ts'
import { type StorageEnvironment, getStorageSettings, updateStorageLimits } from './limits.ts'

export function storageRoutes(serve: Serve, environment: StorageEnvironment) {
  serve('GET /api/admin/storage', (ctx) => getStorageSettings(ctx, environment))
  serve('PUT /api/admin/storage/limits', (ctx, { body }) => updateStorageLimits(ctx, body, environment))
  serve('POST /api/admin/storage/check', (ctx) => checkStorage(ctx))
}
