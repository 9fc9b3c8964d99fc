import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** A word that more stories have says little about any of them. */
const COMMON = 500
const WORDS = 12
const EACH = 200

/** The stories that have most of one story's characteristic words: those it says often and few others say at all. */
export async function storiesLike({ db }: Pick<Ctx, 'db'>, articleId: string, limit: number) {
  const { rows } = await sql<{ id: string; likeness: number }>`with own as materialized (
      select plainto_tsquery('simple', lexeme) as asked, (1 + ln(cardinality(positions))) / ln(2 + stories) as weight
      from story_search, unnest(document) as said (lexeme, positions, weights) join search_word on word = lexeme
      where article_id = ${articleId} and positions is not null and stories <= ${COMMON} and length(lexeme) > 3
      order by 2 desc, lexeme limit ${sql.lit(WORDS)})
    select other.article_id as id, sum(weight)::float8 as likeness
    from own, lateral (select article_id from story_search where document @@ asked limit ${sql.lit(EACH)}) as other
    where other.article_id <> ${articleId} group by 1 order by 2 desc, 1 limit ${limit}`.execute(db)
  return rows
}
