import type { Discount, Plan } from '#contract/membership/membership.ts'
import { describeFreeDays, formatPrice } from './format-membership.ts'

type Terms = { isTrial: boolean; discount: Discount | null }

/** What the person pays today and later. */
export function describePayments(plan: Plan, { isTrial, discount }: Terms): string {
  const { period, currency } = plan
  const full = `${formatPrice(plan.price, currency)} every ${period}`
  const trial = `${describeFreeDays(plan.trialDays)} Then you pay`
  if (!discount)
    return isTrial ? `${trial} ${full}.` : `You pay ${formatPrice(plan.price, currency)} today, then every ${period}.`

  const reduced = formatPrice(discount.price, currency)
  const payments = countReduced(discount, plan)
  if (payments === null)
    return isTrial
      ? `${trial} ${reduced} every ${period} for as long as you stay.`
      : `You pay ${reduced} today, then every ${period} for as long as you stay.`
  if (payments === 1)
    return isTrial
      ? `${trial} ${reduced} for the first ${period}, and ${full} after that.`
      : `You pay ${reduced} today for the first ${period}, and ${full} after that.`
  return isTrial
    ? `${trial} ${reduced} every ${period} for ${payments} ${period}s, and ${full} after that.`
    : `You pay ${reduced} every ${period} for the first ${payments} ${period}s, starting today, and ${full} after that.`
}

/** How many payments a coupon lowers. Null: all of them. */
function countReduced({ duration, months }: Discount, { period }: Plan): number | null {
  if (duration === 'forever') return null
  if (duration === 'once' || months === null) return 1
  return period === 'year' ? Math.ceil(months / 12) : months
}
