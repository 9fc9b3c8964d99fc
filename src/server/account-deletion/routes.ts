import { getRecentHolder } from '#server/identity/current-account.ts'
import { revokeAtService } from '#server/identity/identity-service.ts'
import { listServiceTokens, signOut } from '#server/identity/service-sessions.ts'
import type { Serve } from '#server/platform/api.ts'
import { deleteAccount } from './delete-account.ts'

export function accountDeletionRoutes(serve: Serve) {
  serve('DELETE /api/account', async (ctx) => {
    const { account } = await getRecentHolder(ctx)
    // Read first: the deletion ends the sessions.
    const tokens = await listServiceTokens(ctx, account.uid)
    await deleteAccount(ctx, account.uid)
    await signOut(ctx)
    await Promise.all(tokens.map((token) => revokeAtService(ctx, token)))
    return { deleted: true as const }
  })
}
