import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { describeBerries } from '#contract/rewards/outcomes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { grantMembership, isGrantWaiting } from '#server/membership/entitlement.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getBalance, house, lockAccounts, reverseTransfer, transfer } from './ledger.ts'
import { presentRedemption } from './present.ts'
import { redemptionRows } from './queries.ts'

type Request = { price: number; answer: string; request: string }

export const redemptionCause = (id: string) => `redemption:${id}`
export const grantCause = (redemptionId: string) => `reward:${redemptionId}`

/**
 * Buys a reward. The person's account is locked before the reward, whose row is the one that many people wait for, so
 * that it is locked for as short as possible.
 */
export async function redeemReward(ctx: Ctx<Viewer>, rewardId: string, { price, answer, request }: Request) {
  return inTransaction(ctx, async (tx) => {
    const personId = tx.viewer.id
    await lockAccounts(tx.db, [personId])
    const earlier = await tx.db
      .selectFrom('redemption')
      .select('id')
      .where('personId', '=', personId)
      .where('requestId', '=', request)
      .executeTakeFirst()
    if (earlier) return presentRedeemed(tx, earlier.id)
    await refuseUnavailable(tx, rewardId, answer)
    const reward = await takeFromStock(tx, rewardId)
    if (reward.price !== price) throw priceChanged(reward.price)
    const id = newId()
    const cause = redemptionCause(id)
    const move = { from: personId, to: house.rewards, amount: price }
    const payment = await transfer(tx, { kind: 'redemption', cause, note: reward.name, ...move })
    const isDone = reward.kind !== 'other'
    await tx.db
      .insertInto('redemption')
      .values({
        id,
        rewardId,
        personId,
        transferId: payment.id,
        price,
        state: isDone ? 'fulfilled' : 'to-fulfil',
        answer,
        requestId: request,
        at: tx.now(),
        closedAt: isDone ? tx.now() : null,
      })
      .execute()
    if (reward.kind === 'membership' && reward.months !== null)
      await grantMembership(tx, { personId, months: reward.months, source: 'reward', cause: grantCause(id) })
    // The stock that is shown.
    tx.invalidate('soon:rewards')
    if (reward.kind === 'badge') tx.invalidate(`person:${personId}`)
    return presentRedeemed(tx, id)
  })
}

function priceChanged(price: number) {
  const message = `The price has changed to ${describeBerries(price)}. Check it, then redeem again.`
  return new Refusal('wrong-state', { state: 'price-changed', price, message })
}

async function presentRedeemed({ db, viewer }: Ctx<Viewer>, id: string) {
  const row = await redemptionRows(db).where('redemption.id', '=', id).executeTakeFirstOrThrow()
  const waits = await isGrantWaiting(db, grantCause(id))
  return { redemption: presentRedemption(row), balance: await getBalance(db, viewer.id), waits }
}

/** Before the reward is locked: people who cannot have it do not queue for it. */
async function refuseUnavailable({ db, viewer }: Ctx<Viewer>, rewardId: string, answer: string) {
  const reward = await orNotFound(
    db.selectFrom('reward').selectAll().where('id', '=', rewardId).where('archivedAt', 'is', null).executeTakeFirst(),
  )
  if (reward.stock === 0) throw new Refusal('out-of-stock')
  if (reward.question !== '' && answer === '')
    throw new Refusal('invalid', { issues: [{ path: ['body', 'answer'], message: 'Answer the question.' }] })
  if (reward.perPerson === null) return
  const { count } = await db
    .selectFrom('redemption')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('rewardId', '=', rewardId)
    .where('personId', '=', viewer.id)
    .where('state', '!=', 'refunded')
    .executeTakeFirstOrThrow()
  if (count >= reward.perPerson)
    throw new Refusal('wrong-state', {
      state: 'limit-reached',
      message: 'You’ve reached the limit for this reward.',
    })
}

/** The price and kind are read from the locked row: an admin may have changed them meanwhile. */
async function takeFromStock({ db }: Ctx, rewardId: string) {
  const reward = await db
    .updateTable('reward')
    .set({ stock: sql`stock - 1` })
    .where('id', '=', rewardId)
    .where('archivedAt', 'is', null)
    .where((eb) => eb.or([eb('stock', 'is', null), eb('stock', '>', 0)]))
    .returning(['kind', 'name', 'price', 'months'])
    .executeTakeFirst()
  if (!reward) throw new Refusal('out-of-stock')
  return reward
}

type Paid = { id: string; transferId: number; rewardId: string }

/** The berries go back to the person, and the stock to the reward. */
export async function returnPayment(
  tx: Pick<Ctx, 'db' | 'now'>,
  { id, transferId, rewardId }: Paid,
  reason: { note: string; byId?: string },
) {
  await reverseTransfer(tx, transferId, { kind: 'refund', cause: `refund:redemption:${id}`, ...reason })
  await tx.db
    .updateTable('reward')
    .set({ stock: sql`stock + 1` })
    .where('id', '=', rewardId)
    .execute()
}

/** The newest first. */
export async function listOwnRedemptions({ db, viewer }: Ctx<Viewer>) {
  const rows = await redemptionRows(db)
    .where('redemption.personId', '=', viewer.id)
    .orderBy('redemption.at', 'desc')
    .orderBy('redemption.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(presentRedemption)
}

const MAX_LISTED = 200
