import type { Plan } from '#contract/membership/membership.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { dateInUtc } from '#site/ui/ago.ts'

export function formatDate(at: string) {
  return dateInUtc(new Date(at))
}

export function formatPrice(amount: number, currency: string) {
  return formatMoney(amount, currency, { short: true })
}

/** "$5 a month". */
export function formatPlanPrice({ price, currency, period }: Pick<Plan, 'price' | 'currency' | 'period'>) {
  return `${formatPrice(price, currency)} a ${period}`
}

/** In a plain string, a name in another direction would reorder what follows it. */
export function isolate(name: string) {
  return `\u2068${name}\u2069`
}

/** "Reader, $5 a month": plans can have the same name. */
export function formatPlan(plan: Pick<Plan, 'name' | 'price' | 'currency' | 'period'>) {
  return `${isolate(plan.name)}, ${formatPlanPrice(plan)}`
}

type Reduction = { percentOff: number | null; amountOff: number | null; currency: string | null }

export function formatDiscount({ percentOff, amountOff, currency }: Reduction) {
  if (percentOff !== null) return `${percentOff}% off`
  return amountOff !== null && currency !== null ? `${formatPrice(amountOff, currency)} off` : ''
}

export function formatMonths(months: number) {
  return months === 1 ? '1 month' : `${months} months`
}

export function formatDays(days: number) {
  return days === 1 ? '1 day' : `${days} days`
}

export function describeFreeDays(days: number) {
  return days === 1 ? 'Your first day is free.' : `Your first ${days} days are free.`
}

/** Percent that a yearly plan saves against twelve payments of a comparable monthly plan; 0 if there is none. */
export function findSaving(plan: Plan, plans: readonly Plan[]) {
  if (plan.period !== 'year') return 0
  const monthly = plans.filter(
    ({ period, currency, seats, price }) =>
      period === 'month' && currency === plan.currency && seats === plan.seats && price > 0,
  )
  // Plans of the same name are the same offer; otherwise the cheapest one, so that the saving is not exaggerated.
  const same = monthly.find(({ name }) => name === plan.name)
  const price = same?.price ?? Math.min(...monthly.map((other) => other.price))
  if (!Number.isFinite(price)) return 0
  return Math.max(0, Math.floor((1 - plan.price / (12 * price)) * 100))
}
