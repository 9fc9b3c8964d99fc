import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { publishedArticles } from '#server/stories/published.ts'

type Tx = Pick<Ctx, 'db'>

/** Must run in the transaction that publishes or updates the story. */
export async function indexStory({ db }: Tx, articleId: string) {
  await sql`select search_put(array[${articleId}]::text[])`.execute(db)
}

/** Must run in the transaction that changes the topics of these published stories. */
export async function indexStories({ db }: Tx, articleIds: string[]) {
  if (articleIds.length > 0) await sql`select search_put(${articleIds}::text[])`.execute(db)
}

/**
 * Indexes the next stories with a tag again, in the order of their ids. Returns the last one, or null when there are no
 * more. Must run in a transaction.
 */
export async function indexStoriesWithTag(tx: Tx, tagId: string, after: string, limit: number) {
  const rows = await tx.db
    .selectFrom('articleTag')
    .select('articleId')
    .where('tagId', '=', tagId)
    .where('articleId', '>', after)
    .orderBy('articleId')
    .limit(limit)
    .execute()
  const ids = rows.map(({ articleId }) => articleId)
  // Locked in this order, as publications lock them: both write the row of the story.
  const published = ids.length > 0 ? await publishedAmong(tx, ids) : []
  await indexStories(tx, published)
  return { stories: ids.length, last: rows.length < limit ? null : (ids.at(-1) ?? null) }
}

async function publishedAmong({ db }: Tx, ids: string[]) {
  const rows = await publishedArticles(db)
    .select('article.id')
    .where('article.id', 'in', ids)
    .orderBy('article.id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Must run in the transaction that unpublishes the story. */
export async function unindexStory({ db }: Tx, articleId: string) {
  await sql`select search_drop(array[${articleId}]::text[])`.execute(db)
}

/** Applies queued word count changes and deletes unused words. Must run in a transaction. */
export async function updateWordCounts(db: Db) {
  await sql`with noted as (delete from search_word_change where true returning word, stories, heads),
    summed as (select word, sum(stories)::int as stories, sum(heads)::int as heads from noted group by word),
    gone as (delete from search_word as kept using summed where kept.word = summed.word and kept.stories + summed.stories <= 0)
    insert into search_word as kept (word, stories, heads)
    select word, coalesce(before.stories, 0) + summed.stories, greatest(0, coalesce(before.heads, 0) + summed.heads)
    from summed left join search_word as before using (word)
    where coalesce(before.stories, 0) + summed.stories > 0
    on conflict (word) do update set stories = excluded.stories, heads = excluded.heads`.execute(db)
}
