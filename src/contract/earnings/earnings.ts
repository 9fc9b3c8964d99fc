import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Amount, Currency } from '#contract/membership/membership.ts'
import { pageOf } from '#contract/shapes.ts'

const Time = z.iso.datetime()
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/** The figures of the site that every share of a month and currency is computed from. Amounts are in the smallest unit. */
export const EarningsMonth = z.object({
  month: Month,
  currency: Currency,
  /** Membership payments of the month without tax, minus refunds. */
  net: z.int(),
  /** From earlier months: payments that were recorded after their month was closed, or refunds above the revenue. */
  carried: z.int(),
  /** `net` and `carried`, or 0 if they are less. */
  revenue: Amount,
  sharePercent: z.int(),
  pool: Amount,
  /** Stories that members finished. */
  reads: z.int(),
  /** Shares with this rank or a higher one are rounded up. Null when none is, and in an estimate. */
  roundUpFrom: z.string().nullable(),
  /** Null in an estimate. */
  closedAt: Time.nullable(),
})
export type EarningsMonth = z.infer<typeof EarningsMonth>

export const OwnMonth = EarningsMonth.extend({
  /** Reads of your stories. One of two authors has half of them, so that it may be a fraction. */
  ownReads: z.number(),
  amount: Amount,
})
export type OwnMonth = z.infer<typeof OwnMonth>

/** Your share of a story in a month. */
export const StoryEarning = EarningsMonth.extend({
  /** Unique within a month. */
  id: z.string(),
  title: z.string(),
  /** Null when the story is not published any more. */
  slug: z.string().nullable(),
  storyReads: z.int(),
  authors: z.int(),
  tieKey: z.string(),
  amount: Amount,
})
export type StoryEarning = z.infer<typeof StoryEarning>

export const Balance = z.object({ currency: Currency, earned: Amount, paid: Amount, owed: z.int() })
export type Balance = z.infer<typeof Balance>

export const OwnPayout = z.object({
  id: z.string(),
  amount: Amount,
  currency: Currency,
  reference: z.string(),
  paidOn: z.iso.date(),
})
export type OwnPayout = z.infer<typeof OwnPayout>

export const OwnEarnings = z.object({
  /** Whether the amounts come from payments in test mode, in which no money moves. */
  test: z.boolean(),
  sharePercent: z.int(),
  /** Months that are not closed. */
  open: z.array(OwnMonth),
  /** Finished reads of your stories in the current month, also when nothing was paid yet. */
  readsThisMonth: z.number(),
  closed: z.array(OwnMonth),
  balances: z.array(Balance),
  payouts: z.array(OwnPayout),
})
export type OwnEarnings = z.infer<typeof OwnEarnings>

export const earningsEndpoints = {
  'GET /api/earnings': {
    access: 'reader',
    says: 'Returns what your stories earned from memberships, and what was paid out to you.',
    reply: OwnEarnings,
  },
  'GET /api/earnings/stories': {
    access: 'reader',
    says: 'Lists your stories of a month with the figures to recompute each amount. As CSV at /api/earnings/stories.csv.',
    query: z.object({
      month: Month,
      currency: Currency.optional(),
      before: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(100),
    }),
    reply: pageOf(StoryEarning),
  },
} satisfies EndpointTable
