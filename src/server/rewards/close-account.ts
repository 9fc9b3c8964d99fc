import type { Ctx } from '#server/platform/ctx.ts'
import { getBalance, house, lockAccounts, transfer } from './ledger.ts'
import { redemptionRows } from './queries.ts'
import { returnPayment } from './redeem.ts'

/**
 * For account deletion: open redemptions are refunded, the balance goes back to the site, and the gifts no longer name the
 * person. Pending gifts are settled by the job. Must run in a transaction.
 */
export async function closeBerryAccount(tx: Ctx, personId: string) {
  const { db } = tx
  // First, so that a gift or redemption that has the account locked is seen below.
  await lockAccounts(db, [personId])
  await db.updateTable('berryGift').set({ giverId: null }).where('giverId', '=', personId).execute()
  await db.updateTable('berryGift').set({ receiverId: null }).where('receiverId', '=', personId).execute()
  await refundOpenRedemptions(tx, personId)
  const amount = await getBalance(db, personId)
  const cause = `closed:${personId}`
  if (amount > 0)
    await transfer(tx, { kind: 'correction', cause, note: 'Account deleted', from: personId, to: house.earned, amount })
  await db.updateTable('berryAccount').set({ personId: null, listed: false }).where('id', '=', personId).execute()
  await db
    .updateTable('redemption')
    .set({ personId: null, answer: '', note: '' })
    .where('personId', '=', personId)
    .execute()
  await deleteNotes(tx, personId)
  await db.deleteFrom('readingDay').where('personId', '=', personId).execute()
  await db.deleteFrom('berryDay').where('personId', '=', personId).execute()
}

/** No one is there to receive them. Their stock is for others. */
async function refundOpenRedemptions(tx: Ctx, personId: string) {
  const open = await redemptionRows(tx.db)
    .where('redemption.personId', '=', personId)
    .where('redemption.state', '=', 'to-fulfil')
    .orderBy('redemption.rewardId')
    .forNoKeyUpdate('redemption')
    .execute()
  for (const { id, transferId, rewardId } of open) {
    await returnPayment(tx, { id, transferId, rewardId }, { note: 'Account deleted' })
    await tx.db.updateTable('redemption').set({ state: 'refunded', closedAt: tx.now() }).where('id', '=', id).execute()
  }
  if (open.length > 0) tx.invalidate('rewards')
}

/** What admins wrote in corrections and refunds may name the person. */
async function deleteNotes({ db }: Ctx, personId: string) {
  await db
    .updateTable('berryTransfer')
    .set({ note: '' })
    .where('note', '!=', '')
    .where('byId', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('berryEntry')
          .select('transferId')
          .whereRef('transferId', '=', 'berryTransfer.id')
          .where('accountId', '=', personId),
      ),
    )
    .execute()
}
