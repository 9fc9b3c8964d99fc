import type { Selectable } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { invalidateListsWith } from '#server/bookmarks/items.ts'
import { addStoryRank, invalidateRankings } from '#server/discovery/story-ranks.ts'
import { setMediaReferences } from '#server/media/media-references.ts'
import { listChange } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { indexStory, unindexStory } from '#server/search/search-index.ts'
import type { LockedArticle } from '#server/articles/access.ts'
import { publishedColumns } from '#server/articles/columns.ts'
import { draftCover, updateChangedFlag } from '#server/articles/drafts/unpublished-changes.ts'
import { mediaIdsIn } from '#server/documents/document-media.ts'
import { excerptFrom } from '#server/documents/excerpt.ts'
import { updateSubmittedFields } from '#server/articles/review/submissions.ts'
import { createRevision } from '#server/articles/revisions/revisions.ts'
import {
  updateStoryCounts,
  setTags,
  updateChangedTopicCounts,
  invalidateTagsInUse,
  listTagIds,
} from './topic-counts.ts'
import { chooseSlug, recordOldSlug } from './slugs.ts'
import { notifyFollowers } from '#server/articles/notify.ts'

type ArticleToShow = Pick<LockedArticle, 'id' | 'authorId' | 'state' | 'slug' | 'categoryId' | 'publishedAt'>
type Draft = Selectable<Tables['draft']>

export async function requireReady(ctx: Pick<Ctx, 'db'>, articleId: string) {
  requireComplete(await getDraft(ctx, articleId))
}

function requireComplete({ title, plain, membersPlain }: Draft) {
  const missing = [...(title.trim() ? [] : ['title']), ...(plain.trim() || membersPlain.trim() ? [] : ['text'])]
  if (missing.length > 0)
    throw new Refusal('not-ready', {
      missing,
      message: `Add ${missing.map((field) => (field === 'title' ? 'a title' : 'some text')).join(' and ')}.`,
    })
}

/** Publishes the working copy with its slug, tags, counts and a revision. Inside a transaction. */
export async function publishDraft(tx: Ctx, article: ArticleToShow, at: Date) {
  const { db, invalidate } = tx
  const { id, state } = article
  const draft = await getDraft(tx, id)
  requireComplete(draft)
  const slug = await chooseSlug(tx, {
    ...article,
    requested: draft.slug,
    title: draft.title,
    before: article.publishedAt !== null,
  })
  if (article.publishedAt !== null && slug !== article.slug)
    await recordOldSlug(tx, { id, from: article.slug, to: slug })

  const excerpt = draft.excerpt || excerptFrom(draft.body)
  const tagIdsBefore = await listTagIds(tx, id)
  const tags = await setTags(tx, id, draft.tags, tagIdsBefore)
  await db
    .updateTable('article')
    .from('draft')
    .set((eb) => ({
      ...publishedColumns(eb),
      cover: draftCover,
      excerpt,
      slug,
      state: 'published',
      publishedAt: article.publishedAt ?? at,
      updatedAt: at,
    }))
    .whereRef('draft.articleId', '=', 'article.id')
    .where('article.id', '=', id)
    .execute()
  const publishedAt = article.publishedAt ?? at
  await db.updateTable('articleTag').set({ publishedAt }).where('articleId', '=', id).execute()
  await db.updateTable('articleCoAuthor').set({ publishedAt }).where('articleId', '=', id).execute()
  const tagNames = tags.map(({ name }) => name)
  await updateSubmittedFields(tx, id, { slug, tags: tagNames })
  await db
    .updateTable('draft')
    .set({ changed: false, updateAskedAt: null, slug, tags: tagNames })
    .where('articleId', '=', id)
    .execute()

  const before = { categoryId: article.categoryId, tagIds: tagIdsBefore }
  const after = { categoryId: draft.categoryId, tagIds: tags.map((tag) => tag.id) }
  invalidate(`article:${id}`)
  if (state === 'published') {
    await updateChangedTopicCounts(tx, before, after)
    invalidateTagsInUse(tx, before, after)
  } else {
    await updateStoryCounts(tx, article, after, 1)
    invalidate(listChange('stories', 1))
    if (article.publishedAt !== null) await invalidateListsWith(tx, id)
  }
  if (state !== 'published' || before.categoryId !== after.categoryId)
    invalidateRankings(tx, { authorId: article.authorId, categoryId: after.categoryId })
  await setMediaReferences(tx, { kind: 'article', ref: id }, [...mediaIdsIn(draft.body)])
  await setMediaReferences(tx, { kind: 'cover', ref: id }, draft.cover?.media ? [draft.cover.media] : [])
  await createRevision(tx, id, 'published')
  await indexShown(tx, id)
  if (article.publishedAt === null) await notifyFollowers(tx, article)
}

/** Removes the story from every page and count. Inside a transaction. */
export async function hideFromReaders(tx: Ctx, article: ArticleToShow) {
  await updateAllCounts(tx, article, -1)
  await tx.db
    .updateTable('draft')
    .set({ changed: true, updateAskedAt: null })
    .where('articleId', '=', article.id)
    .execute()
  await unindexStory(tx, article.id)
}

/** Shows the last published text again, ignoring later edits. Inside a transaction. */
export async function restoreToReaders(tx: Ctx, article: ArticleToShow) {
  await tx.db.updateTable('article').set({ state: 'published' }).where('id', '=', article.id).execute()
  await updateAllCounts(tx, article, 1)
  invalidateRankings(tx, article)
  await invalidateListsWith(tx, article.id)
  await updateChangedFlag(tx, article.id)
  await indexShown(tx, article.id)
}

/** Updates search and discovery, in the transaction that changes what readers see. */
async function indexShown(tx: Ctx, articleId: string) {
  await indexStory(tx, articleId)
  await addStoryRank(tx, articleId)
}

async function updateAllCounts(tx: Ctx, article: ArticleToShow, by: 1 | -1) {
  const { id, categoryId } = article
  await updateStoryCounts(tx, article, { categoryId, tagIds: await listTagIds(tx, id) }, by)
  tx.invalidate(`article:${id}`, listChange('stories', by))
}

function getDraft({ db }: Pick<Ctx, 'db'>, articleId: string) {
  return db.selectFrom('draft').selectAll().where('articleId', '=', articleId).executeTakeFirstOrThrow()
}
