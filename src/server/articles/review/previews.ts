import type { ArticleState, Preview } from '#contract/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { cardsOf } from '#server/people/cards.ts'
import { htmlAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { tagSlug } from '#server/taxonomy/create.ts'
import { coAuthorIds } from '#server/articles/byline.ts'
import { coverPicture } from '#server/articles/cover-picture.ts'
import { excerptFrom } from '#server/documents/plain-text.ts'
import { coWrittenBy, partOf } from '#server/articles/authorship.ts'
import { mayEdit, mayWork, movesNow } from '#server/articles/policy.ts'
import { opens } from './share-links.ts'

/** What a key opens; what was removed or thrown away is closed to everybody from outside. */
const shareable: ReadonlySet<ArticleState> = new Set(['draft', 'in-review', 'scheduled', 'published'])

/** The working copy as readers would see it. A key that was ended or has run out opens nothing from that moment on. */
export async function preview(ctx: Ctx, ref: string, key: string | undefined): Promise<Preview> {
  const { db, site } = ctx
  const row = await previewRow(ctx, ref)
  if (!row) throw new Refusal('not-found')
  const somebody = writerOrEditor(ctx, row)
  const opened = key !== undefined && shareable.has(row.state) && (await opens(ctx, row.id, key))
  if (!somebody && !opened) throw new Refusal('not-found')

  const [author, ...coAuthors] = await cardsOf(ctx, [row.authorId, ...(await coAuthorIds(db, row.id))])
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
    html: htmlAt(site.base, row.html),
    membersHtml: htmlAt(site.base, row.membersHtml),
    contents: row.contents,
    can: somebody ? movesNow(somebody, { state, updateAsked: row.updateAskedAt !== null }) : [],
    mayEdit: somebody !== null && mayEdit(somebody, state),
  }
}

function writerOrEditor({ viewer }: Ctx, article: Parameters<typeof partOf>[1]) {
  if (!viewer) return null
  const somebody = { role: viewer.role, part: partOf(viewer, article) }
  return mayWork(somebody) ? somebody : null
}

function previewRow({ db, viewer }: Ctx, ref: string) {
  return db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .leftJoin('category', 'category.id', 'draft.categoryId')
    .select(['article.id', 'article.authorId', 'article.slug', 'article.state', coWrittenBy(viewer?.id ?? null)])
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
