/** In a file without zod, so that pages do not bundle it. */

/** No money moves in the built-in test checkout, and at Stripe with test keys. */
export function isTestMode(provider: string): boolean {
  return provider !== 'stripe'
}

export const membershipStates = ['none', 'trialing', 'active', 'past-due', 'cancelled', 'expired'] as const
export type MembershipState = (typeof membershipStates)[number]

export const membershipEvents = [
  'start-trial',
  'pay',
  'payment-failed',
  'switch',
  'cancel',
  'resume',
  'resume-trial',
  'add-trial',
  'end',
] as const
export type MembershipEvent = (typeof membershipEvents)[number]

/** Every transition of a membership. `docs/membership.md` prints this table. */
export const membershipTransitions: Record<MembershipState, Partial<Record<MembershipEvent, MembershipState>>> = {
  'none': { 'start-trial': 'trialing', 'pay': 'active' },
  'trialing': {
    'pay': 'active',
    'payment-failed': 'past-due',
    'switch': 'trialing',
    'cancel': 'cancelled',
    'end': 'expired',
  },
  'active': {
    // The owner gave free days at the payment provider.
    'add-trial': 'trialing',
    'pay': 'active',
    'payment-failed': 'past-due',
    'switch': 'active',
    'cancel': 'cancelled',
    'end': 'expired',
  },
  // Nothing was paid for the current period, so that a cancellation is its end.
  'past-due': { 'add-trial': 'trialing', 'pay': 'active', 'end': 'expired' },
  'cancelled': { 'resume': 'active', 'resume-trial': 'trialing', 'end': 'expired' },
  'expired': { 'start-trial': 'trialing', 'pay': 'active' },
}

/** The states in which a person reads members' stories. A cancelled membership lasts until the end of its period. */
export const entitledStates: readonly MembershipState[] = ['trialing', 'active', 'past-due', 'cancelled']

/** The end of a trial that is longer is announced this many days before. */
export const TRIAL_NOTICE_DAYS = 3

export const planPeriods = ['month', 'year'] as const
export type PlanPeriod = (typeof planPeriods)[number]

export const couponDurations = ['once', 'months', 'forever'] as const
export type CouponDuration = (typeof couponDurations)[number]

export const giftCodeStates = ['unpaid', 'ready', 'redeemed', 'ended'] as const
export type GiftCodeState = (typeof giftCodeStates)[number]

export const paymentStates = ['paid', 'failed', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

export const entitlementSources = ['membership', 'seat', 'gift', 'reward', 'admin'] as const
export type EntitlementSource = (typeof entitlementSources)[number]

/** Where free months come from. */
export const grantSources = ['gift', 'reward', 'admin'] as const
export type GrantSource = (typeof grantSources)[number]

/** `waiting`: they start when what the person has now ends. `over`: they were used, or ended by an admin or a refund. */
export const grantStates = ['waiting', 'running', 'over'] as const
export type GrantState = (typeof grantStates)[number]

export const exitReasons = ['too-expensive', 'not-enough-time', 'not-enough-to-read', 'technical', 'other'] as const
export type ExitReason = (typeof exitReasons)[number]

/** What the cards of the built-in test checkout do. */
export const testCards = ['works', 'declined', 'fails-later'] as const
export type TestCard = (typeof testCards)[number]
