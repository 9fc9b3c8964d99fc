const DAY_SECONDS = 86_400
const MONTH_SECONDS = 30 * DAY_SECONDS

export type Coupon = { id: string; percent: number; amount: number; duration: string; months: number }
export type Terms = { unit_amount: number; interval: string; coupon: Coupon | null }
export type Line = { amount: number; start: number; end: number }

/** A month of this account has 30 days, and a year twelve of them. */
export function endOfPeriod(start: number, interval: string) {
  return start + (interval === 'year' ? 12 : 1) * MONTH_SECONDS
}

/** Null when the discount has no end of its own. */
export function endOfDiscount(start: number, coupon: Coupon | null) {
  return coupon?.duration === 'repeating' ? start + coupon.months * MONTH_SECONDS : null
}

export function discounted(amount: number, coupon: Coupon | null) {
  return coupon ? Math.max(0, amount - coupon.amount - Math.round((amount * coupon.percent) / 100)) : amount
}

export const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

type Change = {
  from: Terms
  to: Terms
  /** The present period. */
  start: number
  end: number
  at: number
  now: number
  behavior: string
}

/**
 * What a change of the price costs: the unused time of the present price as a negative line, and the rest of the period, or a
 * whole period when the interval changes. Without prorations only a whole period is billed.
 */
export function prorate({ from, to, start, end, at, now, behavior }: Change): Line[] {
  const rest = (end - at) / (end - start)
  const isOther = from.interval !== to.interval
  const unused = { amount: -Math.round(discounted(from.unit_amount, from.coupon) * rest), start: at, end }
  const price = discounted(to.unit_amount, to.coupon)
  const bought = isOther
    ? { amount: price, start: now, end: endOfPeriod(now, to.interval) }
    : { amount: Math.round(price * rest), start: at, end }
  if (behavior === 'none') return isOther ? [bought] : []
  return [unused, bought]
}
