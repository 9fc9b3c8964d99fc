import { type Selectable, sql } from 'kysely'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listOldTopicSlugs, moveOldTopicSlugs, recordOldTopicSlug } from './old-slugs.ts'
import { topicSize } from './queries.ts'
import type { TopicStores } from './topic-stores.ts'

/** Rows per transaction: each locks its stories only for a moment. */
const BATCH = 100

type Change = Selectable<Tables['topicChange']>
type Move = { kind: 'category' | 'tag'; from: string; into: string }
type Progress = { stage?: 'stories' | 'drafts' | 'follows' | 'last'; progressAt?: string; done?: number }

/**
 * Carries the oldest merge or rename one batch further. Returns false if there is none. Each batch is one transaction
 * with its progress, so that an interrupted change goes on where it ended.
 */
export function carryNextChange(ctx: Ctx, stores: TopicStores): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const change = await tx.db
      .selectFrom('topicChange')
      .selectAll()
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!change) return false
    await carryBatch(tx, stores, change)
    return true
  })
}

/** For changes that are small enough to be done at once. Inside the transaction that recorded it. */
export async function carryWholeChange(tx: Ctx, stores: TopicStores, id: string) {
  for (;;) {
    const change = await tx.db.selectFrom('topicChange').selectAll().where('id', '=', id).executeTakeFirst()
    if (!change) return
    await carryBatch(tx, stores, change)
  }
}

async function carryBatch(tx: Ctx, stores: TopicStores, change: Change) {
  const progress = await (change.intoId === null
    ? carryRename(tx, stores, change)
    : carryMerge(tx, stores, change, {
        kind: change.kind === 'category' ? 'category' : 'tag',
        from: change.topicId,
        into: change.intoId,
      }))
  if (progress === 'finished') await tx.db.deleteFrom('topicChange').where('id', '=', change.id).execute()
  else await tx.db.updateTable('topicChange').set(progress).where('id', '=', change.id).execute()
}

/** Only tags: the index of search contains their names. */
async function carryRename(tx: Ctx, { articles, search }: TopicStores, change: Change): Promise<Progress | 'finished'> {
  const { topicId, stage, progressAt: after, done } = change
  if (stage === 'stories') {
    const { stories, last } = await search.indexTagged(tx, topicId, after, BATCH)
    return last === null
      ? { stage: 'drafts', progressAt: '', done: done + stories }
      : { progressAt: last, done: done + stories }
  }
  const tag = await tx.db.selectFrom('tag').select(['slug', 'name']).where('id', '=', topicId).executeTakeFirst()
  if (!tag) return 'finished'
  const slugs = [tag.slug, ...(await listOldTopicSlugs(tx, 'tag', topicId))]
  const last = await articles.renameTagInDrafts(tx, { slugs, name: tag.name, after, limit: BATCH })
  return last === null ? 'finished' : { progressAt: last }
}

async function carryMerge(tx: Ctx, stores: TopicStores, change: Change, move: Move): Promise<Progress | 'finished'> {
  const { articles, discovery } = stores
  const { stage, done } = change
  const { kind, from, into } = move
  if (stage === 'stories') {
    const moved = await (kind === 'tag' ? articles.moveTagged : articles.moveInCategory)(tx, move, BATCH)
    await moveCount(tx, move, 'storyCount', moved)
    const lists = [`stories:${kind}:${from}`, `stories:${kind}:${into}`, `${kind}-counts`] as const
    tx.invalidate(...lists.map((tag: CacheTag) => `soon:${tag}` as const))
    return { done: done + moved.left, ...(moved.articles < BATCH && { stage: 'drafts', progressAt: '' }) }
  }
  if (stage === 'drafts' && kind === 'category') {
    return (await articles.moveDrafts(tx, move, BATCH)) < BATCH ? { stage: 'follows' } : {}
  }
  if (stage === 'drafts') {
    const [source, target] = [await findTag(tx, from), await findTag(tx, into)]
    const slugs = [source.slug, ...(await listOldTopicSlugs(tx, 'tag', from))]
    const batch = { slugs, name: target.name, after: change.progressAt, limit: BATCH }
    const last = await articles.renameTagInDrafts(tx, batch)
    return last === null ? { stage: 'follows' } : { progressAt: last }
  }
  if (stage === 'follows') {
    const moved = await discovery.moveFollows(tx, move, BATCH)
    await moveCount(tx, move, 'followerCount', moved)
    return { done: done + moved.left, ...(moved.left < BATCH && { stage: 'last' }) }
  }
  // A story that was published or a person who followed meanwhile moves in another round.
  return (await finishMerge(tx, stores, move)) ? 'finished' : { stage: 'stories', progressAt: '' }
}

function findTag({ db }: Ctx, id: string) {
  return db.selectFrom('tag').select(['slug', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
}

type Counted = { left: number; joined: number }

async function moveCount(
  { db }: Ctx,
  { kind, from, into }: Move,
  column: 'storyCount' | 'followerCount',
  { left, joined }: Counted,
) {
  // A count that drifted must not stop the merge; the daily check repairs it.
  const by = (amount: number) => ({ [column]: sql`greatest(0, ${sql.ref(column)} + ${amount}::int)` })
  const changes = [
    { id: from, amount: -left },
    { id: into, amount: joined },
  ]
  for (const { id, amount } of changes.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (amount !== 0) await db.updateTable(kind).set(by(amount)).where('id', '=', id).execute()
  }
}

/** Deletes the topic, whose address then redirects, unless something still refers to it. */
async function finishMerge(tx: Ctx, stores: TopicStores, { kind, from, into }: Move) {
  const { db, invalidate } = tx
  // Waits for transactions that are adding a story or a follower, and lets no others begin.
  const { slug } = await db.selectFrom(kind).select('slug').where('id', '=', from).forUpdate().executeTakeFirstOrThrow()
  if ((await topicSize(db, kind, from, 1)) > 0) return false
  await moveOldTopicSlugs(tx, kind, from, into)
  if (kind === 'category') await stores.media.setReferences(tx, from, [])
  await db.deleteFrom(kind).where('id', '=', from).execute()
  await recordOldTopicSlug(tx, kind, slug, into)
  invalidate(`stories:${kind}:${from}`, `stories:${kind}:${into}`, `${kind}-counts`)
  if (kind === 'category') invalidate('categories')
  else invalidate(`tag:${slug}`)
  return true
}
