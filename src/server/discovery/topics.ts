import type { Topic } from '#contract/discovery.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import { type Placeholders, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getProfile } from '#server/people/profiles.ts'
import { listCategories } from '#server/reading/list-stories.ts'
import { categoryBySlug, popularTags, tagBySlug } from '#server/stories/topics.ts'
import { updateFollowerCounts } from '#server/taxonomy/update-counts.ts'
import { refreshRecommendationsSoon } from './schedule-recommendations.ts'

const MAX_SUGGESTED_TAGS = 24

type TopicRef = { kind: Topic['kind']; slug: string }

/** Followed topics and suggestions. */
export async function listTopics(ctx: Ctx<Viewer>) {
  const [mine, categories, tags] = await Promise.all([
    findTopics(ctx, ctx.viewer.id),
    listCategories(ctx),
    popularTags(ctx.db, MAX_SUGGESTED_TAGS),
  ])
  return { mine: mine.map(presentTopic), categories, tags }
}

export async function listPersonTopics(ctx: Ctx, ref: string): Promise<Topic[]> {
  const { id } = await getProfile(ctx, ref)
  const topics = await findTopics(ctx, id)
  const tags = topics.filter(({ kind }) => kind === 'tag')
  ctx.addCacheTags(topicsTag(id), 'categories', ...tags.map(({ slug }) => `tag:${slug}` as const))
  return topics.map(presentTopic)
}

function presentTopic({ kind, slug, name }: Topic): Topic {
  return { kind, slug, name }
}

function topicsTag(personId: string): CacheTag {
  return `topics:${personId}`
}

const topicsOf = compiledQuery((db, { personId }: Placeholders<{ personId: string }>) =>
  db
    .selectFrom('topicFollow')
    .leftJoin('category', 'category.id', 'topicFollow.categoryId')
    .leftJoin('tag', 'tag.id', 'topicFollow.tagId')
    .select([
      'topicFollow.categoryId',
      'topicFollow.tagId',
      'category.slug as categorySlug',
      'category.name as categoryName',
    ])
    .select(['tag.slug as tagSlug', 'tag.name as tagName'])
    .where('topicFollow.personId', '=', personId)
    .orderBy('topicFollow.since'),
)

async function findTopics({ db }: Pick<Ctx, 'db'>, personId: string) {
  const rows = await topicsOf(db, { personId })
  return rows.map(({ categoryId, tagId, categorySlug, categoryName, tagSlug, tagName }) => ({
    kind: categoryId ? ('category' as const) : ('tag' as const),
    categoryId,
    tagId,
    slug: categorySlug ?? tagSlug ?? '',
    name: categoryName ?? tagName ?? '',
  }))
}

export async function followTopic(ctx: Ctx<Viewer>, topic: TopicRef) {
  const row = await idsOf(ctx, topic)
  return inTransaction(ctx, async (tx) => {
    const added = await tx.db
      .insertInto('topicFollow')
      .values({ personId: tx.viewer.id, ...row, since: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows) await updateFollowerCounts(tx, [row], 1)
    await refreshRecommendationsSoon(tx, tx.viewer.id)
    tx.invalidate(topicsTag(tx.viewer.id))
    return {}
  })
}

export async function unfollowTopic(ctx: Ctx<Viewer>, topic: TopicRef) {
  const { categoryId, tagId } = await idsOf(ctx, topic)
  return inTransaction(ctx, async (tx) => {
    const removed = await tx.db
      .deleteFrom('topicFollow')
      .where('personId', '=', tx.viewer.id)
      .where((eb) => (categoryId ? eb('categoryId', '=', categoryId) : eb('tagId', '=', tagId)))
      .executeTakeFirst()
    if (removed.numDeletedRows) await updateFollowerCounts(tx, [{ categoryId, tagId }], -1)
    await refreshRecommendationsSoon(tx, tx.viewer.id)
    tx.invalidate(topicsTag(tx.viewer.id))
    return {}
  })
}

/** Part of account deletion. Inside a transaction. */
export async function unfollowAllTopics(tx: Pick<Ctx, 'db' | 'invalidate'>, personId: string) {
  const removed = await tx.db
    .deleteFrom('topicFollow')
    .where('personId', '=', personId)
    .returning(['categoryId', 'tagId'])
    .execute()
  await updateFollowerCounts(tx, removed, -1)
  tx.invalidate(topicsTag(personId))
}

async function idsOf({ db }: Pick<Ctx, 'db'>, { kind, slug }: TopicRef) {
  const found = await (kind === 'category' ? categoryBySlug(db, slug) : tagBySlug(db, slug))
  if (!found) throw new Refusal('not-found')
  return kind === 'category' ? { categoryId: found.id, tagId: null } : { categoryId: null, tagId: found.id }
}
