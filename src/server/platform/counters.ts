import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'
import { inTransaction } from './transaction.ts'

/** A number that is kept beside its thing so that nobody need count, and what it must be equal to. */
export type Counter = {
  /** Both as the database spells them. */
  table: string
  column: string
  /** Counts what there really is, for the row of the table that it is asked beside. */
  truth: RawBuilder<number>
  /** What pages show that has this number. */
  shownAs(id: string): string[]
}

export type Drift = { count: string; id: string; kept: number; counted: number }

/** Few enough that a statement is over before anybody notices. */
const AT_ONCE = 500

/**
 * Every number that is not what it should be. Each batch is one statement, which sees the rows and the number as of the
 * same moment; as both change in one transaction, a write that goes on meanwhile is never taken for a mistake.
 */
export async function* findDrift(db: Db, kept: readonly Counter[]): AsyncGenerator<{ count: Counter; drift: Drift }> {
  for (const count of kept) {
    const { table, column, truth } = count
    for (let after: string | null = ''; after !== null;) {
      const { rows }: { rows: { id: string; kept: number; counted: number }[] } = await sql<{
        id: string
        kept: number
        counted: number
      }>`select id, kept, counted from (
          select id, ${sql.ref(`${table}.${column}`)} as kept, (${truth}) as counted from ${sql.table(table)}
          where id > ${after} order by id limit ${AT_ONCE}) as told`.execute(db)
      for (const { id, ...numbers } of rows) {
        if (numbers.kept !== numbers.counted) yield { count, drift: { count: `${table}.${column}`, id, ...numbers } }
      }
      after = rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null)
    }
  }
}

/** Compares every kept number with what there is and puts right what is not, one row at a time. Says what it found. */
export async function verifyCounters(ctx: Ctx, kept: readonly Counter[]): Promise<Drift[]> {
  const repaired: Drift[] = []
  for await (const { count, drift } of findDrift(ctx.db, kept)) {
    if (await repair(ctx, count, drift.id)) repaired.push(drift)
  }
  if (repaired.length > 0) {
    ctx.log.warn({ counts: tally(repaired), examples: repaired.slice(0, 20) }, 'kept counts had drifted; put right')
  }
  return repaired
}

/** How many were wrong of each kind. */
export function tally(drifts: readonly Drift[]) {
  const found: Record<string, number> = {}
  for (const { count } of drifts) found[count] = (found[count] ?? 0) + 1
  return found
}

/**
 * Counts anew while the row is held. Whoever changes the number needs the row: what they have committed is counted, and
 * what they have not they will add to the number that stands here then.
 */
function repair(ctx: Ctx, { table, column, truth, shownAs }: Counter, id: string) {
  return inTransaction(ctx, async (tx) => {
    const row = sql.table(table)
    await sql`select from ${row} where id = ${id} for no key update`.execute(tx.db)
    const { rows } = await sql`update ${row} set ${sql.ref(column)} = (${truth})
      where id = ${id} and ${sql.ref(`${table}.${column}`)} <> (${truth}) returning id`.execute(tx.db)
    if (rows.length > 0) tx.invalidate(...shownAs(id))
    return rows.length > 0
  })
}
