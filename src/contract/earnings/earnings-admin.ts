import { z } from 'zod'
import { adminListQuery } from '#contract/admin-list.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Amount, Currency } from '#contract/membership/membership.ts'
import { Id, pageOf } from '#contract/shapes.ts'
import { Balance, EarningsMonth } from './earnings.ts'

const Time = z.iso.datetime()
/** Whether the amounts come from payments in test mode, in which no money moves. */
const origin = { test: z.boolean() }
/** The account may be deleted: then the name says so, and the amounts stay. */
const Payee = z.object({ id: z.string(), handle: z.string(), name: z.string() })

export const CreatorBalance = Balance.extend({
  /** One for each person and currency. */
  id: z.string(),
  person: Payee,
  /** Whether the account is deleted. */
  erased: z.boolean(),
})
export type CreatorBalance = z.infer<typeof CreatorBalance>

export const Payout = z.object({
  id: z.string(),
  person: Payee.nullable(),
  amount: Amount,
  currency: Currency,
  reference: z.string(),
  paidOn: z.iso.date(),
  /** The admin who recorded it. */
  by: z.string().nullable(),
  createdAt: Time,
  voidedAt: Time.nullable(),
})
export type Payout = z.infer<typeof Payout>

export const MonthOverview = EarningsMonth.extend({ creators: z.int(), distributed: Amount })
export type MonthOverview = z.infer<typeof MonthOverview>

export const creatorSorts = ['owed', 'earned', 'name'] as const
export const payoutSorts = ['created', 'amount'] as const

export const earningsAdminEndpoints = {
  'GET /api/admin/earnings': {
    access: 'admin',
    says: 'Lists creators with what they earned, what was paid out and what is still owed, by currency.',
    query: adminListQuery(creatorSorts).extend({ show: z.enum(['owed']).optional() }),
    reply: pageOf(CreatorBalance).extend(origin),
  },
  'GET /api/admin/earnings/months': {
    access: 'admin',
    says: 'Returns the pools of the months, newest first. Those of months that are not closed are estimates.',
    reply: z.object({ ...origin, open: z.array(EarningsMonth), closed: z.array(MonthOverview) }),
  },
  'GET /api/admin/earnings/payouts': {
    access: 'admin',
    says: 'Lists the recorded payouts, newest first. `q` finds references, names and handles.',
    query: adminListQuery(payoutSorts),
    reply: pageOf(Payout).extend(origin),
  },
  'POST /api/admin/earnings/payouts': {
    access: 'admin',
    says: 'Records a payout that was made elsewhere. The same `request` records it once. Fails with `payout-exceeds-owed` if less is owed.',
    body: z.object({
      person: Id,
      amount: z.int().min(1),
      currency: Currency,
      reference: z.string().trim().min(1, 'Enter a reference, such as the number of the transfer.').max(200),
      paidOn: z.iso.date(),
      request: Id,
    }),
    reply: Payout,
  },
  'POST /api/admin/earnings/payouts/{id}/void': {
    access: 'admin',
    says: 'Voids a payout that was recorded by mistake. Its amount is owed again.',
    params: z.object({ id: Id }),
    reply: Payout,
  },
} satisfies EndpointTable
