import { getRecentHolder } from '#server/identity/current-account.ts'
import { signOut } from '#server/identity/service-sessions.ts'
import type { Serve } from '#server/platform/api.ts'
import { deleteAccount } from './delete-account.ts'

export function accountDeletionRoutes(serve: Serve) {
  serve('DELETE /api/account', async (ctx) => {
    const { account } = await getRecentHolder(ctx)
    await deleteAccount(ctx, account.uid)
    await signOut(ctx)
    return { deleted: true as const }
  })
}
