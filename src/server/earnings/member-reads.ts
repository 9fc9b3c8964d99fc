import { sql } from 'kysely'
import { isMember } from '#server/membership/entitlement.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import { newId } from '#server/platform/ids.ts'
import { monthOf } from '#server/platform/months.ts'
import { lastClosedMonth } from './queries.ts'

/** So that one member who finishes stories all day does not decide where the pool goes. */
export const MAX_READS_PER_DAY = 30

type Tx = Pick<Ctx, 'db' | 'now'>
type MemberRead = { personId: string; articleId: string }

/**
 * Counts that a member finished a published story of other authors, once a month and up to a number of stories a day. Call
 * it where a finished read counts, in its transaction, in which a person has one at a time.
 */
export async function recordMemberRead({ db, now }: Tx, { personId, articleId }: MemberRead) {
  const at = now()
  if (!(await isMember(db, personId, at))) return
  if ((await countReadsToday(db, personId, at)) >= MAX_READS_PER_DAY) return
  // Deleted accounts can stay on a byline, and earn nothing.
  await sql`
    insert into member_read (month, article_id, person_id, at, author_ids)
    select ${monthOf(at)}, article.id, ${personId}, ${at}, author_ids
    from article cross join lateral (
      select array_agg(person.id order by person.id) as author_ids from person
      where erased_at is null and (person.id = article.author_id
        or person.id in (select co.person_id from article_co_author as co where co.article_id = article.id))
    ) as byline
    where article.id = ${articleId} and state = 'published' and not (${personId} = any(author_ids))
    on conflict do nothing`.execute(db)
}

async function countReadsToday(db: Ctx['db'], personId: string, at: Date) {
  const { reads } = await db
    .selectFrom('memberRead')
    .select(({ fn }) => fn.countAll<number>().as('reads'))
    .where('personId', '=', personId)
    .where('at', '>=', new Date(dayOf(at)))
    .executeTakeFirstOrThrow()
  return reads
}

/**
 * For the deletion of a story. Reads of a month that is not closed stay until then with the title, so that an author who
 * deletes the story does not take the others' part. Must run in a transaction, before the deletion.
 */
export async function keepReadsOfStory({ db }: Pick<Ctx, 'db'>, articleId: string) {
  await db
    .deleteFrom('memberRead')
    .where('articleId', '=', articleId)
    .where('month', '<=', (await lastClosedMonth(db)) ?? '')
    .execute()
  // With a new id, because a new story may get the same one.
  await sql`update member_read set article_id = ${newId()}, title = article.title
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
