import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import type { EarningsMonth } from '#contract/earnings/earnings.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { monthAfter, monthOf, startOfMonth } from '#server/platform/months.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { poolOf } from './divide-pool.ts'
import { closedRevenue, countMemberReads, firstPaymentAt, lastClosedMonth } from './queries.ts'

type Timed = Pick<Ctx, 'db' | 'now'>

/**
 * Whether the site has only taken payments in test mode. With the first real payment, test payments
 * and what was computed from them no longer count.
 */
export async function isTestSite(db: Db) {
  return (await firstPaymentAt(db, false)) === null
}

/** Whether there are test payments, so that screens must say that no money moves. */
export async function showsTestPayments(db: Db) {
  return (await isTestSite(db)) && (await firstPaymentAt(db, true)) !== null
}

/** Months that are not closed, oldest first: from the first payment or the last closed month to the current one. */
export async function openMonths({ db, now }: Timed, test: boolean): Promise<string[]> {
  const [closed, paid] = await Promise.all([lastClosedMonth(db), firstPaymentAt(db, test)])
  const months: string[] = []
  const current = monthOf(now())
  for (let month = closed ? monthAfter(closed) : monthOf(paid ?? now()); month <= current; month = monthAfter(month))
    months.push(month)
  return months
}

export type MonthRevenue = Pick<EarningsMonth, 'month' | 'currency' | 'net' | 'carried' | 'revenue'>

/**
 * The revenue of consecutive open months, by currency. Everything that was paid until the end of a month and has not
 * counted in an earlier one counts in it, so that a payment recorded late is not lost. A month below zero has no revenue,
 * and the next ones make up for it.
 */
export async function revenueOf(db: Db, months: readonly string[], test: boolean): Promise<MonthRevenue[]> {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  const [moved, closed] = await Promise.all([moneyMoved(db, first, last, test), closedRevenue(db, test)])
  return [...new Set(moved.map(({ currency }) => currency))].toSorted().flatMap((currency) => {
    const own = new Map(moved.filter((one) => one.currency === currency).map(({ month, net }) => [month, net]))
    let carried = (own.get(null) ?? 0) - (closed.get(currency) ?? 0)
    return months.flatMap((month) => {
      const net = own.get(month) ?? 0
      const revenue = Math.max(0, carried + net)
      const row = { month, currency, net, carried, revenue }
      carried += net - revenue
      return own.has(month) || revenue > 0 ? [row] : []
    })
  })
}

type Moved = { month: string | null; currency: string; net: number }

/** What was paid, without tax, minus the same part of what was refunded. Months before `first` are one sum, without a month. */
async function moneyMoved(db: Db, first: string, last: string, test: boolean) {
  const [from, until] = [startOfMonth(first), startOfMonth(monthAfter(last))]
  // Rounded on the running total, so that the parts of a refund add up to the whole.
  const { rows } = await sql<Moved>`
    select case when at >= ${from} then to_char(at at time zone 'UTC', 'YYYY-MM') end as month, currency,
      sum(net)::float8 as net
    from (
      select paid_at as at, currency, (amount - tax)::bigint as net from payment
      where paid_at < ${until} and (provider <> 'stripe') = ${test}
      union all
      select refund.at, currency, round((total - refund.amount) * part)::bigint - round(total * part)::bigint
      from (
        select payment_id, at, amount, sum(amount) over (partition by payment_id order by at, id) as total
        from payment_refund where at < ${until}
      ) as refund
      join payment on payment.id = refund.payment_id
      cross join lateral (select (payment.amount - tax)::numeric / greatest(payment.amount, 1) as part)
      where (provider <> 'stripe') = ${test}
    ) as moved group by 1, currency`.execute(db)
  return rows
}

const ESTIMATE_MS = MINUTE_MS

export type EstimateMonths = typeof estimateMonths

/** Computed at most once a minute: every payment of the site is summed, and every creator may ask. */
export function createEstimates(): EstimateMonths {
  const last = new Map<boolean, { at: number; months: Promise<EarningsMonth[]> }>()
  return (ctx, test) => {
    const at = ctx.now().getTime()
    const known = last.get(test)
    if (known && at - known.at < ESTIMATE_MS) return known.months
    const months = estimateMonths(ctx, test)
    last.set(test, { at, months })
    months.catch(() => last.delete(test))
    return months
  }
}

/** The figures of the months that are not closed, newest first, with the setting of now. */
export async function estimateMonths({ db, now }: Timed, test: boolean): Promise<EarningsMonth[]> {
  const months = await openMonths({ db, now }, test)
  const [revenues, reads, sharePercent] = await Promise.all([
    revenueOf(db, months, test),
    countMemberReads(db, months),
    getSetting({ db }, 'membership.creatorShare'),
  ])
  return revenues
    .map((row) => ({
      ...row,
      sharePercent,
      pool: poolOf(row.revenue, sharePercent),
      reads: reads.get(row.month) ?? 0,
      roundUpFrom: null,
      closedAt: null,
    }))
    .toSorted((a, b) => b.month.localeCompare(a.month) || a.currency.localeCompare(b.currency))
}
