import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { popularityScore } from './popularity.ts'

/** Invalidating this tag wakes the discovery worker. */
export const DISCOVERY = 'discovery'

/** Less than one read. */
const INITIAL_WEIGHT = 0.5

/** For published stories. Also queues the search for related stories. Must run in a transaction. */
export async function addStoryRank(tx: Ctx, articleId: string) {
  const { db } = tx
  const { categoryId, heat } = await initialRank(tx, articleId)
  await db
    .insertInto('storyRank')
    .values({ articleId, categoryId, heat })
    .onConflict((conflict) => conflict.column('articleId').doUpdateSet({ categoryId }))
    .execute()
  await addCreatorRanks(tx, articleId)
  await scheduleRelated(tx, [articleId], true)
  tx.invalidate(DISCOVERY)
}

/** For a story that was published or moved to this category: it can now rank there and be recommended beside others. */
export function invalidateRankings(
  { invalidate }: Pick<Ctx, 'invalidate'>,
  { authorId, categoryId }: { authorId: string; categoryId: string | null },
) {
  invalidate('soon:trending', 'soon:creators', 'soon:related:newest', `soon:related:author:${authorId}`)
  if (categoryId) invalidate(`soon:related:category:${categoryId}`)
}

/** Ranks the author and co-authors of a published story. Must run in a transaction. */
export async function addCreatorRanks(tx: Ctx, articleId: string) {
  const { db } = tx
  const { authorId, heat } = await initialRank(tx, articleId)
  const others = await db.selectFrom('articleCoAuthor').select('personId').where('articleId', '=', articleId).execute()
  const people = [authorId, ...others.map(({ personId }) => personId)].toSorted()
  await db
    .insertInto('creatorRank')
    .values(people.map((personId) => ({ personId, heat })))
    .onConflict((conflict) =>
      conflict.column('personId').doUpdateSet({ heat: sql`greatest(creator_rank.heat, excluded.heat)` }),
    )
    .execute()
}

async function initialRank({ db, now }: Ctx, articleId: string) {
  const { authorId, categoryId, publishedAt } = await db
    .selectFrom('article')
    .select(['authorId', 'categoryId', 'publishedAt'])
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  return { authorId, categoryId, heat: popularityScore(INITIAL_WEIGHT, publishedAt ?? now()) }
}

/** Queues stories. `spreads` also queues the stories found to be related. Must run in a transaction. */
export async function scheduleRelated({ db, now }: Ctx, articleIds: readonly string[], spreads: boolean) {
  if (articleIds.length === 0) return
  await db
    .insertInto('relatedDue')
    .values(articleIds.map((articleId) => ({ articleId, since: now(), spreads })))
    .onConflict((conflict) =>
      conflict.column('articleId').doUpdateSet({ spreads: sql`related_due.spreads or excluded.spreads` }),
    )
    .execute()
}
