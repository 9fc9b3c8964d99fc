import type { Selectable } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { setUses } from '#server/media/uses.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { Work } from '#server/articles/access.ts'
import { coverOfDraft, refreshChanged } from '#server/articles/drafts/unpublished-changes.ts'
import { mediaOf } from '#server/documents/document-media.ts'
import { excerptFrom } from '#server/documents/plain-text.ts'
import { keepRevision } from '#server/articles/revisions/revisions.ts'
import { count, putTags, recount, tagIdsOf } from './topic-counts.ts'
import { chooseSlug, leaveSlug } from './slugs.ts'
import { tellFollowers, tellHidden, tellShown } from '#server/articles/notify.ts'

type Shown = Pick<Work, 'id' | 'authorId' | 'state' | 'slug' | 'categoryId' | 'publishedAt'>
type Draft = Selectable<Tables['draft']>

/** Refuses a working copy that is not fit to be read yet, and says what it lacks. */
export async function checkReady(ctx: Pick<Ctx, 'db'>, articleId: string) {
  missingFrom(await draftOf(ctx, articleId))
}

function missingFrom({ title, plain, membersPlain }: Draft) {
  const missing = [...(title.trim() ? [] : ['title']), ...(plain.trim() || membersPlain.trim() ? [] : ['text'])]
  if (missing.length > 0) throw new Refusal('not-ready', { missing, message: `It has no ${missing.join(' and no ')}.` })
}

/** Puts the working copy before readers as it is, with its counts, address, tags and a revision. Inside a transaction. */
export async function showReaders(tx: Ctx, article: Shown, at: Date) {
  const { db, invalidate } = tx
  const { id, state } = article
  const draft = await draftOf(tx, id)
  missingFrom(draft)
  const slug = await chooseSlug(tx, {
    ...article,
    wanted: draft.slug,
    title: draft.title,
    before: article.publishedAt !== null,
  })
  if (article.publishedAt !== null && slug !== article.slug) await leaveSlug(tx, { id, from: article.slug, to: slug })

  const excerpt = draft.excerpt || excerptFrom(draft.body)
  const before = await tagIdsOf(tx, id)
  const tags = await putTags(tx, id, draft.tags, before)
  await db
    .updateTable('article')
    .from('draft')
    .set((eb) => ({
      title: eb.ref('draft.title'),
      subtitle: eb.ref('draft.subtitle'),
      body: eb.ref('draft.body').$castTo<string>(),
      html: eb.ref('draft.html'),
      membersHtml: eb.ref('draft.membersHtml'),
      plain: eb.ref('draft.plain'),
      membersPlain: eb.ref('draft.membersPlain'),
      contents: eb.ref('draft.contents').$castTo<string>(),
      wordCount: eb.ref('draft.wordCount'),
      readingMinutes: eb.ref('draft.readingMinutes'),
      categoryId: eb.ref('draft.categoryId'),
      canonicalUrl: eb.ref('draft.canonicalUrl'),
      seoTitle: eb.ref('draft.seoTitle'),
      seoDescription: eb.ref('draft.seoDescription'),
      access: eb.ref('draft.access'),
      language: eb.ref('draft.language'),
      takesResponses: eb.ref('draft.takesResponses'),
      cover: coverOfDraft,
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
  await db
    .updateTable('draft')
    .set({ changed: false, updateAskedAt: null, slug, tags: tags.map(({ name }) => name) })
    .where('articleId', '=', id)
    .execute()

  const after = { categoryId: draft.categoryId, tagIds: tags.map((tag) => tag.id) }
  if (state === 'published') await recount(tx, { categoryId: article.categoryId, tagIds: before }, after)
  else await count(tx, article, after, 1)
  await setUses(tx, { kind: 'article', ref: id }, [...mediaOf(draft.body)])
  await setUses(tx, { kind: 'cover', ref: id }, draft.cover?.media ? [draft.cover.media] : [])
  invalidate(`article:${id}`, `person:${article.authorId}`, 'latest')
  await keepRevision(tx, id, 'published')
  await tellShown(tx, id)
  if (article.publishedAt === null) await tellFollowers(tx, article)
}

/** The other way: the story is gone from every page and count. Its working copy is all there is. Inside a transaction. */
export async function takeFromReaders(tx: Ctx, article: Shown) {
  await countWhole(tx, article, -1)
  await tx.db
    .updateTable('draft')
    .set({ changed: true, updateAskedAt: null })
    .where('articleId', '=', article.id)
    .execute()
  await tellHidden(tx, article.id)
}

/** Shows again what readers last saw, whatever was written since. Inside a transaction. */
export async function showAgain(tx: Ctx, article: Shown) {
  await tx.db.updateTable('article').set({ state: 'published' }).where('id', '=', article.id).execute()
  await countWhole(tx, article, 1)
  await refreshChanged(tx, article.id)
  await tellShown(tx, article.id)
}

async function countWhole(tx: Ctx, article: Shown, by: 1 | -1) {
  const { id, categoryId } = article
  await count(tx, article, { categoryId, tagIds: await tagIdsOf(tx, id) }, by)
  tx.invalidate(`article:${id}`, 'latest')
}

function draftOf({ db }: Pick<Ctx, 'db'>, articleId: string) {
  return db.selectFrom('draft').selectAll().where('articleId', '=', articleId).executeTakeFirstOrThrow()
}
