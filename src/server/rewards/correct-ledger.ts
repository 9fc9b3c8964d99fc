import { sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { type EarnRule, type TransferKind, reversibleKinds } from '#contract/rewards/kinds.ts'
import type { AdminTransfer, rewardAdminEndpoints } from '#contract/rewards/rewards-admin.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { cardsOf, findPersonId } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { time } from '#server/platform/cursor.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { defineSortedList } from '#server/platform/sorted-list.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { subtractEarned } from './earn.ts'
import { house, isHouse, reverseTransfer, transfer } from './ledger.ts'
import { transferRows } from './queries.ts'

type Endpoints = typeof rewardAdminEndpoints
type Asked = z.infer<Endpoints['GET /api/admin/rewards/ledger']['query']>
type Correction = z.infer<Endpoints['POST /api/admin/rewards/corrections']['body']>
type Row = Awaited<ReturnType<ReturnType<typeof transferRows>['execute']>>[number]

const page = defineSortedList(
  { at: { by: sql.ref('transfer.at'), key: time } },
  { by: sql.ref('transfer.id'), key: z.int().min(1) },
  '-at',
)

/** `q` is the id of a transfer, or the id or handle of a person. */
export async function listTransfers(ctx: Ctx, { q, kind, ...asked }: Asked): Promise<PageOf<AdminTransfer>> {
  let query = transferRows(ctx.db)
  if (kind) query = query.where('transfer.kind', '=', kind)
  if (q) {
    const account = isHouse(q) ? q : ((await findPersonId(ctx, q)) ?? '')
    const id = /^\d{1,15}$/.test(q) ? Number(q) : 0
    query = query.where(
      'transfer.id',
      'in',
      sql<number>`(select transfer_id from berry_entry where account_id = ${account} union all select ${id}::bigint)`,
    )
  }
  const { shown, next } = await page(query, asked)
  return { items: await presentAll(ctx, shown), next }
}

async function presentAll(ctx: Ctx, rows: Row[]): Promise<AdminTransfer[]> {
  if (rows.length === 0) return []
  const entries = await ctx.db
    .selectFrom('berryEntry')
    .innerJoin('berryAccount', 'berryAccount.id', 'berryEntry.accountId')
    .select(['berryEntry.transferId', 'berryEntry.accountId', 'berryEntry.amount', 'berryAccount.personId'])
    .where(
      'transferId',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('berryEntry.amount')
    .orderBy('berryEntry.accountId')
    .execute()
  const cards = await cardsOf(ctx, [...new Set(entries.flatMap(({ personId }) => personId ?? []))])
  const people = new Map(cards.map((card) => [card.id, card]))
  return rows.map(({ id, kind, at, cause, note, by, reverses, reversed }) => ({
    id,
    kind,
    at: at.toISOString(),
    cause,
    note,
    by,
    reverses,
    reversed,
    entries: entries
      .filter(({ transferId }) => transferId === id)
      .map(({ accountId, personId, amount }) => ({
        account: accountId,
        person: (personId !== null && people.get(personId)) || null,
        amount,
      })),
  }))
}

async function getTransfer(ctx: Ctx, id: number) {
  const [found] = await presentAll(ctx, await transferRows(ctx.db).where('transfer.id', '=', id).execute())
  return orNotFound(Promise.resolve(found))
}

export function reverseByAdmin(ctx: Ctx<Viewer>, id: number, note: string): Promise<AdminTransfer> {
  return inTransaction(ctx, async (tx) => {
    const { kind, reversed, reverses, entries, at } = await getTransfer(tx, id)
    if (reversed) throw new Refusal('wrong-state', { state: 'reversed', message: 'This transfer is already reversed.' })
    if (reverses !== null || !reversibleKinds.includes(kind))
      throw new Refusal('wrong-state', { state: kind, message: notReversible(kind) })
    const cause = `reverse:${id}`
    // A received gift does not become pending again: its berries go to the corrections of the site.
    const result =
      kind === 'gift-received'
        ? await transfer(tx, {
            kind: 'correction',
            cause,
            note,
            byId: tx.viewer.id,
            reverses: id,
            entries: entries.map(({ account, amount }) => ({
              accountId: account === house.pendingGifts ? house.corrections : account,
              amount: -amount,
            })),
          })
        : await reverseTransfer(tx, id, { kind: 'correction', cause, note, byId: tx.viewer.id })
    const earner = entries.find(({ account }) => !isHouse(account))
    if (result.isNew && earner && isEarnRule(kind))
      await subtractEarned(tx, { rule: kind, personId: earner.account, at: new Date(at), amount: earner.amount })
    for (const { person } of entries) if (person) tx.invalidate(`own:${person.id}`)
    if (result.isNew)
      await recordAudit(tx, { action: 'berries.reversed', target: targetOf(id), after: { kind }, reason: note })
    return getTransfer(tx, result.id)
  })
}

function notReversible(kind: TransferKind) {
  if (kind === 'redemption') return 'Refund the redemption instead.'
  return 'Only earned berries, received gifts and corrections can be reversed. Add a correction instead.'
}

function isEarnRule(kind: TransferKind): kind is EarnRule {
  return kind === 'read' || kind === 'streak' || kind === 'story'
}

function targetOf(id: number) {
  return { kind: 'berry-transfer', id: String(id) }
}

/** Adds berries to a person, or takes them. */
export async function correctBalance(ctx: Ctx<Viewer>, { handle, amount, note, request }: Correction) {
  const personId = await findPersonId(ctx, handle)
  if (personId === null)
    throw new Refusal('invalid', { issues: [{ path: ['body', 'handle'], message: 'No account uses this handle.' }] })
  return inTransaction(ctx, async (tx) => {
    const entries = [
      { accountId: personId, amount },
      { accountId: house.corrections, amount: -amount },
    ]
    const cause = `correction:${request}`
    const { id, isNew } = await transfer(tx, { kind: 'correction', cause, note, byId: tx.viewer.id, entries })
    if (isNew) {
      const target = { kind: 'person', id: personId }
      await recordAudit(tx, { action: 'berries.corrected', target, after: { amount }, reason: note })
      tx.invalidate(`own:${personId}`)
    }
    return getTransfer(tx, id)
  })
}
