import type { Received } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import { isTestMode } from '#contract/membership/states.ts'
import type { Viewer } from '#contract/viewer.ts'
import { limitMailTo } from '#server/identity/account-limits.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { addUnpaidGift } from './gift-codes.ts'
import { getPlanOnSale } from './plan-on-sale.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { openCheckout, saveCheckout } from './start-checkout.ts'

type NewGift = Received<'POST /api/membership/gifts/checkout'>['body']

/** A gift costs the price of the plan for one period. */
export async function startGiftCheckout(ctx: Ctx<Viewer>, payments: PaymentProvider, given: NewGift) {
  const { plan: planId, request, ...gift } = given
  const plan = await getPlanOnSale(ctx.db, planId)
  if (plan.seats > 1)
    throw new Refusal('not-allowed', {
      message: 'A group plan can’t be given as a gift. Choose a plan for one person.',
    })
  if (plan.price === 0)
    throw new Refusal('not-allowed', {
      message: 'This plan costs nothing, so it can’t be given as a gift. Choose another plan.',
    })
  const { recipientEmail } = gift
  if (recipientEmail !== '' && !isTestMode(payments.name))
    await limitMailTo(ctx, { name: recipientEmail.toLowerCase(), uid: null })
  const { price: amount, currency } = plan
  const row = { kind: 'gift', planId, amount, currency, couponId: null, requestId: request } as const
  const checkout = await inTransaction(ctx, async (tx) => {
    const saved = await saveCheckout(tx, payments, row)
    await addUnpaidGift(tx, { checkoutId: saved.id, plan, ...gift })
    return saved
  })
  return openCheckout(ctx, payments, checkout)
}
