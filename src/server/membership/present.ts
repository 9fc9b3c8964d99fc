import type { OwnMembership, Plan } from '#contract/membership/membership.ts'
import type { EntitlementSource } from '#contract/membership/states.ts'
import type { CouponTerms } from './providers/provider.ts'
import type { MembershipRow, PlanRow } from './queries.ts'

export function presentPlan({
  id,
  name,
  description,
  period,
  price,
  currency,
  trialDays,
  benefits,
  seats,
}: PlanRow): Plan {
  return { id, name, description, period, price, currency, trialDays, benefits, seats }
}

type OwnParts = {
  provider: OwnMembership['provider']
  state: OwnMembership['state']
  canTry: boolean
  membership: MembershipRow | null
  plan: PlanRow | null
  entitlement: { until: Date; source: EntitlementSource } | null
  coupon: CouponTerms | null
  billing: OwnMembership['billing'] | null
  seatId: string | null
  waitingMonths: number
}

export function presentOwn(parts: OwnParts): OwnMembership {
  const { provider, state, canTry, membership, plan, entitlement, coupon, billing, seatId, waitingMonths } = parts
  return {
    provider,
    state,
    member: entitlement !== null,
    source: entitlement?.source ?? null,
    until: entitlement?.until.toISOString() ?? null,
    plan: plan && presentPlan(plan),
    price: membership?.price ?? null,
    currency: membership?.currency ?? null,
    period: membership?.period ?? null,
    nextAmount: membership?.nextAmount ?? null,
    periodEnd: membership?.periodEnd.toISOString() ?? null,
    trialEnd: membership?.trialEnd?.toISOString() ?? null,
    graceUntil: membership?.graceUntil?.toISOString() ?? null,
    card: membership?.card ?? '',
    discount: coupon && {
      code: coupon.code,
      percentOff: coupon.percentOff,
      amountOff: coupon.amountOff,
      duration: coupon.duration,
      months: coupon.months,
    },
    seats: membership?.seats ?? 1,
    seatId,
    waitingMonths,
    canTry,
    billing: {
      name: billing?.name ?? '',
      address: billing?.address ?? '',
      country: billing?.country ?? '',
      taxId: billing?.taxId ?? '',
    },
  }
}
