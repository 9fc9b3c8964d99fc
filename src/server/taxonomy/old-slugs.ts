import type { Ctx } from '#server/platform/ctx.ts'

export type TopicKind = 'category' | 'tag'

const columns = { category: 'categoryId', tag: 'tagId' } as const
const none = { categoryId: null, tagId: null }

/** Redirects a slug to a topic that had it, or that its topic was merged into. Inside a transaction. */
export async function recordOldTopicSlug(tx: Pick<Ctx, 'db' | 'now'>, kind: TopicKind, slug: string, topicId: string) {
  await deleteOldTopicSlug(tx, kind, slug)
  await tx.db
    .insertInto('oldTopicSlug')
    .values({ ...none, slug, [columns[kind]]: topicId, since: tx.now() })
    .execute()
}

/** For a slug that a topic takes: a present slug wins over a former one. Inside a transaction. */
export async function deleteOldTopicSlug({ db }: Pick<Ctx, 'db'>, kind: TopicKind, slug: string) {
  await db.deleteFrom('oldTopicSlug').where('slug', '=', slug).where(columns[kind], 'is not', null).execute()
}

/** The former slugs of a topic that is merged lead straight to the other one. Inside a transaction. */
export async function moveOldTopicSlugs({ db }: Pick<Ctx, 'db'>, kind: TopicKind, from: string, into: string) {
  await db
    .updateTable('oldTopicSlug')
    .set({ [columns[kind]]: into })
    .where(columns[kind], '=', from)
    .execute()
}

export async function listOldTopicSlugs({ db }: Pick<Ctx, 'db'>, kind: TopicKind, topicId: string) {
  const rows = await db.selectFrom('oldTopicSlug').select('slug').where(columns[kind], '=', topicId).execute()
  return rows.map(({ slug }) => slug)
}
