import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** More common words are not characteristic. */
const MAX_STORIES_PER_WORD = 500
const MAX_WORDS = 12
const MAX_MATCHES_PER_WORD = 200

/** Stories sharing the most characteristic words: frequent in this story and rare in others. */
export async function findSimilarTexts({ db }: Pick<Ctx, 'db'>, articleId: string, limit: number) {
  const { rows } = await sql<{ id: string; similarity: number }>`with own as materialized (
      select plainto_tsquery('simple', lexeme) as asked, (1 + ln(cardinality(positions))) / ln(2 + stories) as weight
      from story_search, unnest(document) as said (lexeme, positions, weights) join search_word on word = lexeme
      where article_id = ${articleId} and positions is not null and stories <= ${MAX_STORIES_PER_WORD} and length(lexeme) > 3
      order by 2 desc, lexeme limit ${sql.lit(MAX_WORDS)})
    select other.article_id as id, sum(weight)::float8 as similarity
    from own, lateral (select article_id from story_search where document @@ asked limit ${sql.lit(MAX_MATCHES_PER_WORD)}) as other
    where other.article_id <> ${articleId} group by 1 order by 2 desc, 1 limit ${limit}`.execute(db)
  return rows
}
