import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { TransferKind } from '#contract/rewards/kinds.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

/** The accounts of the site. Berries come into being as a debt of `house:earned`. */
export const house = {
  earned: 'house:earned',
  rewards: 'house:rewards',
  pendingGifts: 'house:pending-gifts',
  corrections: 'house:corrections',
} as const

export type Entry = { accountId: string; amount: number }

type NewTransfer = {
  kind: TransferKind
  /** Idempotency key: a second transfer with the same cause changes nothing. */
  cause: string
  articleId?: string | null
  note?: string
  byId?: string | null
  /** The id of the transfer that this one takes back. */
  reverses?: number
} & ({ entries: readonly Entry[] } | { from: string; to: string; amount: number })

type Tx = Pick<Ctx, 'db' | 'now'>

/** Moves berries between accounts. Must run in a transaction. Refuses if a person does not have them. */
export async function transfer(tx: Tx, given: NewTransfer): Promise<{ id: number; isNew: boolean }> {
  const { kind, cause, articleId = null, note = '', byId = null, reverses = null } = given
  const entries = entriesOf(given)
  if (entries.reduce((sum, { amount }) => sum + amount, 0) !== 0) throw new Error(`Entries of ${cause} do not balance`)
  const accounts = await lockAccounts(
    tx.db,
    entries.map(({ accountId }) => accountId),
  )
  const earlier = await findByCause(tx.db, cause)
  if (earlier) return { id: earlier.id, isNew: false }
  for (const { accountId, amount } of entries) {
    const account = accounts.get(accountId)
    if (!account) continue
    const { balance, isClosed } = account
    if (isClosed)
      throw new Refusal('wrong-state', { state: 'closed', message: 'This person has deleted their account.' })
    if (balance + amount < 0) throw new Refusal('not-enough-berries', { balance, needed: -amount })
  }
  const row = { kind, cause, at: tx.now(), articleId, note, byId, reverses }
  const inserted = await tx.db
    .insertInto('berryTransfer')
    .values(row)
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  // Another transaction with other accounts may have committed the same cause meanwhile.
  if (!inserted) return { id: (await findByCause(tx.db, cause))?.id ?? 0, isNew: false }
  await tx.db
    .insertInto('berryEntry')
    .values(entries.map((entry) => ({ transferId: inserted.id, ...entry })))
    .execute()
  return { id: inserted.id, isNew: true }
}

function entriesOf(given: NewTransfer): Entry[] {
  const entries =
    'entries' in given
      ? [...given.entries]
      : [
          { accountId: given.from, amount: -given.amount },
          { accountId: given.to, amount: given.amount },
        ]
  return entries.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))
}

export function isHouse(accountId: string) {
  return accountId.startsWith('house:')
}

type Account = { id: string; balance: number; isClosed: boolean }

/**
 * Creates and locks the accounts of people in the order of their ids, so that transfers cannot deadlock. The accounts of
 * the site have no stored balance and are never locked.
 */
export async function lockAccounts(db: Db, accountIds: readonly string[]): Promise<Map<string, Account>> {
  const ids = [...new Set(accountIds)].filter((id) => !isHouse(id)).toSorted()
  if (ids.length === 0) return new Map()
  await sql`insert into berry_account (id, person_id)
    select account.id, person.id from unnest(${ids}::text[]) as account (id)
      left join person on person.id = account.id and person.erased_at is null
    order by account.id on conflict do nothing`.execute(db)
  const { rows } = await sql<Account>`
    select id, balance, person_id is null as "isClosed" from berry_account
    where id = any(${ids}::text[]) order by id for no key update`.execute(db)
  return new Map(rows.map((account) => [account.id, account]))
}

export function findByCause(db: Db, cause: string) {
  return db.selectFrom('berryTransfer').select('id').where('cause', '=', cause).executeTakeFirst()
}

export async function getBalance(db: Db, personId: string): Promise<number> {
  const row = await db.selectFrom('berryAccount').select('balance').where('id', '=', personId).executeTakeFirst()
  return row?.balance ?? 0
}

type Reversal = { kind: 'undo' | 'refund' | 'correction'; cause: string; note?: string; byId?: string | null }

/** Takes a transfer back with one of the opposite entries. A transfer is reversed once. */
export async function reverseTransfer(tx: Tx, id: number, { kind, cause, note = '', byId = null }: Reversal) {
  const original = await tx.db
    .selectFrom('berryTransfer')
    .select(['id', 'articleId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const entries = await tx.db
    .selectFrom('berryEntry')
    .select(['accountId', 'amount'])
    .where('transferId', '=', id)
    .execute()
  return transfer(tx, {
    kind,
    cause,
    note,
    byId,
    articleId: original.articleId,
    reverses: id,
    entries: entries.map(({ accountId, amount }) => ({ accountId, amount: -amount })),
  })
}
