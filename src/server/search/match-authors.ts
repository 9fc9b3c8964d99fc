import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { AnalyzedTerm } from './analyze-terms.ts'
import { isVisiblePerson, personWords } from './find-names.ts'
import { buildTermQuery } from './tsquery.ts'

/** Limit per name: those with the most stories. */
const MAX_AUTHORS = 50

/** Adds to each term the people whose names contain it as whole words. */
export async function matchAuthors(db: Db, terms: AnalyzedTerm[]): Promise<AnalyzedTerm[]> {
  if (terms.length === 0) return terms
  const queries = terms.map(buildTermQuery)
  const { rows } = await sql<{ id: string; matched: number[] }>`select id, matched from (
      select id, story_count, array(select at::int - 1 from unnest(${queries}::text[]) with ordinality as term (query, at)
                                    where ${personWords} @@ query::tsquery) as matched
      from person where ${personWords} @@ ${queries.join(' | ')}::tsquery and ${isVisiblePerson}) as named
    order by cardinality(matched) desc, story_count desc, id limit ${MAX_AUTHORS}`.execute(db)
  return terms.map((term, at) => ({
    ...term,
    authors: rows.filter(({ matched }) => matched.includes(at)).map(({ id }) => id),
  }))
}
