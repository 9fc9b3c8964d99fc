import { SECOND_MS } from '#contract/constants.ts'
import { GIFT_UNDO_SECONDS } from '#contract/rewards/kinds.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { FailItem } from '#server/platform/jobs/worker.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { giftCause } from './gift.ts'
import { findByCause, house, lockAccounts, reverseTransfer, transfer } from './ledger.ts'

/** The screen counts from when it shows the button, which is later. */
const GRACE_SECONDS = 5
const PENDING_MS = (GIFT_UNDO_SECONDS + GRACE_SECONDS) * SECOND_MS

/** Settles all gifts that can no longer be undone. One that fails is tried again in the next run. */
export async function settleDueGifts(ctx: Ctx, closed: () => boolean, failItem: FailItem) {
  const failed: string[] = []
  while (!closed()) {
    const id = await nextDueGift(ctx, failed)
    if (id === null) return
    try {
      await settleGift(ctx, id)
    } catch (error) {
      failed.push(id)
      failItem(error, `gift:${id}`)
      ctx.log.error({ err: error, gift: id }, 'gift of berries not settled')
    }
  }
}

/** The oldest one that no other process has locked. */
async function nextDueGift({ db, now }: Ctx, except: readonly string[]) {
  let query = db
    .selectFrom('berryGift')
    .select('id')
    .where('state', '=', 'pending')
    .where('at', '<=', new Date(now().getTime() - PENDING_MS))
    .orderBy('at')
    .limit(1)
  if (except.length > 0) query = query.where('id', 'not in', except)
  return (await query.forUpdate().skipLocked().executeTakeFirst())?.id ?? null
}

/** Pays the author, or returns the gift if they have deleted their account. */
function settleGift(ctx: Ctx, id: string) {
  return inTransaction(ctx, async (tx) => {
    const gift = await tx.db
      .selectFrom('berryGift')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .forUpdate()
      .executeTakeFirst()
    // Undone meanwhile, or settled by another process.
    if (!gift) return
    const { giverId, receiverId, articleId, amount } = gift
    // First, so that an account deletion that runs meanwhile has ended, or has not begun.
    await lockAccounts(
      tx.db,
      [giverId, receiverId].flatMap((personId) => personId ?? []),
    )
    const isReceived = receiverId !== null && (await isHere(tx, receiverId))
    if (isReceived) {
      const move = { from: house.pendingGifts, to: receiverId, amount }
      await transfer(tx, { kind: 'gift-received', cause: `gift-received:${id}`, articleId, ...move })
      const event = { kind: 'berries' as const, cause: `berries:${id}`, actorId: giverId, personId: receiverId }
      await notify(tx, { ...event, ...(articleId !== null && { articleId }), detail: { berries: amount } })
      tx.invalidate(`own:${receiverId}`)
    } else await returnGift(tx, gift)
    await tx.db
      .updateTable('berryGift')
      .set({ state: isReceived ? 'given' : 'returned', settledAt: tx.now() })
      .where('id', '=', id)
      .execute()
  })
}

async function isHere({ db }: Ctx, personId: string) {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** To the giver, or to the site if they have deleted theirs too. */
async function returnGift(tx: Ctx, { id, giverId, amount }: { id: string; giverId: string | null; amount: number }) {
  const given = await findByCause(tx.db, giftCause(id))
  const cause = `refund:gift:${id}`
  if (given && giverId !== null && (await isHere(tx, giverId))) {
    await reverseTransfer(tx, given.id, { kind: 'refund', cause })
    tx.invalidate(`own:${giverId}`)
  } else await transfer(tx, { kind: 'refund', cause, from: house.pendingGifts, to: house.earned, amount })
}
