import type { MembershipState, PaymentState, PlanPeriod } from '#contract/membership/states.ts'

export const stateTones = {
  'none': 'neutral',
  'trialing': 'primary',
  'active': 'primary',
  'past-due': 'danger',
  'cancelled': 'warning',
  'expired': 'neutral',
} as const satisfies Record<MembershipState, string>

export const periodNames: Record<PlanPeriod, string> = { month: 'Monthly', year: 'Yearly' }

export const paymentStateNames: Record<PaymentState, string> = {
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
}
export const paymentStateTones = {
  paid: 'primary',
  failed: 'danger',
  refunded: 'neutral',
} as const satisfies Record<PaymentState, string>
