import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { heatOf } from './heat.ts'

/** Announced when there is work for the rounds. */
export const DISCOVERY = 'discovery'

/** What a story has before anybody has read it: less than one reading. */
const FRESH = 0.5

/** Gives a story that readers see a place in the lists, and has its related ones found. Inside a transaction. */
export async function noticeStory(tx: Ctx, articleId: string) {
  const { db } = tx
  const { categoryId, heat } = await freshOf(tx, articleId)
  await db
    .insertInto('storyRank')
    .values({ articleId, categoryId, heat })
    .onConflict((conflict) => conflict.column('articleId').doUpdateSet({ categoryId }))
    .execute()
  await noticeCreators(tx, articleId)
  await askForRelated(tx, [articleId], true)
  tx.invalidate(DISCOVERY)
}

/** Gives everybody on the byline of a story that readers see a place among the creators. Inside a transaction. */
export async function noticeCreators(tx: Ctx, articleId: string) {
  const { db } = tx
  const { authorId, heat } = await freshOf(tx, articleId)
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

async function freshOf({ db, now }: Ctx, articleId: string) {
  const { authorId, categoryId, publishedAt } = await db
    .selectFrom('article')
    .select(['authorId', 'categoryId', 'publishedAt'])
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  return { authorId, categoryId, heat: heatOf(FRESH, publishedAt ?? now()) }
}

/** Has the stories that these are related to found anew. Inside a transaction. */
export async function askForRelated({ db, now }: Ctx, articleIds: readonly string[], spreads: boolean) {
  if (articleIds.length === 0) return
  await db
    .insertInto('relatedDue')
    .values(articleIds.map((articleId) => ({ articleId, since: now(), spreads })))
    .onConflict((conflict) =>
      conflict.column('articleId').doUpdateSet({ spreads: sql`related_due.spreads or excluded.spreads` }),
    )
    .execute()
}
