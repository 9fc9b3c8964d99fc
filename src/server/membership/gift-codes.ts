import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { GiftCode } from '#contract/membership/membership.ts'
import { type PlanPeriod, isTestMode } from '#contract/membership/states.ts'
import type { Viewer } from '#contract/viewer.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { endGrant, grantMembership } from './entitlement.ts'
import { createGiftCode, hashGiftCode, openGiftCode } from './gift-code-text.ts'
import { mailGiftCode } from './membership-mails.ts'
import { type PaymentProvider, isOfEndedTest } from './providers/provider.ts'

const MAX_LISTED = 200

export function monthsOf(period: PlanPeriod) {
  return period === 'year' ? 12 : 1
}

type Gift = {
  checkoutId: string
  plan: { id: string; period: PlanPeriod }
  recipientName: string
  recipientEmail: string
  message: string
}

/** In the transaction that creates the checkout. A repeated request changes nothing. */
export async function addUnpaidGift(tx: Ctx<Viewer>, { plan, ...gift }: Gift) {
  const unpaid = { id: newId(), months: monthsOf(plan.period), planId: plan.id, state: 'unpaid' as const }
  await tx.db
    .insertInto('giftCode')
    .values({ ...unpaid, ...gift, buyerId: tx.viewer.id, createdAt: tx.now() })
    .onConflict((conflict) => conflict.column('checkoutId').doNothing())
    .execute()
}

/** Makes the code once its checkout was paid, in that transaction, and mails it to the recipient. Idempotent. */
export async function issueGiftCode(tx: Ctx, checkoutId: string) {
  const gift = await tx.db
    .selectFrom('giftCode')
    .innerJoin('checkout', 'checkout.id', 'giftCode.checkoutId')
    .leftJoin('person', 'person.id', 'giftCode.buyerId')
    .selectAll('giftCode')
    .select(['person.name as buyerName', 'checkout.provider'])
    .where('checkoutId', '=', checkoutId)
    .forUpdate('giftCode')
    .executeTakeFirst()
  if (!gift || gift.state !== 'unpaid') return
  const { text, ...stored } = createGiftCode(tx.vault, gift.id)
  await tx.db
    .updateTable('giftCode')
    .set({ ...stored, state: 'ready' })
    .where('id', '=', gift.id)
    .execute()
  const { recipientEmail: to, recipientName, message, months } = gift
  // In test mode, anyone can pay, and would mail what they like to anyone.
  if (to && !isTestMode(gift.provider))
    await mailGiftCode(tx, { to, recipientName, message, months, by: gift.buyerName ?? 'A reader', code: text })
}

/**
 * A gift that was refunded, or lost in a dispute, can no longer be redeemed, and the months of one that was redeemed end. In
 * the transaction that records the refund.
 */
export async function endGiftOf(tx: Ctx, checkoutId: string) {
  const gift = await tx.db
    .selectFrom('giftCode')
    .select(['id', 'state', 'redeemedBy'])
    .where('checkoutId', '=', checkoutId)
    .forUpdate()
    .executeTakeFirst()
  if (!gift) return
  if (gift.state === 'unpaid' || gift.state === 'ready')
    await tx.db.updateTable('giftCode').set({ state: 'ended' }).where('id', '=', gift.id).execute()
  const isTakenBack = gift.state === 'redeemed' && (await endGrant(tx, grantCause(gift.id)))
  if (isTakenBack && gift.redeemedBy !== null)
    await notify(tx, {
      kind: 'membership',
      cause: `gift-refunded:${gift.id}`,
      actorId: null,
      personId: gift.redeemedBy,
      detail: { outcome: 'gift-refunded' },
    })
}

