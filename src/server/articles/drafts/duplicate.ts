import type { Article } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { removeOrphanedMedia } from '#server/articles/orphaned-media.ts'
import { presentArticle } from '#server/articles/present.ts'
import { chargeDocument } from '#server/documents/prepare.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createDraft } from './drafts.ts'

const SUFFIX = ' (copy)'
const MAX_TITLE = 200

/** Copies an article that the viewer can see to a new draft of their own. Idempotent by the new id. */
export async function duplicateArticle(ctx: Ctx<Viewer>, sourceId: string, id: string): Promise<Article> {
  const source = await presentArticle(ctx, sourceId)
  const draft = await ctx.db.selectFrom('draft').select('cover').where('articleId', '=', sourceId).executeTakeFirst()
  if (!draft) throw new Refusal('not-found')
  const body = await removeOrphanedMedia(ctx.db, source.body)
  await chargeDocument(ctx, body)
  const { title, subtitle, cover, category, tags, excerpt, seoTitle, seoDescription } = source
  const { access, language, takesResponses } = source
  return createDraft(
    ctx,
    {
      id,
      save: `copy-${sourceId}`,
      title: title.trim() === '' ? '' : title.slice(0, MAX_TITLE - SUFFIX.length) + SUFFIX,
      subtitle,
      body,
      cover,
      category,
      tags,
      excerpt,
      seoTitle,
      seoDescription,
      access,
      language,
      takesResponses,
    },
    draft.cover,
  )
}
