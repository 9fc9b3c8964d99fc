import type { ArticleState } from '#contract/articles/articles.ts'
import type { Preview } from '#contract/articles/review.ts'
import { Refusal } from '#contract/errors.ts'
import { cardsOf } from '#server/people/cards.ts'
import { htmlWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { tagSlug } from '#contract/taxonomy/topic-rules.ts'
import { listCoAuthorIds } from '#server/articles/byline.ts'
import { coverPicture } from '#server/articles/cover-picture.ts'
import { excerptFrom } from '#server/documents/excerpt.ts'
import { coWrittenColumn, authorshipOf } from '#server/articles/authorship.ts'
import { canEdit, canAccess, availableTransitions } from '#server/articles/policy.ts'
import { isValidKey } from './share-links.ts'
import { publishingRole } from '#server/articles/publishing-role.ts'

/** States in which a share link works. */
const shareable: ReadonlySet<ArticleState> = new Set(['draft', 'in-review', 'scheduled', 'published'])

/** The working copy as readers would see it, for authors, editors and holders of a valid share link. */
export async function getPreview(ctx: Ctx, ref: string, key: string | undefined): Promise<Preview> {
  const { db, site } = ctx
  const row = await previewRow(ctx, ref)
  if (!row) throw new Refusal('not-found')
  const actor = await actorWithAccess(ctx, row)
  const hasValidKey = key !== undefined && shareable.has(row.state) && (await isValidKey(ctx, row.id, key))
  if (!actor && !hasValidKey) throw new Refusal('not-found')

  const [author, ...coAuthors] = await cardsOf(ctx, [row.authorId, ...(await listCoAuthorIds(db, row.id))])
  if (!author) throw new Error(`Article ${row.id} has no author`)
  const { id, state, title, subtitle, language, access, readingMinutes, version, seoTitle, seoDescription } = row
  const { categorySlug, categoryName } = row
  return {
    id,
    state,
    title,
    subtitle,
    language,
    access,
    readingMinutes,
    version,
    seoTitle,
    seoDescription,
    author,
    coAuthors,
    ref: state === 'published' ? row.slug : id,
    words: row.wordCount,
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    savedAt: row.savedAt.toISOString(),
    cover: coverPicture(site.base, row.cover),
    category: categorySlug !== null && categoryName !== null ? { slug: categorySlug, name: categoryName } : null,
    tags: row.tags.map((name) => ({ slug: tagSlug(name), name })),
    excerpt: row.excerpt || excerptFrom(row.body),
    html: htmlWithBase(site.base, row.html),
    membersHtml: htmlWithBase(site.base, row.membersHtml),
    contents: row.contents,
    can: actor ? availableTransitions(actor, { state, updateAsked: row.updateAskedAt !== null }) : [],
    mayEdit: actor !== null && canEdit(actor, state),
  }
}

async function actorWithAccess({ db, viewer }: Ctx, article: Parameters<typeof authorshipOf>[1]) {
  if (!viewer) return null
  const actor = { role: await publishingRole({ db, viewer }), authorship: authorshipOf(viewer, article) }
  return canAccess(actor) ? actor : null
}

function previewRow({ db, viewer }: Ctx, ref: string) {
  return db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .leftJoin('category', 'category.id', 'draft.categoryId')
    .select(['article.id', 'article.authorId', 'article.slug', 'article.state', coWrittenColumn(viewer?.id ?? null)])
    .select(['article.scheduledFor', 'article.publishedAt', 'draft.updateAskedAt'])
    .select(['draft.version', 'draft.savedAt', 'draft.title', 'draft.subtitle', 'draft.language', 'draft.access'])
    .select(['draft.html', 'draft.membersHtml', 'draft.body', 'draft.contents', 'draft.wordCount'])
    .select(['draft.readingMinutes', 'draft.cover', 'draft.tags', 'draft.excerpt'])
    .select([
      'draft.seoTitle',
      'draft.seoDescription',
      'category.slug as categorySlug',
      'category.name as categoryName',
    ])
    .where((eb) => eb.or([eb('article.id', '=', ref), eb('article.slug', '=', ref)]))
    .executeTakeFirst()
}
