import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The distinct values of a column in order, by jumping from one to the next in the index that starts with it. */
export async function distinctValues(db: Db, table: string, column: string): Promise<string[]> {
  const [from, value] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<{ value: string }>`
    with recursive found as (
      (select ${value} as value from ${from} order by 1 limit 1)
      union all
      select (select ${value} from ${from} where ${value} > found.value order by 1 limit 1)
      from found where found.value is not null)
    select value from found where value is not null`.execute(db)
  return rows.map((row) => row.value)
}
