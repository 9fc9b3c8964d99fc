import { Refusal } from '#contract/errors.ts'

/** The row of the query, or a `not-found` refusal. */
export async function orNotFound<Row>(query: Promise<Row | undefined>): Promise<Row> {
  const row = await query
  if (!row) throw new Refusal('not-found')
  return row
}
