import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { countEvents } from './count-events.ts'
import { startCounting } from './counting-lock.ts'
import { createPartitions } from './partitions.ts'

/** Rows of `analytics_batch` in one transaction. A row has at most some thousand events. */
const BATCHES = 12
export const LIVE_MS = 5 * MINUTE_MS

const columns = sql`day date, id text, at timestamptz, kind text, visitor bigint, path text, page text, article_id text,
  source text, referrer text, campaign text, device text, language text, country text, name text, value float8,
  depth_from smallint, depth_to smallint`

/** The rows of `analytics_event` that batches contain. `batches` has their columns. Stories that do not exist are left out. */
export const eventsIn = (batches: RawBuilder<unknown>) => sql`
  select e.day, e.id, e.at, e.kind, e.visitor, e.path, e.page, article.id as article_id, coalesce(e.source, '') as source,
    coalesce(e.referrer, '') as referrer, coalesce(e.campaign, '') as campaign, e.device, e.language, e.country,
    coalesce(e.name, '') as name, coalesce(e.value, 0) as value, coalesce(e.depth_from, 0) as depth_from,
    coalesce(e.depth_to, 0) as depth_to
  from ${batches} cross join lateral jsonb_to_recordset(events) as e (${columns})
  left join article on article.id = e.article_id`

/** Counts the oldest events that were not counted yet. Returns whether there may be more. */
export async function processBatches(ctx: Ctx): Promise<boolean> {
  const { db, now } = ctx
  const oldest = await oldestBatches(db, BATCHES)
  if (oldest.length === 0) return false
  await createPartitions(db, await daysOf(db, oldest))
  return inTransaction(ctx, async ({ db: tx, invalidate }) => {
    if (!(await startCounting(tx))) return false
    await updateLive(tx, oldest, now())
    await countEvents(
      tx,
      sql`taken as (delete from analytics_batch where id = any(${oldest}::bigint[]) returning events),
      fresh as (
        insert into analytics_event ${eventsIn(sql`taken`)} order by e.day, e.id on conflict do nothing returning *
      )`,
    )
    invalidate('soon:page-views')
    return oldest.length === BATCHES
  })
}

export async function oldestBatches(db: Db, limit: number) {
  const rows = await db.selectFrom('analyticsBatch').select('id').orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

async function daysOf(db: Db, batches: number[]) {
  const { rows } = await sql<{ day: string }>`
    select distinct event ->> 'day' as day from analytics_batch, jsonb_array_elements(events) as event
    where id = any(${batches}::bigint[]) order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

/** Remembers who is on the site now, and what they look at. */
export async function updateLive(tx: Db, batches: number[], now: Date) {
  const since = new Date(now.getTime() - LIVE_MS)
  await sql`
    insert into analytics_live as kept (visitor, at, path, article_id)
    select distinct on (visitor) visitor, at, path, article_id
    from analytics_batch cross join lateral jsonb_to_recordset(events)
      as e (visitor bigint, at timestamptz, path text, article_id text, kind text)
    where id = any(${batches}::bigint[]) and at >= ${since} and kind <> 'vital' order by visitor, at desc
    on conflict (visitor) do update set at = excluded.at, path = excluded.path, article_id = excluded.article_id
    where excluded.at >= kept.at`.execute(tx)
}
