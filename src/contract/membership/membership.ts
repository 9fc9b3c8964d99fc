import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { PersonCard } from '#contract/people.ts'
import { Id, PageQuery, pageOf } from '#contract/shapes.ts'
import {
  couponDurations,
  entitlementSources,
  exitReasons,
  giftCodeStates,
  membershipStates,
  paymentStates,
  planPeriods,
  testCards,
} from './states.ts'

const Time = z.iso.datetime()

/** Amounts are in the smallest unit of the currency: 500 is 5.00 USD and 500 JPY. */
export const Currency = z.string().regex(/^[a-z]{3}$/)
export const Amount = z.int().min(0)

export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  period: z.enum(planPeriods),
  price: Amount,
  currency: Currency,
  trialDays: z.int(),
  benefits: z.array(z.string()),
  /** People who can use one membership, the owner included. */
  seats: z.int(),
})
export type Plan = z.infer<typeof Plan>

/** Who takes the payments: Stripe with live keys, Stripe with test keys, or the built-in test checkout. */
export const paymentProviders = ['stripe', 'stripe-test', 'test'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

export const MembershipOffer = z.object({
  provider: z.enum(paymentProviders),
  plans: z.array(Plan),
  /** Members' stories that everyone can read each month. */
  freeStories: z.int(),
  memberStories: z.int(),
  /** Percent of the revenue that is divided among creators. */
  creatorShare: z.int(),
  /** Creators with the most members' stories. */
  creators: z.array(PersonCard),
})
export type MembershipOffer = z.infer<typeof MembershipOffer>

/** A discount that applies to a plan. */
export const Discount = z.object({
  code: z.string(),
  percentOff: z.int().nullable(),
  amountOff: Amount.nullable(),
  duration: z.enum(couponDurations),
  months: z.int().nullable(),
  /** The price of the first period after the discount. */
  price: Amount,
})
export type Discount = z.infer<typeof Discount>

export const OwnMembership = z.object({
  provider: z.enum(paymentProviders),
  state: z.enum(membershipStates),
  /** Whether the person reads members' stories now, whatever the source, and until when. */
  member: z.boolean(),
  source: z.enum(entitlementSources).nullable(),
  until: Time.nullable(),
  plan: Plan.nullable(),
  /** What is paid each period. It can differ from the plan's price for people who joined before a change. */
  price: Amount.nullable(),
  currency: Currency.nullable(),
  /** How often it is paid. */
  period: z.enum(planPeriods).nullable(),
  /** The next payment after coupon and credit. Null when nothing is due, or the provider has not said. */
  nextAmount: Amount.nullable(),
  periodEnd: Time.nullable(),
  trialEnd: Time.nullable(),
  graceUntil: Time.nullable(),
  /** For example “Visa ending in 4242”; empty when unknown. */
  card: z.string(),
  discount: Discount.omit({ price: true }).nullable(),
  /** Of the membership, its owner included. It can differ from the plan's for people who joined before a change. */
  seats: z.int(),
  /** The seat that the person has in someone else's group, to leave it. */
  seatId: z.string().nullable(),
  /** Free months that start when the membership or the seat ends. */
  waitingMonths: z.int(),
  /** Whether a trial is offered: once for each person. */
  canTry: z.boolean(),
  billing: z.object({ name: z.string(), address: z.string(), country: z.string(), taxId: z.string() }),
})
export type OwnMembership = z.infer<typeof OwnMembership>

/** The seller or the buyer, as a receipt prints them. */
export const PartyOfReceipt = z.object({
  name: z.string(),
  address: z.string(),
  country: z.string(),
  taxId: z.string(),
  email: z.string(),
})
export type PartyOfReceipt = z.infer<typeof PartyOfReceipt>
/** With the name of the tax that the price includes. */
export type SellerOfReceipt = PartyOfReceipt & { taxName: string }

export const Receipt = z.object({
  id: z.string(),
  /** Null for a payment that failed. */
  number: z.string().nullable(),
  state: z.enum(paymentStates),
  description: z.string(),
  amount: Amount,
  tax: Amount,
  refunded: Amount,
  currency: Currency,
  at: Time,
})
export type Receipt = z.infer<typeof Receipt>

export const CheckoutResult = z.object({
  kind: z.enum(['membership', 'gift']),
  /**
   * What the provider said: `open` means that it has not confirmed the payment yet, and `refunded` that the person was a
   * member already.
   */
  state: z.enum(['open', 'paid', 'expired', 'refunded']),
  plan: Plan,
  amount: Amount,
  currency: Currency,
  trialEnd: Time.nullable(),
  /** Whether the person reads members' stories now: a membership that was paid here may have ended since. */
  member: z.boolean(),
  /** The gift that was paid for, shown only to its buyer. */
  gift: z
    .object({
      code: z.string(),
      recipientName: z.string(),
      recipientEmail: z.string(),
      state: z.enum(giftCodeStates).exclude(['unpaid']),
    })
    .nullable(),
  provider: z.enum(paymentProviders),
})
export type CheckoutResult = z.infer<typeof CheckoutResult>

/** What a switch costs now, less the unused time of the present plan at a time, and then each period. */
const Quoted = { at: Time, dueNow: z.int(), price: Amount }

const Code = z.string().trim().toUpperCase().min(3).max(40)
const CheckoutStart = z.object({ checkout: z.string(), url: z.string() })

export const Seat = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  accepted: z.boolean(),
  invitedAt: Time,
})
export type Seat = z.infer<typeof Seat>

