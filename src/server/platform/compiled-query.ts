import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** A value, or the placeholder of one in a compiled query. */
export type Value<T> = T | RawBuilder<T>

/** A placeholder for each given value. Absent values stay absent. */
export type Placeholders<Values> = {
  [Name in keyof Values]: Values[Name] extends infer Given
    ? Given extends null | undefined
      ? Given
      : RawBuilder<Given>
    : never
}

type Compiled<Values, Row> = { query: CompiledQuery<Row>; names: (keyof Values | undefined)[] }

/**
 * A query that is built and compiled once for each combination of given and absent values: for most reads, both take
 * longer than PostgreSQL takes to run the statement. `build` can only see which values are given.
 */
export function compiledQuery<Values extends object, Row>(
  build: (db: Db, values: Placeholders<Values>) => Compilable<Row>,
) {
  const compiled = new Map<string, Compiled<Values, Row>>()

  function compile(db: Db, values: Values): Compiled<Values, Row> {
    const names = new Map<unknown, keyof Values>()
    const placeholders: Partial<Record<keyof Values, unknown>> = {}
    for (const name in values) {
      const value: unknown = values[name]
      const isGiven = value !== undefined && value !== null
      // Compared by identity among the compiled parameters.
      const marker = {}
      placeholders[name] = isGiven ? sql`${marker}` : value
      if (isGiven) names.set(marker, name)
    }
    const query = build(db, placeholders as Placeholders<Values>).compile()
    return { query, names: query.parameters.map((parameter) => names.get(parameter)) }
  }

  return async (db: Db, values: Values): Promise<Row[]> => {
    let shape = ''
    for (const name in values) if (values[name] !== undefined && values[name] !== null) shape += `${name} `
    let known = compiled.get(shape)
    if (!known) compiled.set(shape, (known = compile(db, values)))
    const { query, names } = known
    const parameters = query.parameters.map((constant, at) => {
      const name = names[at]
      return name === undefined ? constant : values[name]
    })
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
