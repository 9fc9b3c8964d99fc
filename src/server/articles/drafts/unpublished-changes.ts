import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { differsFromPublished } from '#server/articles/columns.ts'
import { excerptFrom } from '#server/documents/excerpt.ts'

/** The draft's cover in the form of `article.cover`. */
export const draftCover = sql<string | null>`case when jsonb_typeof(draft.cover) = 'object'
  then (draft.cover -> 'picture') || jsonb_build_object('alt', draft.cover -> 'alt', 'focus', draft.cover -> 'focus') end`

const tagNames = sql`array(select tag.name from article_tag join tag on tag.id = article_tag.tag_id
  where article_tag.article_id = article.id order by article_tag.position)`

/** Sets `draft.changed`: whether publishing the draft would change what readers see. Inside a transaction. */
export async function updateChangedFlag({ db }: Pick<Ctx, 'db'>, articleId: string): Promise<boolean> {
  const row = await db
    .updateTable('draft')
    .from('article')
    .set({
      changed: sql<boolean>`article.state <> 'published'
        or ${differsFromPublished}
        or draft.tags is distinct from ${tagNames}
        or coalesce(draft.slug, article.slug) <> article.slug
        or (draft.excerpt <> '' and draft.excerpt <> article.excerpt)
        or jsonb_strip_nulls(${draftCover}) is distinct from jsonb_strip_nulls(article.cover)`,
    })
    .whereRef('article.id', '=', 'draft.articleId')
    .where('draft.articleId', '=', articleId)
    .returning(['draft.changed', 'draft.excerpt as own', 'draft.body', 'article.excerpt as shown'])
    .executeTakeFirstOrThrow()
  if (row.changed || row.own !== '') return row.changed
  // With the same text, the excerpt differs only when a custom excerpt was cleared.
  if (excerptFrom(row.body) === row.shown) return false
  await db.updateTable('draft').set({ changed: true }).where('articleId', '=', articleId).execute()
  return true
}
