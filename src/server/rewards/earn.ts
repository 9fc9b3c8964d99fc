import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import type { EarnRule } from '#contract/rewards/kinds.ts'
import { canReadWhole } from '#server/paywall/members-part.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import { getSite } from '#server/settings/site.ts'
import { house, lockAccounts, transfer } from './ledger.ts'

type Earned = { rule: EarnRule; personId: string; cause: string; articleId: string | null; at: Date }

/**
 * Pays what a rule gives, up to what is left of its daily cap. Must run in a transaction. The account is locked before
 * the cap is read, so that two payments at once stay within it.
 */
async function earn(tx: Ctx, { rule, personId, cause, articleId, at }: Earned) {
  const found = await tx.db.selectFrom('berryRule').selectAll().where('kind', '=', rule).executeTakeFirstOrThrow()
  if (!found.enabled) return 0
  const account = (await lockAccounts(tx.db, [personId])).get(personId)
  // An admin may publish a story of a deleted account.
  if (account?.isClosed) return 0
  const day = dayOf(at)
  const today = await tx.db
    .selectFrom('berryDay')
    .select('amount')
    .where('personId', '=', personId)
    .where('day', '=', day)
    .where('kind', '=', rule)
    .executeTakeFirst()
  const amount = Math.min(found.amount, found.dailyCap - (today?.amount ?? 0))
  if (amount <= 0) return 0
  // At the time that the day was read from, or a payment at midnight would count for one day and be dated the next.
  const move = { from: house.earned, to: personId, amount }
  const { isNew } = await transfer({ ...tx, now: () => at }, { kind: rule, cause, articleId, ...move })
  if (!isNew) return 0
  await sql`insert into berry_day (person_id, day, kind, amount) values (${personId}, ${day}, ${rule}, ${amount})
    on conflict (person_id, day, kind) do update set amount = berry_day.amount + excluded.amount`.execute(tx.db)
  tx.invalidate('soon:leaderboard')
  return amount
}

async function isOn(tx: Ctx) {
  return !(await getSite(tx)).switchedOff.includes('berries')
}

type FinishedRead = { personId: string; articleId: string; isFirst: boolean; gift?: string | undefined }

/**
 * A person finished a story, on evidence that the server checked. Stories of their own earn nothing, and neither do
 * members’ stories of which they can read the preview only.
 */
export async function earnForRead(tx: Ctx, { personId, articleId, isFirst, gift }: FinishedRead) {
  if (!isFirst || !(await isOn(tx)) || (await isByline(tx, articleId, personId))) return
  if (!(await canReadWhole(tx, articleId, gift))) return
  await lockAccounts(tx.db, [personId])
  const at = tx.now()
  await earn(tx, { rule: 'read', personId, cause: `read:${personId}:${articleId}`, articleId, at })
  const day = dayOf(at)
  const { rows } = await sql<{ reads: number }>`insert into reading_day (person_id, day) values (${personId}, ${day})
    on conflict (person_id, day) do update set reads = reading_day.reads + 1 returning reads`.execute(tx.db)
  if (rows[0]?.reads !== 1) return
  const dayBefore = await tx.db
    .selectFrom('readingDay')
    .select('day')
    .where('personId', '=', personId)
    .where('day', '=', dayOf(new Date(at.getTime() - DAY_MS)))
    .executeTakeFirst()
  if (dayBefore) await earn(tx, { rule: 'streak', personId, cause: `streak:${personId}:${day}`, articleId: null, at })
}

async function isByline({ db }: Ctx, articleId: string, personId: string) {
  const { rows } = await sql`select from article where id = ${articleId} and (author_id = ${personId}
    or exists (select from article_co_author as co where co.article_id = article.id and co.person_id = ${personId}))`.execute(
    db,
  )
  return rows.length > 0
}

/** A story is published for the first time. Call it in the transaction of the transition. */
export async function earnForStory(tx: Ctx, { articleId, authorId }: { articleId: string; authorId: string }) {
  if (!(await isOn(tx))) return
  await earn(tx, { rule: 'story', personId: authorId, cause: `story:${articleId}`, articleId, at: tx.now() })
}

/** A reversed payment no longer counts for the leaderboard and the cap of its day. */
export async function subtractEarned(
  { db }: Pick<Ctx, 'db'>,
  { rule, personId, at, amount }: { rule: EarnRule; personId: string; at: Date; amount: number },
) {
  await sql`update berry_day set amount = amount - ${amount}
    where person_id = ${personId} and day = ${dayOf(at)} and kind = ${rule}`.execute(db)
}
