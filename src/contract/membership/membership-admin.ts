import { z } from 'zod'
import { adminListQuery } from '#contract/admin-list.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { PersonCard } from '#contract/people.ts'
import { Id, pageOf } from '#contract/shapes.ts'
import { Amount, Currency, Plan, paymentProviders } from './membership.ts'
import { MAX_PRICE } from './money.ts'
import {
  couponDurations,
  exitReasons,
  giftCodeStates,
  grantSources,
  grantStates,
  membershipStates,
  paymentStates,
  planPeriods,
} from './states.ts'

const Time = z.iso.datetime()

export const AdminPlan = Plan.extend({ archived: z.boolean(), members: z.int(), version: z.int() })
export type AdminPlan = z.infer<typeof AdminPlan>

const PlanFields = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(60),
  description: z.string().trim().max(300).default(''),
  period: z.enum(planPeriods),
  price: Amount.max(MAX_PRICE),
  currency: z.string().trim().toLowerCase().pipe(Currency),
  trialDays: z.int().min(0).max(365).default(0),
  benefits: z.array(z.string().trim().min(1).max(120)).max(12).default([]),
  seats: z.int().min(1).max(500).default(1),
})
export type PlanFields = z.input<typeof PlanFields>

export const AdminCoupon = z.object({
  id: z.string(),
  code: z.string(),
  percentOff: z.int().nullable(),
  amountOff: Amount.nullable(),
  currency: Currency.nullable(),
  duration: z.enum(couponDurations),
  months: z.int().nullable(),
  plan: z.object({ id: z.string(), name: z.string() }).nullable(),
  maxRedemptions: z.int().nullable(),
  redemptions: z.int(),
  expiresAt: Time.nullable(),
  /** Whether people can still use it. */
  active: z.boolean(),
  createdAt: Time,
})
export type AdminCoupon = z.infer<typeof AdminCoupon>

export const AdminGiftCode = z.object({
  id: z.string(),
  /** Null until it is paid for. */
  code: z.string().nullable(),
  months: z.int(),
  state: z.enum(giftCodeStates),
  /** Whether a person bought it. Otherwise an admin made it. */
  bought: z.boolean(),
  /** Null too when the account was deleted. */
  buyer: PersonCard.nullable(),
  redeemedBy: PersonCard.nullable(),
  note: z.string(),
  expiresAt: Time.nullable(),
  createdAt: Time,
})
export type AdminGiftCode = z.infer<typeof AdminGiftCode>

export const AdminMember = z.object({
  id: z.string(),
  person: PersonCard,
  state: z.enum(membershipStates),
  plan: z.object({ id: z.string(), name: z.string() }),
  price: Amount,
  currency: Currency,
  period: z.enum(planPeriods),
  periodEnd: Time,
  startedAt: Time,
  /** What a refund would return: the last payment, less what was returned of it. 0 when nothing was paid. */
  refundable: Amount,
})
export type AdminMember = z.infer<typeof AdminMember>

/** Months of membership that a person did not pay for with a subscription. */
export const AdminGrant = z.object({
  id: z.string(),
  person: PersonCard,
  source: z.enum(grantSources),
  months: z.int(),
  state: z.enum(grantStates),
  /** Null while they wait for the end of a membership that renews. */
  startsAt: Time.nullable(),
  /** Of months that were ended early, that time. */
  endsAt: Time.nullable(),
  createdAt: Time,
})
export type AdminGrant = z.infer<typeof AdminGrant>

export const AdminPayment = z.object({
  id: z.string(),
  /** The number on the receipt. Null for a payment that failed. */
  number: z.string().nullable(),
  kind: z.enum(['membership', 'gift']),
  state: z.enum(paymentStates),
  person: PersonCard.nullable(),
  description: z.string(),
  amount: Amount,
  discount: Amount,
  tax: Amount,
  refunded: Amount,
  currency: Currency,
  provider: z.enum(paymentProviders),
  at: Time,
})
export type AdminPayment = z.infer<typeof AdminPayment>

/** A month, with the figures of one currency. */
const RevenuePoint = z.object({ at: z.string(), mrr: z.int(), revenue: z.int(), members: z.int() })

export const Revenue = z.object({
  provider: z.enum(paymentProviders),
  /** Figures are of one currency. Others are listed, so that the page can switch. */
  currency: Currency,
  currencies: z.array(Currency),
  members: z.int(),
  trialing: z.int(),
  pastDue: z.int(),
  /** Monthly recurring revenue: yearly plans count a twelfth. */
  mrr: z.int(),
  /** Parts of 100, of the last 30 days. Null when there is nothing to divide by. */
  churn: z.number().nullable(),
  trialConversion: z.number().nullable(),
  growth: z.number().nullable(),
  /** The last twelve months. */
  months: z.array(RevenuePoint.extend({ joined: z.int(), left: z.int() })),
  exits: z.array(z.object({ reason: z.enum(exitReasons), count: z.int() })),
  comments: z.array(z.object({ reason: z.enum(exitReasons), comment: z.string(), at: Time })),
})
export type Revenue = z.infer<typeof Revenue>

