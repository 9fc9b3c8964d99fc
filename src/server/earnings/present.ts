import type { EarningsMonth } from '#contract/earnings/earnings.ts'
import type { CreatorBalance, Payout } from '#contract/earnings/earnings-admin.ts'
import type { creatorsPage, payoutById } from './queries.ts'

type MonthRow = Omit<EarningsMonth, 'closedAt'> & { closedAt: Date | null }

/** Drops columns that the row has beside those of a month. */
export function presentMonth(row: MonthRow): EarningsMonth {
  const { month, currency, net, carried, revenue, sharePercent, pool, reads, roundUpFrom } = row
  const closedAt = row.closedAt?.toISOString() ?? null
  return { month, currency, net, carried, revenue, sharePercent, pool, reads, roundUpFrom, closedAt }
}

type CreatorRow = Awaited<ReturnType<typeof creatorsPage>>['shown'][number]

export function presentCreator({ personId, handle, name, erasedAt, ...row }: CreatorRow): CreatorBalance {
  const { currency, earned, paid, owed } = row
  const person = { id: personId, handle, name }
  return { id: `${personId}-${currency}`, person, erased: erasedAt !== null, currency, earned, paid, owed }
}

type PayoutRow = NonNullable<Awaited<ReturnType<typeof payoutById>>>

export function presentPayout({ personId, handle, name, byName, ...row }: PayoutRow): Payout {
  return {
    id: row.id,
    person: personId !== null && handle !== null && name !== null ? { id: personId, handle, name } : null,
    amount: row.amount,
    currency: row.currency,
    reference: row.reference,
    paidOn: row.paidOn,
    by: byName,
    createdAt: row.createdAt.toISOString(),
    voidedAt: row.voidedAt?.toISOString() ?? null,
  }
}
