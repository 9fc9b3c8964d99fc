import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Discount } from '#contract/membership/membership.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { getPlanOnSale } from './plan-on-sale.ts'

/** A checkout with a coupon lasts an hour: one that ended or was used up cannot be paid with for a day. */
export const COUPON_CHECKOUT_MS = HOUR_MS

type PlanTerms = { id: string; price: number; currency: string }
type Terms = { percentOff: number | null; amountOff: number | null }

/**
 * The coupon with this code, if it applies to the plan and the viewer can still use it. Otherwise it refuses with
 * `code-not-valid` and the reason.
 */
export async function findCoupon(ctx: Ctx<Viewer>, { code, plan }: { code: string; plan: PlanTerms }) {
  const { db, now, viewer } = ctx
  const coupon = await db
    .selectFrom('coupon')
    .selectAll()
    .where('code', '=', code.trim().toUpperCase())
    .executeTakeFirst()
  if (!coupon) throw notValid('This code is not valid. Check the spelling, or continue without it.')
  if (coupon.endedAt || (coupon.expiresAt && coupon.expiresAt <= now()))
    throw notValid('This code has expired. Continue without it, or ask for a new one.')
  await requireLeft(ctx, coupon)
  if (coupon.planId !== null && coupon.planId !== plan.id)
    throw notValid('This code is for another plan. Choose that plan, or continue without the code.')
  if (coupon.currency !== null && coupon.currency !== plan.currency)
    throw notValid('This code is for plans in another currency. Choose another plan, or continue without the code.')
  const used = await db
    .selectFrom('couponRedemption')
    .select('at')
    .where('couponId', '=', coupon.id)
    .where('personId', '=', viewer.id)
    .executeTakeFirst()
  if (used) throw notValid('You have used this code before. It counts once for each person.')
  return coupon
}

/**
 * Reserves a coupon for the viewer's checkout until that is closed: in the transaction that saves it. The lock lets no more
 * people in than the coupon has uses.
 */
export async function reserveCoupon(tx: Ctx<Viewer>, couponId: string) {
  const coupon = await tx.db
    .selectFrom('coupon')
    .selectAll()
    .where('id', '=', couponId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (coupon) await requireLeft(tx, coupon)
}

type Uses = { id: string; maxRedemptions: number | null; redemptions: number }

/** Redemptions and the open checkouts of others count, those that the provider never opened only while they could be. */
async function requireLeft({ db, viewer, now }: Ctx<Viewer>, { id, maxRedemptions, redemptions }: Uses) {
  if (maxRedemptions === null) return
  if (redemptions >= maxRedemptions) throw notValid('This code was used as often as it can be. Continue without it.')
  const { others } = await db
    .selectFrom('checkout')
    .select(({ fn }) => fn.count<number>('personId').distinct().as('others'))
    .where('couponId', '=', id)
    .where('state', '=', 'open')
    .where('personId', '<>', viewer.id)
    .where(({ eb, or }) =>
      or([eb('sessionId', 'is not', null), eb('createdAt', '>', new Date(now().getTime() - COUPON_CHECKOUT_MS))]),
    )
    .executeTakeFirstOrThrow()
  if (redemptions + others >= maxRedemptions)
    throw notValid('Others are paying with the last of this code. Try again in an hour, or continue without it.')
}

export function discountedPrice(price: number, { percentOff, amountOff }: Terms) {
  const off = percentOff === null ? (amountOff ?? 0) : Math.round((price * percentOff) / 100)
  return Math.max(0, price - off)
}

export async function getDiscount(ctx: Ctx<Viewer>, asked: { code: string; plan: string }): Promise<Discount> {
  const plan = await getPlanOnSale(ctx.db, asked.plan)
  const coupon = await findCoupon(ctx, { code: asked.code, plan })
  const { code, percentOff, amountOff, duration, months } = coupon
  return { code, percentOff, amountOff, duration, months, price: discountedPrice(plan.price, coupon) }
}

/**
 * Counts a redemption, in the transaction that marks the checkout as paid. Once for each person, however often it is called.
 * It never refuses: the provider has already granted the discount. A checkout that was given up and is paid after all may
 * exceed the maximum, and is not counted.
 */
export async function redeemCoupon(
  tx: Pick<Ctx, 'db' | 'now' | 'log'>,
  { couponId, personId }: { couponId: string; personId: string },
) {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('couponRedemption')
    .values({ couponId, personId, at: tx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return
  // The row lock makes a second redemption wait and compare with the new count.
  const { numUpdatedRows } = await tx.db
    .updateTable('coupon')
    .set((eb) => ({ redemptions: eb('redemptions', '+', 1) }))
    .where('id', '=', couponId)
    .where((eb) => eb.or([eb('maxRedemptions', 'is', null), eb('redemptions', '<', eb.ref('maxRedemptions'))]))
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) tx.log.warn({ couponId }, 'coupon redeemed more often than its maximum')
}

function notValid(message: string) {
  return new Refusal('code-not-valid', { message })
}
