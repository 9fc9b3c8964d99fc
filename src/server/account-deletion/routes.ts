import { getRecentHolder } from '#server/identity/current-account.ts'
import { signOut } from '#server/identity/service-sessions.ts'
import type { Serve } from '#server/platform/api.ts'
import { deleteAccount, erasePerson } from './delete-account.ts'
import { previewErasure, previewOwnDeletion } from './erasure-preview.ts'

export function accountDeletionRoutes(serve: Serve) {
  serve('GET /api/account/deletion', (ctx) => previewOwnDeletion(ctx))
  serve('DELETE /api/account', async (ctx) => {
    const { account } = await getRecentHolder(ctx)
    await deleteAccount(ctx, account.uid)
    await signOut(ctx)
    return { deleted: true as const }
  })
  serve('GET /api/admin/people/{id}/erasure', (ctx, { params }) => previewErasure(ctx, params.id))
  serve('POST /api/admin/people/{id}/erasure', (ctx, { params, body }) => erasePerson(ctx, params.id, body))
}
