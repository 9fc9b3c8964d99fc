import { sql } from 'kysely'
import { isMember } from '#server/membership/entitlement.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { monthOf } from '#server/platform/months.ts'
import { bylineOf, lastClosedMonth } from './queries.ts'

type Tx = Pick<Ctx, 'db' | 'now'>

/**
 * Counts that a member finished a published story of another author, once a month. Call it where a finished read counts,
 * in its transaction.
 */
export async function recordMemberRead({ db, now }: Tx, { personId, articleId }: MemberRead) {
  const at = now()
  if (!(await isMember(db, personId, at))) return
  const other = await db
    .selectFrom('article')
    .select('id')
    .where('id', '=', articleId)
    .where('state', '=', 'published')
    .where('authorId', '<>', personId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('articleCoAuthor')
            .select('articleCoAuthor.articleId')
            .whereRef('articleCoAuthor.articleId', '=', 'article.id')
            .where('articleCoAuthor.personId', '=', personId),
        ),
      ),
    )
    .executeTakeFirst()
  if (!other) return
  await db
    .insertInto('memberRead')
    .values({ month: monthOf(at), articleId, personId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type MemberRead = { personId: string; articleId: string }

/**
 * For the deletion of a story. Reads of a month that is not closed stay until then with the title and the authors, so that
 * an author who deletes the story does not take the others' part. Must run in a transaction, before the deletion.
 */
export async function keepReadsOfStory({ db }: Pick<Ctx, 'db'>, articleId: string) {
  await db
    .deleteFrom('memberRead')
    .where('articleId', '=', articleId)
    .where('month', '<=', (await lastClosedMonth(db)) ?? '')
    .execute()
  // With a new id, because a new story may get the same one.
  await sql`update member_read set article_id = ${newId()}, title = article.title, author_ids = ${bylineOf}
    from article where article.id = ${articleId} and article_id = article.id`.execute(db)
}

/**
 * For account deletion. Reads of a month that is not closed stay until then, without a name, so that creators keep what
 * they earned with them. Must run in a transaction.
 */
export async function deleteMemberReadsOf({ db }: Pick<Ctx, 'db'>, personId: string) {
  await db
    .deleteFrom('memberRead')
    .where('personId', '=', personId)
    .where('month', '<=', (await lastClosedMonth(db)) ?? '')
    .execute()
}
