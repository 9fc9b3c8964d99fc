import { DAY_MS } from '#contract/constants.ts'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import type { Revenue } from '#contract/membership/membership-admin.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import {
  changesSince,
  countLeft,
  currenciesOf,
  exitComments,
  exitCounts,
  presentFigures,
  revenueSince,
  trialOutcomes,
} from './revenue-queries.ts'

const RECENT_MS = 30 * DAY_MS
const MONTHS = 12
const DEFAULT_CURRENCY = 'usd'

export async function getRevenue(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  provider: PaymentProviderName,
  asked: { currency?: string | undefined },
): Promise<Revenue> {
  const at = now()
  const recent = new Date(at.getTime() - RECENT_MS)
  const months = lastMonths(at)
  const from = new Date(`${months[0] ?? ''}-01T00:00:00Z`)
  const used = await currenciesOf(db, provider)
  const currency = asked.currency ?? used[0] ?? DEFAULT_CURRENCY
  const scope = { provider, currency }
  const [present, changes, paid, left, trials, exits, comments] = await Promise.all([
    presentFigures(db, scope),
    changesSince(db, scope, { from, recent }),
    revenueSince(db, scope, from),
    countLeft(db, scope, recent),
    trialOutcomes(db, scope, recent),
    exitCounts(db, provider, from),
    exitComments(db, provider),
  ])
  const { members, trialing, pastDue, yearly } = present
  const membersBefore = members - sum(changes.filter((change) => change.recent).map((change) => change.members))
  const points = months.map((month) => {
    const later = changes.filter((change) => change.month > month)
    const within = changes.filter((change) => change.month === month)
    return {
      at: month,
      mrr: Math.round((yearly - sum(later.map((change) => change.yearly))) / 12),
      members: members - sum(later.map((change) => change.members)),
      revenue: paid.find((one) => one.month === month)?.revenue ?? 0,
      joined: sum(within.map(({ joined }) => joined)),
      left: sum(within.map((change) => change.left)),
    }
  })
  return {
    provider,
    currency,
    currencies: used.includes(currency) ? used : [currency, ...used],
    members,
    trialing,
    pastDue,
    mrr: Math.round(yearly / 12),
    churn: percentOf(left, membersBefore),
    trialConversion: percentOf(trials.paid, trials.paid + trials.ended),
    growth: percentOf(members - membersBefore, membersBefore),
    months: points,
    exits,
    comments: comments.map((one) => ({
      ...one,
      at: one.at.toISOString(),
    })),
  }
}

/** The last twelve calendar months in UTC, the present one included: `2026-11`. */
function lastMonths(at: Date) {
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - (MONTHS - 1 - index), 1))
    return month.toISOString().slice(0, 7)
  })
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}

/** With one decimal place. */
function percentOf(part: number, whole: number) {
  return whole <= 0 ? null : Math.round((part / whole) * 1000) / 10
}
