import { sql } from 'kysely'
import { tagSlug } from '#contract/taxonomy/topic-rules.ts'
import { moveStoryRanks } from '#server/discovery/move-topics.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { indexStories } from '#server/search/search-index.ts'

type Move = { from: string; into: string }
type Moved = {
  articles: number
  /** Published stories that left the one topic, and those that were not yet in the other. */
  left: number
  joined: number
}

/**
 * Gives the next articles of one tag the other tag instead, at the same place, and updates search. Callers update the
 * counts. Inside a transaction.
 */
export async function moveTaggedArticles(tx: Ctx, { from, into }: Move, limit: number): Promise<Moved> {
  const { db } = tx
  const next = await db
    .selectFrom('articleTag')
    .select('articleId')
    .where('tagId', '=', from)
    .orderBy('articleId')
    .limit(limit)
    .execute()
  const articles = await lockArticles(
    db,
    next.map(({ articleId }) => articleId),
  )
  if (articles.length === 0) return { articles: 0, left: 0, joined: 0 }
  const ids = articles.map(({ id }) => id)
  // Read after the lock, because a publication may have changed them.
  const before = await db
    .selectFrom('articleTag')
    .selectAll()
    .where('articleId', 'in', ids)
    .orderBy('articleId')
    .orderBy('position')
    .execute()
  const published = new Set(articles.filter(({ state }) => state === 'published').map(({ id }) => id))
  let [left, joined] = [0, 0]
  const rows = ids.flatMap((id) => {
    const own = before.filter(({ articleId }) => articleId === id)
    if (published.has(id) && own.some(({ tagId }) => tagId === from)) {
      left += 1
      if (own.every(({ tagId }) => tagId !== into)) joined += 1
    }
    const tagIds = [...new Set(own.map(({ tagId }) => (tagId === from ? into : tagId)))]
    return tagIds.map((tagId, position) => ({
      articleId: id,
      tagId,
      position,
      publishedAt: own[0]?.publishedAt ?? null,
    }))
  })
  await db.deleteFrom('articleTag').where('articleId', 'in', ids).execute()
  if (rows.length > 0) await db.insertInto('articleTag').values(rows).execute()
  await indexStories(tx, [...published])
  return { articles: ids.length, left, joined }
}

/** Puts the next articles of one category into the other, and updates search and rankings. Inside a transaction. */
export async function moveCategoryArticles(tx: Ctx, { from, into }: Move, limit: number): Promise<Moved> {
  const { db } = tx
  const next = await db
    .selectFrom('article')
    .select('id')
    .where('categoryId', '=', from)
    .orderBy('id')
    .limit(limit)
    .execute()
  const locked = await lockArticles(
    db,
    next.map(({ id }) => id),
  )
  const articles = locked.filter(({ categoryId }) => categoryId === from)
  const ids = articles.map(({ id }) => id)
  if (ids.length === 0) return { articles: 0, left: 0, joined: 0 }
  await db.updateTable('article').set({ categoryId: into }).where('id', 'in', ids).execute()
  // In the same transaction, so that the draft does not count as changed.
  await db
    .updateTable('draft')
    .set({ categoryId: into })
    .where('articleId', 'in', ids)
    .where('categoryId', '=', from)
    .execute()
  const published = articles.filter(({ state }) => state === 'published').map(({ id }) => id)
  await moveStoryRanks(tx, published, into)
  await indexStories(tx, published)
  return { articles: ids.length, left: published.length, joined: published.length }
}

/** Puts the next drafts of one category into the other. Inside a transaction. */
export async function moveCategoryDrafts({ db }: Pick<Ctx, 'db'>, { from, into }: Move, limit: number) {
  const moved = await db
    .updateTable('draft')
    .set({ categoryId: into })
    .where('articleId', 'in', (eb) =>
      eb
        .selectFrom('draft')
        .select('articleId')
        .where('categoryId', '=', from)
        .orderBy('articleId')
        .limit(limit)
        .forNoKeyUpdate(),
    )
    .execute()
  return moved.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0)
}

type DraftBatch = { slugs: readonly string[]; name: string; after: string; limit: number }

/**
 * Writes `name` for every tag with one of the slugs in the next drafts. The version stays, so that no one who is writing
 * gets a conflict. Returns where to go on, or null after the last one. Inside a transaction.
 */
export async function renameTagInDrafts({ db }: Pick<Ctx, 'db'>, { slugs, name, after, limit }: DraftBatch) {
  const rows = await db
    .selectFrom('draft')
    .select(['articleId', 'tags'])
    .where(sql<boolean>`search_tags(tags) @@ ${anyOf(slugs)}`)
    .where('articleId', '>', after)
    .orderBy('articleId')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  for (const { articleId, tags } of rows) {
    const next = withoutRepeats(tags.map((tag) => (slugs.includes(tagSlug(tag)) ? name : tag)))
    if (next.join('\n') === tags.join('\n')) continue
    await db.updateTable('draft').set({ tags: next }).where('articleId', '=', articleId).execute()
  }
  return rows.length < limit ? null : (rows.at(-1)?.articleId ?? null)
}

/** The words of each slug. Finds more than the tags themselves, which are compared afterwards. */
function anyOf(slugs: readonly string[]) {
  const each = slugs.map((slug) => sql`plainto_tsquery('search_simple', search_clean(${slug}))`)
  return sql`(${sql.join(each, sql` || `)})`
}

/** In the order of their ids, against deadlocks. Publications lock the same rows. */
function lockArticles(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('article')
    .select(['id', 'state', 'categoryId'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** The first of several names with the same slug stays. */
function withoutRepeats(names: string[]) {
  const slugs = names.map(tagSlug)
  return names.filter((_, index) => slugs.indexOf(slugs[index] ?? '') === index)
}
