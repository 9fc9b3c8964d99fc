import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { monthBefore, monthOf } from '#server/platform/months.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { dividePool, poolOf } from './divide-pool.ts'
import { lastClosedMonth, readStories } from './queries.ts'
import { isTestSite, openMonths, revenueOf } from './revenue.ts'

/** A month closes when its third following day begins, so that late confirmations of payments still count. All in UTC. */
const CLOSING_DAY = 3
/** For a payment of a month that is recorded later than that, if it was the first one of the month. */
const READS_KEPT_MONTHS = 3
/** Earnings in one statement. */
const CHUNK = 1000

/** A daily job. Closes every month that is over and had payments, also those of days on which the site was down. */
export async function closeMonths(ctx: Ctx, signal?: AbortSignal) {
  const last = lastClosable(ctx.now())
  const months = await openMonths(ctx, await isTestSite(ctx.db))
  for (const month of months.filter((open) => open <= last)) {
    if (signal?.aborted) return
    await closeMonth(ctx, month)
  }
  await deleteCountedReads(ctx, last)
}

/** The last month that can be closed. */
function lastClosable(now: Date) {
  const previous = monthBefore(monthOf(now))
  return now.getUTCDate() >= CLOSING_DAY ? previous : monthBefore(previous)
}

/** Divides the pools of a month. A month that is closed already never changes. */
export async function closeMonth(ctx: Ctx, month: string) {
  await inTransaction(ctx, async (tx) => {
    const { db, now } = tx
    // Two processes may run the job at once: the second one finds the month closed.
    await sql`select pg_advisory_xact_lock(hashtext('earnings'), 0)`.execute(db)
    if (month <= ((await lastClosedMonth(db)) ?? '')) return
    const test = await isTestSite(db)
    const revenues = await revenueOf(db, [month], test)
    if (revenues.length === 0) return
    const stories = await readStories(db, month)
    const deleted = new Set(stories.filter((story) => story.deleted).map(({ articleId }) => articleId))
    const sharePercent = await getSetting({ db }, 'membership.creatorShare')
    for (const { currency, net, carried, revenue } of revenues) {
      const pool = poolOf(revenue, sharePercent)
      const { total, roundUpFrom, shares } = dividePool({ month, currency, pool }, stories)
      const figures = { net, carried, revenue, sharePercent, pool, reads: total }
      const row = { month, currency, ...figures, roundUpFrom, test, closedAt: now() }
      await db.insertInto('earningsMonth').values(row).execute()
      for (let start = 0; start < shares.length; start += CHUNK) {
        const rows = shares.slice(start, start + CHUNK).map(({ articleId, ...share }) => {
          return { month, currency, ...share, articleId: deleted.has(articleId) ? null : articleId }
        })
        await db.insertInto('earning').values(rows).execute()
      }
      await recordAudit(tx, {
        action: 'earnings.closed',
        target: { kind: 'earnings', id: `${month} ${currency}` },
        after: figures,
      })
    }
  })
}

/** Who read what is only needed for the computation. A month without revenue is not closed. */
async function deleteCountedReads({ db }: Pick<Ctx, 'db'>, last: string) {
  let old = last
  for (let months = 0; months < READS_KEPT_MONTHS; months++) old = monthBefore(old)
  const closed = (await lastClosedMonth(db)) ?? ''
  await db
    .deleteFrom('memberRead')
    .where((eb) =>
      eb.or([
        eb('month', '<=', closed > old ? closed : old),
        eb.and([
          eb('month', '<=', last),
          eb('personId', 'in', eb.selectFrom('person').select('id').where('erasedAt', 'is not', null)),
        ]),
      ]),
    )
    .execute()
}
