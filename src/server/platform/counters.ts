import { type RawBuilder, sql } from 'kysely'
import type { CacheTag } from './cache/cache-tags.ts'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'
import { inTransaction } from './transaction.ts'

/** A denormalized count: the column that stores it, and the query that it must equal. */
export type Counter = {
  /** Both in snake case. */
  table: string
  column: string
  /** Counts from the source rows, correlated with a row of the table. */
  actual: RawBuilder<number>
  /** The column that `tags` takes, when cached pages are not tagged by the row's own id. */
  tagBy?: string
  /** The tags of cached pages that show the count. A repair invalidates them softly. */
  tags(id: string): CacheTag[]
}

export type Drift = { counter: string; id: string; stored: number; actual: number }

/** Small enough for a short statement. */
const BATCH_SIZE = 500

/**
 * Finds every stored count that is wrong. Each batch is one statement, which reads the rows and the count from the same
 * snapshot. Both change in one transaction, so a concurrent write never looks like drift.
 */
export async function* findDrift(
  db: Db,
  counters: readonly Counter[],
  signal?: AbortSignal,
): AsyncGenerator<{ counter: Counter; drift: Drift }> {
  for (const counter of counters) {
    const { table, column, actual } = counter
    for (let after: string | null = ''; after !== null;) {
      if (signal?.aborted) return
      const { rows }: { rows: { id: string; stored: number; actual: number }[] } = await sql<{
        id: string
        stored: number
        actual: number
      }>`select id, stored, actual from (
          select id, ${sql.ref(`${table}.${column}`)} as stored, (${actual}) as actual from ${sql.table(table)}
          where id > ${after} order by id limit ${BATCH_SIZE}) as batch`.execute(db)
      for (const { id, ...counts } of rows) {
        if (counts.stored !== counts.actual) yield { counter, drift: { counter: `${table}.${column}`, id, ...counts } }
      }
      after = rows.length < BATCH_SIZE ? null : (rows.at(-1)?.id ?? null)
    }
  }
}

/** Repairs every stored count that is wrong, one row at a time. Ends between two rows when the signal is aborted. */
export async function verifyCounters(ctx: Ctx, counters: readonly Counter[], signal?: AbortSignal): Promise<Drift[]> {
  const repaired: Drift[] = []
  for await (const { counter, drift } of findDrift(ctx.db, counters, signal)) {
    if (signal?.aborted) break
    if (await repair(ctx, counter, drift.id)) repaired.push(drift)
  }
  if (repaired.length > 0) {
    ctx.log.warn({ counters: tally(repaired), examples: repaired.slice(0, 20) }, 'counter drift repaired')
  }
  return repaired
}

/** The number of wrong counts of each counter. */
export function tally(drifts: readonly Drift[]) {
  const found: Record<string, number> = {}
  for (const { counter } of drifts) found[counter] = (found[counter] ?? 0) + 1
  return found
}

/**
 * Recounts while the row is locked. Every write to the count needs the row: committed writes are counted here, and
 * uncommitted ones are added to the repaired count afterwards.
 */
function repair(ctx: Ctx, { table, column, actual, tagBy = 'id', tags }: Counter, id: string) {
  return inTransaction(ctx, async (tx) => {
    const row = sql.table(table)
    await sql`select from ${row} where id = ${id} for no key update`.execute(tx.db)
    const { rows } = await sql<{ subject: string }>`update ${row} set ${sql.ref(column)} = (${actual})
      where id = ${id} and ${sql.ref(`${table}.${column}`)} <> (${actual})
      returning ${sql.ref(tagBy)} as subject`.execute(tx.db)
    for (const { subject } of rows) tx.invalidate(...tags(subject).map((tag) => `soon:${tag}` as const))
    return rows.length > 0
  })
}
