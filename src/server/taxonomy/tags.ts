import { Refusal } from '#contract/errors.ts'
import type { AdminTag } from '#contract/taxonomy/taxonomy.ts'
import { tagSlug } from '#contract/taxonomy/topic-rules.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { codeOf } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { refusalOf } from '#server/platform/refusal-of.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { carryWholeChange } from './carry-changes.ts'
import { MAX_AT_ONCE, mergeTopic, requireNoMerge } from './merge.ts'
import { deleteOldTopicSlug, recordOldTopicSlug } from './old-slugs.ts'
import { presentAdminTag } from './present.ts'
import { type TagQuery, tagById, tagPage, topicSize } from './queries.ts'
import type { TopicStores } from './topic-stores.ts'

const UNIQUE_VIOLATION = '23505'

export async function listAdminTags({ db }: Ctx, asked: TagQuery): Promise<PageOf<AdminTag>> {
  const { shown, next } = await tagPage(db, asked)
  return { items: shown.map(presentAdminTag), next }
}

export async function createAdminTag(ctx: Ctx<Viewer>, name: string) {
  return withoutRace(
    inTransaction(ctx, async (tx) => {
      const slug = slugOf(name)
      await requireFreeSlug(tx, slug, null)
      // The tag that had this slug before is not found by it any more.
      await deleteOldTopicSlug(tx, 'tag', slug)
      const id = newId()
      await tx.db.insertInto('tag').values({ id, slug, name, createdAt: tx.now() }).execute()
      await recordAudit(tx, { action: 'tag.created', target: { kind: 'tag', id, name }, after: { name, slug } })
      tx.invalidate(`tag:${slug}`, 'soon:tag-counts')
      return presentOne(tx, id)
    }),
  )
}

/** Throws version-conflict with the current tag after another edit, and topic-exists with the tag that has the name. */
export function renameTag(
  ctx: Ctx<Viewer>,
  stores: TopicStores,
  id: string,
  { name, version }: { name: string; version: number },
) {
  return withoutRace(
    inTransaction(ctx, async (tx) => {
      const { db, invalidate } = tx
      const before = await db.selectFrom('tag').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
      if (!before) throw new Refusal('not-found')
      if (before.version !== version) throw new Refusal('version-conflict', { current: await presentOne(tx, id) })
      if (before.name === name) return presentOne(tx, id)
      await requireNoMerge(tx, 'tag', id)
      const slug = slugOf(name)
      if (slug !== before.slug) {
        await requireFreeSlug(tx, slug, id)
        await deleteOldTopicSlug(tx, 'tag', slug)
        await recordOldTopicSlug(tx, 'tag', before.slug, id)
      }
      await db
        .updateTable('tag')
        .set({ name, slug, version: version + 1 })
        .where('id', '=', id)
        .execute()
      await recordAudit(tx, {
        action: 'tag.renamed',
        target: { kind: 'tag', id, name },
        before: { name: before.name, slug: before.slug },
        after: { name, slug },
      })
      invalidate(`tag:${before.slug}`, `tag:${slug}`, `stories:tag:${id}`, 'tag-counts')
      await startRename(tx, stores, id, before.storyCount)
      return presentOne(tx, id)
    }),
  )
}

/** Carries the name to search and to drafts. A rename that is still running starts again. */
async function startRename(tx: Ctx, stores: TopicStores, topicId: string, total: number) {
  const again = { stage: 'stories', progressAt: '', done: 0, total }
  const { id } = await tx.db
    .insertInto('topicChange')
    .values({ id: newId(), action: 'rename', kind: 'tag', topicId, total, createdAt: tx.now() })
    .onConflict((conflict) => conflict.columns(['kind', 'topicId']).doUpdateSet(again))
    .returning('id')
    .executeTakeFirstOrThrow()
  if ((await topicSize(tx.db, 'tag', topicId, MAX_AT_ONCE + 1)) <= MAX_AT_ONCE) await carryWholeChange(tx, stores, id)
  else tx.invalidate('topic-changes')
}

/** Each tag in its own transaction. */
export function mergeTags(ctx: Ctx<Viewer>, stores: TopicStores, ids: string[], into: string) {
  return eachOf(ids, (id) => mergeTopic(ctx, stores, 'tag', id, into))
}

/** Only tags that no story has, also none that was removed. */
export function deleteTags(ctx: Ctx<Viewer>, ids: string[]) {
  return eachOf(ids, (id) => inTransaction(ctx, (tx) => deleteTag(tx, id)))
}

async function deleteTag(tx: Ctx<Viewer>, id: string) {
  const { db, invalidate } = tx
  // Waits for stories that are being tagged with it, and lets no others begin.
  const row = await db.selectFrom('tag').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not-found')
  await requireNoMerge(tx, 'tag', id)
  const { name, slug, followerCount: followers } = row
  const used = await db.selectFrom('articleTag').select('articleId').where('tagId', '=', id).limit(1).executeTakeFirst()
  if (used) {
    const message =
      row.storyCount > 0
        ? `Stories still have “${name}”. Merge it into another tag instead.`
        : `Stories that are not published still have “${name}”. Merge it into another tag instead.`
    throw new Refusal('topic-in-use', { message })
  }
  await db.deleteFrom('topicChange').where('kind', '=', 'tag').where('topicId', '=', id).execute()
  await db.deleteFrom('tag').where('id', '=', id).execute()
  await recordAudit(tx, {
    action: 'tag.deleted',
    target: { kind: 'tag', id, name },
    before: { name, slug, followers },
  })
  invalidate(`tag:${slug}`, `stories:tag:${id}`, 'soon:tag-counts')
}

async function eachOf(ids: string[], act: (id: string) => Promise<unknown>) {
  const results = []
  for (const id of new Set(ids)) results.push({ id, refused: await refusalOf(act(id)) })
  return { results }
}

async function requireFreeSlug({ db }: Ctx, slug: string, ownId: string | null) {
  const other = await db
    .selectFrom('tag')
    .select(['id', 'name', 'slug', 'storyCount as stories'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!other || other.id === ownId) return
  const message = `The tag “${other.name}” already exists. Choose another name, or merge the two.`
  throw new Refusal('topic-exists', { message, topic: other })
}

/** An author can publish a story with a new tag of the same name at the same time. */
async function withoutRace<Result>(work: Promise<Result>) {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) throw new Refusal('topic-exists')
    throw error
  }
}

function slugOf(name: string) {
  const slug = tagSlug(name)
  if (slug) return slug
  const issue = { path: ['body', 'name'], message: 'A tag must contain a letter or a digit.' }
  throw new Refusal('invalid', { issues: [issue] })
}

async function presentOne({ db }: Ctx, id: string) {
  const row = await tagById(db, id)
  if (!row) throw new Refusal('not-found')
  return presentAdminTag(row)
}
