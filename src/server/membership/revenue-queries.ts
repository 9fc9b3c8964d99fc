import { sql } from 'kysely'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import { entitledStates } from '#contract/membership/states.ts'
import type { Db } from '#server/platform/db.ts'

const ENTITLED = sql`any(${entitledStates}::text[])`
/** A cancelled membership does not recur, and a trial is not paid yet. */
const RECURRING = sql`('active', 'past-due')`
const MAX_COMMENTS = 20

/** What figures are of. Those of the test checkout are not added to real ones. */
export type Scope = { provider: PaymentProviderName; currency: string }

const isIn = ({ provider, currency }: Scope, table: string) =>
  sql<boolean>`${sql.ref(`${table}.provider`)} = ${provider} and ${sql.ref(`${table}.currency`)} = ${currency}`

export async function currenciesOf(db: Db, provider: PaymentProviderName): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from (
      select currency, count(*) as members from membership where provider = ${provider} group by currency
      union all select distinct currency, 0 from plan where archived_at is null
    ) as used group by currency order by sum(members) desc, currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

type Present = { members: number; trialing: number; pastDue: number; yearly: number }

/** `yearly` is what recurs in a year, so that a twelfth of a yearly price is rounded once. */
export async function presentFigures(db: Db, scope: Scope): Promise<Present> {
  const { rows } = await sql<Present>`
    select count(*) filter (where state = ${ENTITLED})::int as members,
      count(*) filter (where state = 'trialing')::int as trialing,
      count(*) filter (where state = 'past-due')::int as past_due,
      coalesce(sum(price::bigint * case period when 'year' then 1 else 12 end) filter (where state in ${RECURRING}), 0)::float8 as yearly
    from membership where ${isIn(scope, 'membership')}`.execute(db)
  return rows[0] ?? { members: 0, trialing: 0, pastDue: 0, yearly: 0 }
}

type Delta = { month: string; recent: boolean; members: number; yearly: number; joined: number; left: number }

/**
 * How members and recurring revenue changed since `from`, by month. Figures of the past are the present ones minus what changed
 * after: only the changes of the last year are read, each with the one before it. Plain renewals change neither and are skipped.
 */
export async function changesSince(db: Db, scope: Scope, { from, recent }: { from: Date; recent: Date }) {
  const yearly = (row: string) =>
    sql`case when ${sql.ref(`${row}.to_state`)} in ${RECURRING} and ${isIn(scope, row)}
      then ${sql.ref(`${row}.price`)}::bigint * case ${sql.ref(`${row}.period`)} when 'year' then 1 else 12 end else 0 end`
  const member = (row: string) =>
    sql`(coalesce(${sql.ref(`${row}.to_state`)} = ${ENTITLED} and ${isIn(scope, row)}, false))::int`
  const { rows } = await sql<Delta>`
    select to_char(change.at at time zone 'UTC', 'YYYY-MM') as month, change.at > ${recent} as recent,
      sum(${member('change')} - ${member('earlier')})::int as members,
      sum(${yearly('change')} - ${yearly('earlier')})::float8 as yearly,
      count(*) filter (where ${member('change')} > ${member('earlier')})::int as joined,
      count(*) filter (where ${member('change')} < ${member('earlier')})::int as left
    from membership_change as change
    left join lateral (
      select to_state, price, period, currency, provider from membership_change as previous
      where previous.membership_id = change.membership_id and previous.id < change.id
      order by previous.id desc limit 1
    ) as earlier on true
    where change.at > ${from} and not (change.event = 'pay' and change.from_state = 'active' and change.to_state = 'active')
    group by 1, 2`.execute(db)
  return rows
}

/** What was paid in each month, less what was refunded in it. */
export async function revenueSince(db: Db, scope: Scope, from: Date) {
  const { rows } = await sql<{ month: string; revenue: number }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, sum(amount)::float8 as revenue from (
      select paid_at as at, amount from payment where paid_at >= ${from} and ${isIn(scope, 'payment')}
      union all select refund.at, -refund.amount from payment_refund as refund
        join payment on payment.id = refund.payment_id where refund.at >= ${from} and ${isIn(scope, 'payment')}
    ) as moved group by 1`.execute(db)
  return rows
}

/** People who were members before `since` and are no longer. */
export async function countLeft(db: Db, scope: Scope, since: Date) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from membership
    where ended_at > ${since} and started_at <= ${since} and ${isIn(scope, 'membership')}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Trials with an outcome since then: paid, also after a failed payment, or ended without one. A trial whose payment failed is
 * still open.
 */
export async function trialOutcomes(db: Db, scope: Scope, since: Date) {
  const { rows } = await sql<{ paid: number; ended: number }>`
    select count(*) filter (where event = 'pay')::int as paid, count(*) filter (where event <> 'pay')::int as ended from (
      select distinct on (change.membership_id) change.event from membership_change as change
      where change.at > ${since} and ${isIn(scope, 'change')} and (change.event = 'pay' or change.to_state = 'expired')
        and 'start-trial' = (select event from membership_change as earlier
          where earlier.membership_id = change.membership_id and earlier.id < change.id
            and earlier.event in ('start-trial', 'pay') order by earlier.id desc limit 1)
      order by change.membership_id, change.id desc
    ) as outcome`.execute(db)
  return rows[0] ?? { paid: 0, ended: 0 }
}

function exitAnswers(db: Db, provider: PaymentProviderName) {
  return db
    .selectFrom('exitAnswer')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('membershipChange')
          .select('membershipChange.id')
          .whereRef('membershipChange.membershipId', '=', 'exitAnswer.membershipId')
          .whereRef('membershipChange.at', '=', 'exitAnswer.at')
          .where('membershipChange.provider', '=', provider),
      ),
    )
}

export function exitCounts(db: Db, provider: PaymentProviderName, since: Date) {
  return exitAnswers(db, provider)
    .select(({ fn }) => ['reason', fn.countAll<number>().as('count')])
    .where('at', '>', since)
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .execute()
}

export function exitComments(db: Db, provider: PaymentProviderName) {
  return exitAnswers(db, provider)
    .select(['reason', 'comment', 'at'])
    .where('comment', '<>', '')
    .orderBy('at', 'desc')
    .limit(MAX_COMMENTS)
    .execute()
}
