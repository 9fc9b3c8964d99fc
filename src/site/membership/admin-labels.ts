import type { AdminCoupon } from '#contract/membership/membership-admin.ts'
import type { CouponDuration, ExitReason, GiftCodeState } from '#contract/membership/states.ts'
import { formatMonths } from './format-membership.ts'

export const durationNames: Record<CouponDuration, string> = {
  once: 'First payment',
  months: 'A number of months',
  forever: 'Every payment',
}

export const giftStateNames: Record<GiftCodeState, string> = {
  unpaid: 'Not paid yet',
  ready: 'Ready',
  redeemed: 'Redeemed',
  ended: 'Ended',
}
export const giftStateTones = {
  unpaid: 'warning',
  ready: 'primary',
  redeemed: 'neutral',
  ended: 'neutral',
} as const satisfies Record<GiftCodeState, string>

export const exitReasonNames: Record<ExitReason, string> = {
  'too-expensive': 'Too expensive',
  'not-enough-time': 'Not enough time to read',
  'not-enough-to-read': 'Not enough to read',
  'technical': 'Technical problems',
  'other': 'Another reason',
}

export const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

export function formatDuration({ duration, months }: AdminCoupon) {
  return duration === 'months' && months !== null ? formatMonths(months) : durationNames[duration]
}
