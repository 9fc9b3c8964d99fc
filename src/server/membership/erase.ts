import type { Ctx } from '#server/platform/ctx.ts'
import { BILLING } from './billing-events.ts'
import { lockEntitlements, refreshEntitlements } from './entitlement.ts'

/**
 * Deletes what is known about a person. Payments stay for the books, without the person. The membership and open checkouts
 * stay until the billing job has ended them at the provider, which it does right after the commit.
 */
export async function eraseMembershipOf(tx: Ctx, personId: string) {
  const { db, now } = tx
  await lockEntitlements(db, [personId])
  await db.updateTable('payment').set({ personId: null }).where('personId', '=', personId).execute()
  await db.updateTable('giftCode').set({ buyerId: null, message: '' }).where('buyerId', '=', personId).execute()
  await db.updateTable('giftCode').set({ redeemedBy: null }).where('redeemedBy', '=', personId).execute()
  for (const table of ['billingProfile', 'couponRedemption', 'membershipGrant', 'seat'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).execute()
  await db
    .updateTable('membership')
    .set({ dueAt: now(), card: '' })
    // A sync that is under way must not bring the card back.
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('personId', '=', personId)
    .where('state', '<>', 'expired')
    .execute()
  await db
    .updateTable('checkout')
    .set({ dueAt: now() })
    .where('personId', '=', personId)
    .where('state', '=', 'open')
    .execute()
  await db
    .deleteFrom('exitAnswer')
    .where('membershipId', 'in', db.selectFrom('membership').select('id').where('personId', '=', personId))
    .execute()
  await refreshEntitlements(tx, [personId])
  tx.invalidate(BILLING)
}
