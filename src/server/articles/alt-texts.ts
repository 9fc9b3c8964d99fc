import { MAX_ALT_LENGTH } from '#contract/constants.ts'
import type { Node } from '#contract/document/document.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { authorshipOf, coWrittenColumn } from './authorship.ts'
import { canAccess } from './policy.ts'

const MAX_ARTICLES = 10
const MAX_TEXTS = 3

/** The alternative texts of a picture in the drafts of these articles, as far as the viewer can see them; newest first. */
export async function listAltTexts({ db, viewer }: Ctx<Viewer>, mediaId: string, articleIds: string[]) {
  const rows = await db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .select(['article.authorId', 'draft.body', 'draft.cover', coWrittenColumn(viewer.id)])
    .where('article.id', 'in', articleIds)
    .orderBy('draft.savedAt', 'desc')
    .limit(MAX_ARTICLES)
    .execute()
  const texts = rows
    .filter((row) => canAccess({ role: viewer.role, authorship: authorshipOf(viewer, row) }))
    .flatMap(({ body, cover }) => [...(cover?.media === mediaId ? [cover.alt] : []), ...altTextsIn(body, mediaId)])
    .map((text) => text.trim().slice(0, MAX_ALT_LENGTH))
  return [...new Set(texts)].filter((text) => text !== '').slice(0, MAX_TEXTS)
}

function altTextsIn({ type, attrs, content = [] }: Node, mediaId: string): string[] {
  const alt = type === 'image' && attrs?.['media'] === mediaId ? attrs['alt'] : null
  return [...(typeof alt === 'string' ? [alt] : []), ...content.flatMap((child) => altTextsIn(child, mediaId))]
}