export const membershipAdminEndpoints = {
  'GET /api/admin/membership/revenue': {
    access: 'admin',
    says: 'Returns members, recurring revenue, churn, trial conversion and growth.',
    query: z.object({ currency: Currency.optional() }),
    reply: Revenue,
  },
  'GET /api/admin/membership/provider': {
    access: 'admin',
    says: 'Returns who receives the payments.',
    reply: z.object({ provider: z.enum(paymentProviders) }),
  },
  'GET /api/admin/membership/plans': {
    access: 'admin',
    says: 'Lists all plans.',
    reply: z.array(AdminPlan),
  },
  'POST /api/admin/membership/plans': {
    access: 'admin',
    says: 'Adds a plan. The same `request` adds it once.',
    body: PlanFields.extend({ request: Id }),
    reply: AdminPlan,
  },
  'PUT /api/admin/membership/plans/{id}': {
    access: 'admin',
    says: 'Changes a plan. A new price applies to people who join later. Fails with `version-conflict` if another admin has changed it.',
    params: z.object({ id: Id }),
    body: PlanFields.extend({ archived: z.boolean(), version: z.int().min(1) }),
    reply: AdminPlan,
  },
  'PUT /api/admin/membership/plans/order': {
    access: 'admin',
    says: 'Changes the order of plans.',
    body: z.object({ ids: z.array(Id).max(100) }),
    reply: z.object({}),
  },
  'GET /api/admin/membership/coupons': {
    access: 'admin',
    says: 'Lists coupons, newest first. `q` finds the start of a code.',
    query: adminListQuery(['created']),
    reply: pageOf(AdminCoupon),
  },
  'POST /api/admin/membership/coupons': {
    access: 'admin',
    says: 'Adds a coupon.',
    body: z.object({
      code: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9-]{3,40}$/, 'Use 3 to 40 letters, digits and hyphens.'),
      percentOff: z.int().min(1).max(100).nullable().default(null),
      amountOff: z.int().min(1).nullable().default(null),
      currency: Currency.nullable().default(null),
      duration: z.enum(couponDurations),
      months: z.int().min(1).max(36).nullable().default(null),
      plan: Id.nullable().default(null),
      maxRedemptions: z.int().min(1).nullable().default(null),
      expiresAt: Time.nullable().default(null),
    }),
    reply: AdminCoupon,
  },
  'POST /api/admin/membership/coupons/{id}/end': {
    access: 'admin',
    says: 'Ends a coupon. People who used it keep their discount.',
    params: z.object({ id: Id }),
    reply: AdminCoupon,
  },
  'GET /api/admin/membership/gift-codes': {
    access: 'admin',
    says: 'Lists gift codes, newest first.',
    query: adminListQuery(['created']).extend({ state: z.enum(giftCodeStates).optional() }),
    reply: pageOf(AdminGiftCode),
  },
  'POST /api/admin/membership/gift-codes': {
    access: 'admin',
    says: 'Makes gift codes that cost nothing. The same `request` makes them once.',
    body: z.object({
      request: Id,
      count: z.int().min(1).max(500),
      months: z.int().min(1).max(36),
      note: z.string().trim().max(200).default(''),
      expiresAt: Time.nullable().default(null),
    }),
    reply: z.array(AdminGiftCode),
  },
  'POST /api/admin/membership/gift-codes/{id}/end': {
    access: 'admin',
    says: 'Ends a gift code that was not redeemed.',
    params: z.object({ id: Id }),
    reply: AdminGiftCode,
  },
  'GET /api/admin/membership/members': {
    access: 'admin',
    says: 'Lists memberships, newest first. `q` finds words of names and handles.',
    query: adminListQuery(['started']).extend({ state: z.enum(membershipStates).optional(), plan: Id.optional() }),
    reply: pageOf(AdminMember),
  },
  'GET /api/admin/membership/payments': {
    access: 'admin',
    says: 'Lists payments, newest first. `q` is the number of a receipt.',
    query: adminListQuery(['created']).extend({
      state: z.enum(paymentStates).optional(),
      /** An id or a handle. */
      person: z.string().trim().max(80).optional(),
    }),
    reply: pageOf(AdminPayment),
  },
  'GET /api/admin/membership/grants': {
    access: 'admin',
    says: 'Lists free months, newest first.',
    query: adminListQuery(['created'])
      .omit({ q: true })
      .extend({
        /** An id or a handle. */
        person: z.string().trim().max(80).optional(),
      }),
    reply: pageOf(AdminGrant),
  },
  'POST /api/admin/membership/grants': {
    access: 'admin',
    says: 'Gives a person months of membership. They start when what the person has now ends.',
    body: z.object({
      person: Id,
      months: z.int().min(1).max(36),
      reason: z.string().trim().max(500).default(''),
      request: Id,
    }),
    /** Null while the months wait for the end of a membership that renews. */
    reply: z.object({ until: Time.nullable() }),
  },
  'POST /api/admin/membership/grants/{id}/end': {
    access: 'admin',
    says: 'Ends free months. Later ones start earlier.',
    params: z.object({ id: Id }),
    body: z.object({ reason: z.string().trim().max(500).default('') }),
    reply: AdminGrant,
  },
  'POST /api/admin/membership/members/{id}/refund': {
    access: 'admin',
    says: 'Refunds the last payment of a membership, if there is one, and ends it.',
    params: z.object({ id: Id }),
    body: z.object({ reason: z.string().trim().max(500).default('') }),
    /** `refunded` is what was returned now. 0 when nothing was paid. */
    reply: AdminMember.extend({ refunded: Amount }),
  },
} satisfies EndpointTable
