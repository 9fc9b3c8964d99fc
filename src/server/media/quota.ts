import type { Ctx } from '#server/platform/ctx.ts'
import { subtractUsage, addUsage } from '#server/storage/quota.ts'
import { accountOf } from './queries.ts'

/** The bytes that count here. An external storage service counts its own. */
export function storedHere({ size, address }: { size: number; address: string | null }) {
  return address === null ? size : 0
}

/** Adds bytes to the owner's storage use, or removes them when negative. Refuses when the quota is exceeded. Inside a transaction. */
export async function updateQuota(tx: Ctx, ownerId: string, bytes: number) {
  const uid = await accountOf(tx.db, ownerId)
  if (uid === null) return
  if (bytes > 0) await addUsage(tx, uid, bytes)
  else await subtractUsage(tx, uid, -bytes)
}
