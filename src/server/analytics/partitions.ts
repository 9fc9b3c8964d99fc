import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import { MAX_EVENT_AGE_DAYS } from '#contract/analytics/events.ts'
import { dayOf } from '#server/platform/days.ts'
import type { Db } from '#server/platform/db.ts'

/** How long events are kept, so that their figures can be computed again. */
export const EVENT_DAYS = 90
/** Late events can still come in these days. */
const SEEN_DAYS = MAX_EVENT_AGE_DAYS + 1

type PartitionedTable = 'analytics_event' | 'analytics_seen'
const retention: Record<PartitionedTable, number> = { analytics_event: EVENT_DAYS, analytics_seen: SEEN_DAYS }

function partitionOf(table: PartitionedTable, day: string) {
  return `${table}_${day.replaceAll('-', '')}`
}

/** One process at a time: two that create the same table would fail. */
const PARTITION_LOCK = 0x7061_7274

/** Creates the partitions of these days, where they are missing. */
export async function createPartitions(db: Db, days: readonly string[]) {
  for (const table of ['analytics_event', 'analytics_seen'] as const) {
    const existing = new Set(await listPartitions(db, table))
    const missing = days.filter((day) => !existing.has(day))
    if (missing.length === 0) continue
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${PARTITION_LOCK})`.execute(tx)
      for (const day of missing) await createPartition(tx, table, day)
    })
  }
}

async function createPartition(db: Db, table: PartitionedTable, day: string) {
  const next = dayOf(new Date(Date.parse(day) + DAY_MS))
  // Names and bounds cannot be parameters. A day consists of digits and hyphens.
  await sql`create table if not exists ${sql.table(partitionOf(table, day))} partition of ${sql.table(table)}
    for values from (${sql.lit(day)}) to (${sql.lit(next)})`.execute(db)
}

/** Drops the events of a day that are stored elsewhere now. */
export async function dropPartitions(db: Db, day: string) {
  for (const table of ['analytics_event', 'analytics_seen'] as const) await dropPartition(db, table, day)
}

async function dropPartition(db: Db, table: PartitionedTable, day: string) {
  await sql`drop table if exists ${sql.table(partitionOf(table, day))}`.execute(db)
}

/** The days that have a partition, oldest first. */
async function listPartitions(db: Db, table: PartitionedTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass order by relname`.execute(db)
  return rows.map(({ name }) => name.slice(-8).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))
}

/** The days whose figures can be computed again, oldest first. */
export function listEventDays(db: Db) {
  return listPartitions(db, 'analytics_event')
}

/** Drops the partitions of days that are no longer kept. */
export async function dropOldPartitions(db: Db, now: Date) {
  for (const table of ['analytics_event', 'analytics_seen'] as const) {
    const first = dayOf(new Date(now.getTime() - retention[table] * DAY_MS))
    for (const day of await listPartitions(db, table)) if (day < first) await dropPartition(db, table, day)
  }
}
