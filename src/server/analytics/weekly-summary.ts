import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import { createWorker } from '#server/platform/jobs/worker.ts'
import { queueMail } from '#server/platform/mail.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSite } from '#server/settings/site.ts'
import { DIGEST_HOUR_UTC } from '#server/notifications/deliveries.ts'
import { addressOf } from '#server/notifications/mail-delivery.ts'
import { wantsWeeklySummary } from '#server/notifications/preferences.ts'
import { createUnsubscribeLink } from '#server/notifications/unsubscribe.ts'
import { summarizeWeek, weekOf } from './week-figures.ts'
import { renderWeeklySummary } from './weekly-summary-content.ts'

/** Mails written in one run, so that a large site does not queue all of them at once. */
const RUN_MAILS = 100
/** A summary that is later is not sent, such as after an update in the middle of a week. */
const LATEST_MS = 2 * DAY_MS
const WEEK_MS = 7 * DAY_MS

export function createWeeklySummaryWorker(ctx: Ctx) {
  return createWorker(ctx, {
    name: 'weekly-summary',
    everyMs: MINUTE_MS,
    failure: 'weekly summary failed',
    async run(closed) {
      await planWeeklySummaries(ctx)
      for (let written = 0; written < RUN_MAILS && !closed(); written += 1)
        if (!(await deliverWeeklySummary(ctx))) return
    },
  })
}

/** When the summary that is due was to be written, and the Monday of the week that it is about. */
export function dueSummary(now: Date) {
  const today = new Date(now.getTime() - DIGEST_HOUR_UTC * HOUR_MS)
  const monday = Date.parse(dayOf(today)) - ((today.getUTCDay() + 6) % 7) * DAY_MS
  return { at: new Date(monday + DIGEST_HOUR_UTC * HOUR_MS), monday: dayOf(new Date(monday - WEEK_MS)) }
}

/** Queues the summary of the last week for everyone whose stories were viewed in it, once. */
export async function planWeeklySummaries(ctx: Ctx) {
  const { at, monday } = dueSummary(ctx.now())
  if (ctx.now().getTime() - at.getTime() > LATEST_MS) return
  const planned = await ctx.db.selectFrom('weeklySummary').select('week').where('week', '=', monday).executeTakeFirst()
  if (planned) return
  await inTransaction(ctx, async ({ db }) => {
    const [claimed] = await db
      .insertInto('weeklySummary')
      .values({ week: monday })
      .onConflict((conflict) => conflict.doNothing())
      .returning('week')
      .execute()
    if (!claimed) return
    const { from, to } = weekOf(monday)
    await sql`
      insert into weekly_summary_mail (person_id, week)
      select distinct part.person_id, ${monday}::date
      from (
        select distinct value as article_id from analytics_day
        where article_id = '' and dimension = 'story' and day between ${from} and ${to} and views > 0
      ) as viewed
      join article on article.id = viewed.article_id
      cross join lateral (
        select article.author_id as person_id
        union all select person_id from article_co_author where article_id = article.id
      ) as part
      on conflict (person_id) do update set week = excluded.week`.execute(db)
  })
}

/**
 * Writes the summary of one person. The mail and the removal of its queue row commit together, so it is mailed once even
 * after a crash. True while there may be more.
 */
export async function deliverWeeklySummary(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const due = await tx.db
      .deleteFrom('weeklySummaryMail')
      .where('personId', 'in', (query) =>
        query.selectFrom('weeklySummaryMail').select('personId').orderBy('personId').limit(1).forUpdate().skipLocked(),
      )
      .returning(['personId', 'week'])
      .executeTakeFirst()
    if (!due) return false
    const { personId, week } = due
    const [email, isWanted] = await Promise.all([addressOf(tx, personId), wantsWeeklySummary(tx.db, personId)])
    if (email !== null && isWanted) await writeSummary(tx, { personId, email, monday: week })
    return true
  })
}

type DueSummary = { personId: string; email: string; monday: string }

async function writeSummary(tx: Ctx, { personId, email, monday }: DueSummary) {
  const figures = await summarizeWeek(tx.db, personId, monday)
  if (figures.totals.views === 0) return
  const { name, switchedOff } = await getSite(tx)
  const unsubscribe = await createUnsubscribeLink(tx, personId, 'weekly-summary')
  const unsubscribeAll = await createUnsubscribeLink(tx, personId, null)
  const hasBerries = !switchedOff.includes('berries')
  const content = renderWeeklySummary(tx.site, { ...figures, name, monday, hasBerries, unsubscribe, unsubscribeAll })
  const address = `${tx.site.origin}${tx.site.base}unsubscribe/${unsubscribe}`
  await queueMail(tx, { kind: 'weekly-summary', to: email, ...content, unsubscribe: address })
}