export const GiftCode = z.object({
  id: z.string(),
  code: z.string(),
  months: z.int(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  /** `ended`: an admin ended it, or it was refunded. */
  state: z.enum(giftCodeStates).exclude(['unpaid']),
  expiresAt: Time.nullable(),
  createdAt: Time,
})
export type GiftCode = z.infer<typeof GiftCode>

/** A site that switches membership off stops selling it. Members still pay: they see, change and cancel what they have. */
export const membershipEndpoints = {
  'GET /api/membership': {
    access: 'anyone',
    feature: 'membership',
    says: 'Returns the plans on sale and what membership includes.',
    reply: MembershipOffer,
  },
  'GET /api/membership/own': {
    access: 'reader',
    says: 'Returns your membership.',
    reply: OwnMembership,
  },
  'GET /api/membership/discount': {
    access: 'reader',
    feature: 'membership',
    says: 'Returns what a coupon takes off a plan. Fails with `code-not-valid` if the code does not apply.',
    limit: 'guess',
    query: z.object({ code: Code, plan: Id }),
    reply: Discount,
  },
  'POST /api/membership/checkout': {
    access: 'reader',
    feature: 'membership',
    says: 'Opens a checkout at the payment provider. The same `request` opens the same checkout again.',
    body: z.object({ plan: Id, coupon: Code.optional(), request: Id }),
    reply: CheckoutStart,
  },
  'GET /api/membership/checkout/{id}': {
    access: 'reader',
    says: 'Asks the payment provider for the result of your checkout.',
    params: z.object({ id: z.string().max(300) }),
    reply: CheckoutResult,
  },
  'GET /api/membership/switch': {
    access: 'reader',
    feature: 'membership',
    says: 'Returns what a switch to another plan costs now. Unused time of the present plan is credited.',
    query: z.object({ plan: Id }),
    reply: z.object({ ...Quoted, currency: Currency, nextPaymentAt: Time }),
  },
  'POST /api/membership/switch': {
    access: 'reader',
    feature: 'membership',
    says: 'Switches to another plan, for the amount of a quote of the last hour. Fails with `wrong-state` and the state `amount-changed` if it differs.',
    body: z.object({ plan: Id, ...Quoted }),
    reply: OwnMembership,
  },
  'POST /api/membership/cancel': {
    access: 'reader',
    says: 'Cancels your membership at the end of the period, or at once if its payment has failed.',
    body: z.object({
      reason: z.enum(exitReasons).optional(),
      comment: z.string().trim().max(1000).default(''),
    }),
    reply: OwnMembership,
  },
  'POST /api/membership/resume': {
    access: 'reader',
    says: 'Resumes a membership that was cancelled and has not ended yet.',
    reply: OwnMembership,
  },
  'POST /api/membership/portal': {
    access: 'reader',
    says: 'Returns the address at which the payment provider lets you change your payment method.',
    reply: z.object({ url: z.string() }),
  },
  'POST /api/membership/sync': {
    access: 'reader',
    says: 'Asks the payment provider for the state of your membership, and tries to pay what is open.',
    limit: 'guess',
    reply: OwnMembership,
  },
  'PUT /api/membership/billing': {
    access: 'reader',
    says: 'Changes the name, address and tax number of your future receipts.',
    body: z.object({
      name: z.string().trim().max(120),
      address: z.string().trim().max(500),
      country: z.string().regex(/^([A-Z]{2})?$/),
      taxId: z.string().trim().max(40),
    }),
    reply: OwnMembership,
  },
  'GET /api/membership/receipts': {
    access: 'reader',
    says: 'Lists your payments, newest first. The receipt of one is at /api/membership/receipts/{id}.pdf.',
    query: PageQuery,
    reply: pageOf(Receipt),
  },

  'GET /api/membership/gifts': {
    access: 'reader',
    says: 'Lists the gift codes that you bought.',
    reply: z.array(GiftCode),
  },
  'POST /api/membership/gifts/checkout': {
    access: 'reader',
    feature: 'membership',
    says: 'Opens a checkout for a gift code.',
    limit: 'mail',
    body: z.object({
      plan: Id,
      recipientName: z.string().trim().max(80).default(''),
      /** The code is mailed there once it is paid, except by the test checkout. The buyer sees it in any case. */
      recipientEmail: z.union([z.literal(''), z.email().max(320)]).default(''),
      message: z.string().trim().max(500).default(''),
      request: Id,
    }),
    reply: CheckoutStart,
  },
  'POST /api/membership/gifts/redeem': {
    access: 'reader',
    says: 'Redeems a gift code.',
    limit: 'guess',
    body: z.object({ code: Code }),
    reply: OwnMembership,
  },

  'GET /api/membership/seats': {
    access: 'reader',
    says: 'Lists the seats of your group membership.',
    reply: z.object({ total: z.int(), seats: z.array(Seat) }),
  },
  'POST /api/membership/seats': {
    access: 'reader',
    feature: 'membership',
    says: 'Invites a person to a seat by email.',
    limit: 'mail',
    body: z.object({ email: z.email().max(320) }),
    reply: Seat,
  },
  'DELETE /api/membership/seats/{id}': {
    access: 'reader',
    says: 'Takes a seat back.',
    params: z.object({ id: Id }),
    reply: z.object({}),
  },
  'GET /api/membership/seats/invitation/{token}': {
    access: 'anyone',
    says: 'Returns who invites to a seat.',
    params: z.object({ token: z.string().min(20).max(100) }),
    reply: z.object({ by: z.string(), used: z.boolean() }),
  },
  'POST /api/membership/seats/accept': {
    access: 'reader',
    says: 'Accepts an invitation to a seat.',
    limit: 'guess',
    body: z.object({ token: z.string().min(20).max(100) }),
    reply: OwnMembership,
  },

  'GET /api/membership/test/{session}': {
    access: 'reader',
    says: 'Returns a session of the built-in test checkout.',
    params: z.object({ session: z.string().max(60) }),
    reply: z.object({
      checkout: z.string(),
      state: z.enum(['open', 'complete', 'expired']),
      description: z.string(),
      dueNow: Amount,
      currency: Currency,
      trialDays: z.int(),
      /** Where the person goes without paying. */
      cancelUrl: z.string(),
    }),
  },
  'POST /api/membership/test/{session}/pay': {
    access: 'reader',
    says: 'Pays in the built-in test checkout. No money moves.',
    params: z.object({ session: z.string().max(60) }),
    body: z.object({ card: z.enum(testCards) }),
    reply: z.object({ url: z.string() }),
  },
  'POST /api/membership/test/card': {
    access: 'reader',
    says: 'Changes the test card of your membership, and pays what is open. Only in the built-in test checkout.',
    body: z.object({ card: z.enum(testCards) }),
    reply: OwnMembership,
  },
  'POST /api/membership/test/renew': {
    access: 'reader',
    says: 'Ends the current period of your test membership now. Only in the built-in test checkout.',
    reply: OwnMembership,
  },
} satisfies EndpointTable
