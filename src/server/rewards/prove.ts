import { sql } from 'kysely'
import type { BerryProof, BookDifference, BookTotals } from '#contract/rewards/rewards-admin.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { house } from './ledger.ts'

/** More would only repeat what the first ones say. */
const MAX_DIFFERENCES = 100

/** Checks the books and stores the result. A difference means a fault, so it is logged as an error. */
export async function proveBooks(ctx: Ctx): Promise<BerryProof> {
  // In one snapshot: transfers that commit meanwhile are in both sides of a comparison, or in neither.
  const proof = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      // The whole ledger is read, which may take longer than a page may wait.
      await sql`set local statement_timeout = 0`.execute(db)
      const differences = await findDifferences(db)
      const { transfers, accounts } = await db
        .selectNoFrom((eb) => [
          eb.selectFrom('berryTransfer').select(eb.fn.countAll<number>().as('n')).as('transfers'),
          eb.selectFrom('berryAccount').select(eb.fn.countAll<number>().as('n')).as('accounts'),
        ])
        .executeTakeFirstOrThrow()
      const totals = await getTotals(db)
      const row = { at: ctx.now(), transfers: transfers ?? 0, accounts: accounts ?? 0 }
      await db
        .insertInto('berryProof')
        .values({ ...row, differences: JSON.stringify(differences), totals: JSON.stringify(totals) })
        .execute()
      return { ...row, at: row.at.toISOString(), differences, totals }
    })
  if (proof.differences.length > 0) ctx.log.error({ differences: proof.differences }, 'berry ledger does not balance')
  return proof
}

export async function findDifferences(db: Db): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`
    select 'transfer' as kind, transfer.id::text as id, 0 as expected, coalesce(sum(entry.amount), 0)::int as found
      from berry_transfer as transfer left join berry_entry as entry on entry.transfer_id = transfer.id
      group by transfer.id having coalesce(sum(entry.amount), 0) <> 0 or count(entry.amount) = 0
    union all
    select 'balance', account.id, coalesce(entries.total, 0)::int, account.balance from berry_account as account
      left join (select account_id, sum(amount) as total from berry_entry group by account_id) as entries
        on entries.account_id = account.id
      where not account.house and account.balance <> coalesce(entries.total, 0)
    union all
    select 'balance', ${house.pendingGifts}, pending.total::int, held.total::int
      from (select coalesce(sum(amount), 0) as total from berry_gift where state = 'pending') as pending,
        (select coalesce(sum(amount), 0) as total from berry_entry where account_id = ${house.pendingGifts}) as held
      where pending.total <> held.total
    union all
    select 'balance', ${house.rewards}, bought.total::int, held.total::int
      from (select coalesce(sum(price), 0) as total from redemption where state <> 'refunded') as bought,
        (select coalesce(sum(amount), 0) as total from berry_entry where account_id = ${house.rewards}) as held
      where bought.total <> held.total
    union all
    select 'redemption', redemption.id, price, coalesce(sum(entry.amount), 0)::int from redemption
      left join berry_entry as entry on entry.transfer_id = redemption.transfer_id and entry.account_id = ${house.rewards}
      group by redemption.id having price <> coalesce(sum(entry.amount), 0)
    union all
    select 'gift', gift.id, gift.amount, coalesce(sum(entry.amount), 0)::int from berry_gift as gift
      left join berry_transfer as transfer on transfer.cause = 'gift-received:' || gift.id
      left join berry_entry as entry on entry.transfer_id = transfer.id and entry.account_id <> ${house.pendingGifts}
      where gift.state = 'given' group by gift.id having gift.amount <> coalesce(sum(entry.amount), 0)
    union all
    select 'negative', id, 0, balance from berry_account where balance < 0
    union all
    select 'total', 'all', 0, sum(amount)::int from berry_entry having sum(amount) <> 0
    limit ${MAX_DIFFERENCES}`.execute(db)
  return rows
}

async function getTotals(db: Db): Promise<BookTotals> {
  const sums = await db
    .selectFrom('berryEntry')
    .select(({ fn }) => ['accountId', fn.sum<number>('amount').as('sum')])
    .where('accountId', 'in', Object.values(house))
    .groupBy('accountId')
    .execute()
  const sumOf = (account: string) => sums.find(({ accountId }) => accountId === account)?.sum ?? 0
  const { held, people } = await db
    .selectFrom('berryAccount')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('balance'), sql<number>`0`).as('held'),
      fn.countAll<number>().as('people'),
    ])
    .where('balance', '>', 0)
    .executeTakeFirstOrThrow()
  return {
    // Berries come into being as a debt. A zero must not become -0.
    issued: 0 - sumOf(house.earned),
    corrected: 0 - sumOf(house.corrections),
    held,
    redeemed: sumOf(house.rewards),
    pendingGifts: sumOf(house.pendingGifts),
    people,
  }
}

/** For an admin. */
export async function proveNow(ctx: Ctx<Viewer>): Promise<BerryProof> {
  const proof = await proveBooks(ctx)
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, { action: 'berries.proved', after: { differences: proof.differences.length } }),
  )
  return proof
}

export async function latestProof({ db }: Pick<Ctx, 'db'>): Promise<BerryProof | null> {
  const row = await db.selectFrom('berryProof').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!row) return null
  const { at, transfers, accounts, differences, totals } = row
  return { at: at.toISOString(), transfers, accounts, differences, totals }
}
