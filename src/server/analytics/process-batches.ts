import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { countEvents } from './count-events.ts'
import { createPartitions } from './partitions.ts'

/** Rows of `analytics_batch` in one transaction. A row has at most some thousand events. */
const BATCHES = 12
export const LIVE_MS = 5 * MINUTE_MS

/** One process counts at a time: two would wait for each other's rows. */
export const COUNTING_LOCK = 0x616e_616c

const columns = sql`day date, id text, at timestamptz, kind text, visitor bigint, path text, page text, article_id text,
  source text, referrer text, campaign text, device text, language text, country text, name text, value float8,
  depth_from smallint, depth_to smallint`

/** Counts the oldest events that were not counted yet. Returns whether there may be more. */
export async function processBatches(ctx: Ctx): Promise<boolean> {
  const { db, now } = ctx
  const oldest = await oldestBatches(db)
  if (oldest.length === 0) return false
  await createPartitions(db, await daysOf(db, oldest))
  return inTransaction(ctx, async ({ db: tx, invalidate }) => {
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as locked`.execute(tx)
    if (!rows[0]?.locked) return false
    await updateLive(tx, oldest, new Date(now().getTime() - LIVE_MS))
    await countEvents(
      tx,
      sql`taken as (delete from analytics_batch where id = any(${oldest}::bigint[]) returning events),
      fresh as (
        insert into analytics_event
        select e.day, e.id, e.at, e.kind, e.visitor, e.path, e.page, article.id, coalesce(e.source, ''),
          coalesce(e.referrer, ''), coalesce(e.campaign, ''), e.device, e.language, e.country, coalesce(e.name, ''),
          coalesce(e.value, 0), coalesce(e.depth_from, 0), coalesce(e.depth_to, 0)
        from taken cross join lateral jsonb_to_recordset(taken.events) as e (${columns})
        left join article on article.id = e.article_id
        order by e.day, e.id
        on conflict do nothing returning *
      )`,
    )
    invalidate('soon:page-views')
    return oldest.length === BATCHES
  })
}

async function oldestBatches(db: Db) {
  const rows = await db.selectFrom('analyticsBatch').select('id').orderBy('id').limit(BATCHES).execute()
  return rows.map(({ id }) => id)
}

async function daysOf(db: Db, batches: number[]) {
  const { rows } = await sql<{ day: string }>`
    select distinct event ->> 'day' as day from analytics_batch, jsonb_array_elements(events) as event
    where id = any(${batches}::bigint[]) order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

/** Remembers who is on the site now, and what they look at. */
async function updateLive(tx: Db, batches: number[], since: Date) {
  await sql`
    insert into analytics_live as kept (visitor, at, path, article_id)
    select distinct on (visitor) visitor, at, path, article_id
    from analytics_batch cross join lateral jsonb_to_recordset(events)
      as e (visitor bigint, at timestamptz, path text, article_id text, kind text)
    where id = any(${batches}::bigint[]) and at >= ${since} and kind <> 'vital' order by visitor, at desc
    on conflict (visitor) do update set at = excluded.at, path = excluded.path, article_id = excluded.article_id
    where excluded.at >= kept.at`.execute(tx)
}