/** The code of a paid gift and what became of it, for the page after the checkout. Only for its buyer. */
export async function findGiftOf({ db, vault, viewer }: Ctx<Viewer>, checkoutId: string) {
  const row = await db
    .selectFrom('giftCode')
    .select(['id', 'code', 'recipientName', 'recipientEmail', 'state'])
    .where('checkoutId', '=', checkoutId)
    .where('buyerId', '=', viewer.id)
    .where('code', 'is not', null)
    .executeTakeFirst()
  if (!row || row.state === 'unpaid') return null
  const { recipientName, recipientEmail, state } = row
  return { code: openGiftCode(vault, row), recipientName, recipientEmail, state }
}

export async function listOwnGifts({ db, vault, viewer }: Ctx<Viewer>): Promise<GiftCode[]> {
  const rows = await db
    .selectFrom('giftCode')
    .selectAll()
    .where('buyerId', '=', viewer.id)
    .where('code', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.flatMap(({ id, code, months, recipientName, recipientEmail, state, expiresAt, createdAt }) => {
    if (state === 'unpaid') return []
    const times = { expiresAt: expiresAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
    return { id, code: openGiftCode(vault, { id, code }), months, recipientName, recipientEmail, state, ...times }
  })
}

/** The same person can repeat it. Two people at once: the row lock lets the first one have it. */
export function redeemGiftCode(ctx: Ctx<Viewer>, payments: PaymentProvider, code: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { db, now, viewer } = tx
    const gift = await db
      .selectFrom('giftCode')
      .leftJoin('checkout', 'checkout.id', 'giftCode.checkoutId')
      .select(['giftCode.id', 'giftCode.state', 'months', 'buyerId', 'redeemedBy', 'expiresAt', 'checkout.provider'])
      .where('codeHash', '=', hashGiftCode(code))
      .forUpdate('giftCode')
      .executeTakeFirst()
    if (!gift) throw new Refusal('code-not-valid')
    if (gift.redeemedBy === viewer.id) return
    if (gift.state === 'redeemed')
      throw notValid('This gift was redeemed by another account. Ask the giver for a new one.')
    if (gift.state !== 'ready' || (gift.provider !== null && isOfEndedTest(gift.provider, payments)))
      throw notValid('This gift was withdrawn. Ask the person who gave it to you.')
    if (gift.expiresAt && gift.expiresAt <= now())
      throw notValid('This gift has expired. Ask the person who gave it to you.')
    await db
      .updateTable('giftCode')
      .set({ state: 'redeemed', redeemedBy: viewer.id, redeemedAt: now() })
      .where('id', '=', gift.id)
      .execute()
    const { months } = gift
    await grantMembership(tx, { personId: viewer.id, months, source: 'gift', cause: grantCause(gift.id) })
    if (gift.buyerId !== null && gift.buyerId !== viewer.id)
      await notify(tx, {
        kind: 'membership',
        cause: `gift-redeemed:${gift.id}`,
        actorId: viewer.id,
        personId: gift.buyerId,
        detail: { outcome: 'gift-redeemed' },
      })
  })
}

/** Of another provider: nothing was paid for the gifts of a test mode. Repeating it changes nothing. */
export async function endTestGifts(ctx: Ctx, { name }: PaymentProvider) {
  const { db } = ctx
  const ofTest = db
    .selectFrom('checkout')
    .select('id')
    .where('provider', 'not in', ['stripe', name])
    .where('kind', '=', 'gift')
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .updateTable('giftCode')
      .set({ state: 'ended' })
      .where('state', 'in', ['unpaid', 'ready'])
      .where('checkoutId', 'in', ofTest)
      .execute()
  })
  const redeemed = await db
    .selectFrom('giftCode')
    .innerJoin('membershipGrant', (join) => join.on(sql<boolean>`membership_grant.cause = 'gift:' || gift_code.id`))
    .select('membershipGrant.cause')
    .where('giftCode.checkoutId', 'in', ofTest)
    .where('membershipGrant.endedAt', 'is', null)
    .execute()
  for (const { cause } of redeemed) await inTransaction(ctx, (tx) => endGrant(tx, cause))
}

function grantCause(giftId: string) {
  return `gift:${giftId}`
}

function notValid(message: string) {
  return new Refusal('code-not-valid', { message })
}
