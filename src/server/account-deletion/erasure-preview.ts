import { sql } from 'kysely'
import type { ErasurePreview } from '#contract/people-admin/people-admin.ts'
import type { Reply } from '#contract/endpoints.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { listOwed } from '#server/earnings/payouts.ts'
import { showsTestPayments } from '#server/earnings/revenue.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'

/** Counts what `erase` does, without doing it. Subjects without any row are left out. */
export async function previewErasure({ db }: Ctx, id: string): Promise<ErasurePreview> {
  const { uid } = await orNotFound(
    db.selectFrom('person').select('uid').where('id', '=', id).where('erasedAt', 'is', null).executeTakeFirst(),
  )
  const count = async (what: string, from: ReturnType<typeof sql>, value = sql`count(*)`) => {
    const { rows } = await sql<{ count: number }>`select ${value}::int as count from ${from}`.execute(db)
    return { what, count: rows[0]?.count ?? 0 }
  }
  const counted = async (lines: Promise<{ what: string; count: number }>[]) =>
    (await Promise.all(lines)).filter((line) => line.count > 0)
  const [deleted, trashed, anonymized, kept] = await Promise.all([
    counted([
      count('Account with its sign-in methods', sql`account where uid = ${uid}`),
      count('Active sessions', sql`session where uid = ${uid} and ended_at is null`),
      count('Files in the library', sql`media where owner_id = ${id}`),
      count('Stored objects', sql`object where owner_uid = ${uid}`),
      count('Reading lists', sql`reading_list where owner_id = ${id}`),
      count('Bookmarks', sql`bookmark where owner_id = ${id}`),
      count('Stories in the reading history', sql`reading where person_id = ${id}`),
      count('Followed topics', sql`topic_follow where person_id = ${id}`),
      count('Followed people', sql`follow where follower_id = ${id}`),
      count('Followers', sql`follow where followed_id = ${id}`),
      count('Notifications', sql`notification where person_id = ${id}`),
      count('Berries', sql`berry_account where person_id = ${id}`, sql`coalesce(sum(balance), 0)`),
      count('Days with a finished story', sql`reading_day where person_id = ${id}`),
      count('API keys', sql`api_key where created_by = ${id}`),
      count(
        'Memberships, cancelled at the payment provider',
        sql`membership where person_id = ${id} and state <> 'expired'`,
      ),
      count('Billing details', sql`billing_profile where person_id = ${id}`),
      count('Seats in group memberships', sql`seat where person_id = ${id}`),
      count('Gift links to stories', sql`gift_link where person_id = ${id}`),
      count('Private notes of admins', sql`person_note where person_id = ${id}`),
    ]),
    counted([count('Stories and drafts', sql`article where author_id = ${id} and state <> 'trashed'`)]),
    counted([
      count('Responses', sql`response where author_id = ${id}`),
      count('Gifts of berries', sql`berry_gift where giver_id = ${id} or receiver_id = ${id}`),
      count('Redeemed rewards', sql`redemption where person_id = ${id}`),
      count('Likes', sql`story_like where person_id = ${id}`),
      count('Likes of responses', sql`response_like where person_id = ${id}`),
      count(
        'Reports made',
        sql`(select from person_report where by_id = ${id}
        union all select from response_report where by_id = ${id}) as report`,
      ),
    ]),
    counted([
      count('Stories written with others', sql`article_co_author where person_id = ${id}`),
      count('Payments', sql`payment where person_id = ${id}`),
      count('Amounts that stories earned', sql`earning where person_id = ${id}`),
      count('Payouts', sql`payout where person_id = ${id}`),
      countOwed({ db }, id),
      count('Entries in the berry ledger', sql`berry_entry where account_id = ${id}`),
      count('Entries in the audit log', sql`audit_entry where actor_id = ${id}`),
    ]),
  ])
  return { deleted, trashed, anonymized, kept }
}

/** The rest of what a person loses is on their account page already. */
export async function previewOwnDeletion({ db, viewer }: Ctx<Viewer>): Promise<Reply<'GET /api/account/deletion'>> {
  if (await showsTestPayments(db)) return { owed: [] }
  const owed = await listOwed({ db }, viewer.id)
  return { owed: owed.map((balance) => ({ currency: balance.currency, amount: balance.owed })) }
}

async function countOwed(ctx: Pick<Ctx, 'db'>, id: string) {
  const owed = await listOwed(ctx, id)
  const amounts = owed.map((balance) => formatMoney(balance.owed, balance.currency))
  return { what: `Earnings that were not paid out (${amounts.join(', ')})`, count: owed.length }
}
