import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { defineCursor } from './cursor.ts'
import type { Db } from './db.ts'

/** A sort key: an expression that is never null, with an index on it and the id. */
type SortKey = { by: RawBuilder<unknown>; key: z.ZodType }
const Sorted = z.object({ sortKey: z.unknown(), sortId: z.unknown() })
type Direction = 'asc' | 'desc'

/**
 * Keyset pagination of a list that can be sorted by several keys. `sort` is a name from the table, with `-` for the
 * reverse order, so nothing else can be sorted by. The id breaks ties, so that pages neither skip nor repeat rows.
 */
export function defineSortedList<Name extends string>(
  sorts: Record<Name, SortKey>,
  id: SortKey,
  usual: NoInfer<Name> | `-${NoInfer<Name>}`,
) {
  return async function page<DB, Table extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, Table, Row>,
    asked: { sort?: Name | `-${Name}` | undefined; before?: string | undefined; limit: number },
  ) {
    const sort = asked.sort ?? usual
    const { name, direction } = parseSort(sorts, sort)
    const { by, key } = sorts[name]
    // The name is part of the cursor, so that a cursor of another order is refused.
    const cursor = defineCursor(z.tuple([z.literal(sort), key, id.key]))
    const place = cursor.read(asked.before)
    const beyond = direction === 'desc' ? sql`<` : sql`>`
    const from = place ? query.where(sql<boolean>`(${by}, ${id.by}) ${beyond} (${place[1]}, ${place[2]})`) : query
    const rows = await from
      .select([by.as('sortKey'), id.by.as('sortId')])
      .orderBy(by, direction)
      .orderBy(id.by, direction)
      .limit(asked.limit + 1)
      .execute()
    return cursor.paginate(rows, asked.limit, (last) => {
      const { sortKey, sortId } = Sorted.parse(last)
      return [sort, sortKey, sortId]
    })
  }
}

function parseSort<Name extends string>(
  sorts: Record<Name, unknown>,
  sort: string,
): { name: Name; direction: Direction } {
  const isName = (word: string): word is Name => Object.hasOwn(sorts, word)
  const word = sort.replace(/^-/, '')
  if (!isName(word)) throw new Error(`Unknown sort key ${word}`)
  return { name: word, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

const MAX_WORDS = 8
/** One character is one word, as in the database's `search_clean`. */
const CJK = '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff'
const WORD = new RegExp(`[${CJK}]|(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}])+`, 'gu')

/** A tsquery for `search_names(…)` with every word, the last one as a prefix. Null when `q` has no word. */
export function wordsQuery(q: string | undefined) {
  const words = q?.normalize('NFKC').match(WORD)
  return words ? sql`to_tsquery('search_simple', ${`${words.slice(0, MAX_WORDS).join(' & ')}:*`})` : null
}

/** More matches than this are common enough that a list in its order finds a page of them soon. */
const MAX_MATCHES = 5000

/**
 * The ids of the rows that match a search, or null when there are too many. They are looked up before the list, because
 * the planner misjudges how many rows have a word, and would compare every row in the order of the list.
 */
export async function findMatchingIds(db: Db, matches: Expression<{ id: string }>) {
  const { rows } = await sql<{ id: string }>`
    with found as materialized (${matches}) select id from found limit ${MAX_MATCHES + 1}`.execute(db)
  return rows.length > MAX_MATCHES ? null : rows.map(({ id }) => id)
}

export function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::text[])`
}
