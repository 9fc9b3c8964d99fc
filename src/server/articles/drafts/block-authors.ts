import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { LockedArticle } from '#server/articles/access.ts'
import type { DraftColumns } from './fields.ts'

/**
 * Who wrote which block after a save, and whether the save drops a block of another person that no revision holds.
 * The server decides this itself: a client that merges wrongly must not delete the text of a co-author for good.
 * Title and subtitle count as blocks. Inside the transaction of the save.
 */
export async function trackBlockAuthors(
  { db, viewer }: Ctx<Viewer>,
  article: LockedArticle,
  { title, subtitle, body }: DraftColumns,
) {
  // The usual case of a single author needs no hashing.
  if (article.savedBy === viewer.id && Object.keys(article.blockAuthors).length === 0)
    return { authors: {}, drops: false }
  const after = blockHashes(
    sql`coalesce(${title ?? null}, draft.title)`,
    sql`coalesce(${subtitle ?? null}, draft.subtitle)`,
    sql`coalesce(${body ?? null}::jsonb, draft.body)`,
  )
  const hashes = await db
    .selectFrom('draft')
    .select([
      blockHashes(sql.ref('draft.title'), sql.ref('draft.subtitle'), sql.ref('draft.body')).as('before'),
      after.as('after'),
      sql<string[] | null>`(
        select ${blockHashes(sql.ref('revision.title'), sql.ref('revision.subtitle'), sql.ref('revision.body'))}
        from revision where article_id = draft.article_id order by saved_at desc, id desc limit 1)`.as('newest'),
    ])
    .where('draft.articleId', '=', article.id)
    .executeTakeFirstOrThrow()

  const remaining = new Set(hashes.after)
  const inRevision = new Set(hashes.newest)
  const others = hashes.before.flatMap((hash) => {
    const author = hash in article.blockAuthors ? article.blockAuthors[hash] : article.savedBy
    return author === viewer.id ? [] : [[hash, author ?? null] as const]
  })
  return {
    authors: Object.fromEntries(others.filter(([hash]) => remaining.has(hash))),
    drops: others.some(([hash]) => !remaining.has(hash) && !inRevision.has(hash)),
  }
}

/** Without empty blocks: deleting one loses nothing, and neither does typing into one that another person began. */
function blockHashes(title: RawBuilder<unknown>, subtitle: RawBuilder<unknown>, body: RawBuilder<unknown>) {
  return sql<string[]>`array(
    select md5(line) from unnest(array['title ' || ${title}, 'subtitle ' || ${subtitle}]) as line
    where line not in ('title ', 'subtitle ')
    union
    select md5(block::text) from jsonb_array_elements(${body} -> 'content') as block
    where block ? 'content' or block ->> 'type' <> 'paragraph')`
}
