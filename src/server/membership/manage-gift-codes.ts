import { sql } from 'kysely'
import type { Received } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { AdminGiftCode } from '#contract/membership/membership-admin.ts'
import { Id, type PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { cardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { defineSortedList } from '#server/platform/sorted-list.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createGiftCode, hashGiftCode, openGiftCode } from './gift-code-text.ts'

const page = defineSortedList(
  { created: { by: sql.ref('giftCode.createdAt'), key: time } },
  { by: sql.ref('giftCode.id'), key: Id },
  '-created',
)

function giftCodes(db: Db) {
  return db.selectFrom('giftCode').selectAll('giftCode')
}

type GiftCodeRow = Awaited<ReturnType<typeof findById>>

function findById(db: Db, id: string) {
  return orNotFound(giftCodes(db).where('giftCode.id', '=', id).executeTakeFirst())
}

/** `q` is a whole code: only its hash can be looked up. */
export async function listGiftCodes(
  ctx: Ctx,
  asked: Received<'GET /api/admin/membership/gift-codes'>['query'],
): Promise<PageOf<AdminGiftCode>> {
  let query = giftCodes(ctx.db)
  if (asked.state) query = query.where('giftCode.state', '=', asked.state)
  if (asked.q) query = query.where('giftCode.codeHash', '=', hashGiftCode(asked.q))
  const { shown, next } = await page(query, asked)
  return { items: await presentGiftCodes(ctx, shown), next }
}

type Batch = Received<'POST /api/admin/membership/gift-codes'>['body']

/** A repeated request returns the codes of the first. */
export function createGiftCodes(ctx: Ctx<Viewer>, { request: requestId, ...batch }: Batch): Promise<AdminGiftCode[]> {
  const { count, months, note, expiresAt } = batch
  const end = expiresAt === null ? null : new Date(expiresAt)
  if (end && end <= ctx.now())
    throw new Refusal('invalid', { issues: [{ path: ['body', 'expiresAt'], message: 'Choose a time in the future.' }] })
  return inTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('gift codes'), hashtext(${requestId}))`.execute(tx.db)
    const earlier = await giftCodes(tx.db).where('requestId', '=', requestId).orderBy('id').execute()
    if (earlier.length > 0) return presentGiftCodes(tx, requireSame(earlier, batch))
    const terms = { months, note, expiresAt: end, requestId, state: 'ready' as const, createdAt: tx.now() }
    const rows = Array.from({ length: count }, () => {
      const id = newId()
      const { code, codeHash } = createGiftCode(tx.vault, id)
      return { id, code, codeHash, ...terms }
    })
    const inserted = await tx.db.insertInto('giftCode').values(rows).returningAll().execute()
    await recordAudit(tx, { action: 'gift-codes.created', after: { count, months, note, expiresAt } })
    return presentGiftCodes(tx, inserted)
  })
}

function requireSame(earlier: readonly GiftCodeRow[], { count, months, note, expiresAt }: Omit<Batch, 'request'>) {
  const end = expiresAt === null ? undefined : Date.parse(expiresAt)
  const isSame = earlier.every(
    (code) => code.months === months && code.note === note && code.expiresAt?.getTime() === end,
  )
  if (earlier.length === count && isSame) return earlier
  throw new Refusal('invalid', { issues: [{ path: ['body', 'request'], message: 'Use a new id for each batch.' }] })
}

export function endGiftCode(ctx: Ctx<Viewer>, id: string): Promise<AdminGiftCode> {
  return inTransaction(ctx, async (tx) => {
    const before = await orNotFound(
      tx.db.selectFrom('giftCode').select('state').where('id', '=', id).forUpdate().executeTakeFirst(),
    )
    if (before.state === 'redeemed')
      throw new Refusal('wrong-state', {
        message: 'This gift was redeemed. Its months can no longer be taken back here.',
      })
    if (before.state !== 'ended') {
      await tx.db.updateTable('giftCode').set({ state: 'ended' }).where('id', '=', id).execute()
      await recordAudit(tx, { action: 'gift-code.ended', target: { kind: 'gift-code', id }, before })
    }
    const [ended] = await presentGiftCodes(tx, [await findById(tx.db, id)])
    if (!ended) throw new Refusal('not-found')
    return ended
  })
}

async function presentGiftCodes(ctx: Ctx, rows: readonly GiftCodeRow[]): Promise<AdminGiftCode[]> {
  const ids = rows.flatMap(({ buyerId, redeemedBy }) => [buyerId, redeemedBy]).filter((id) => id !== null)
  const cards = new Map((await cardsOf(ctx, [...new Set(ids)])).map((card) => [card.id, card]))
  const cardOf = (id: string | null) => (id === null ? null : (cards.get(id) ?? null))
  return rows.map((row) => ({
    id: row.id,
    code: row.code === null ? null : openGiftCode(ctx.vault, row),
    months: row.months,
    state: row.state,
    // It names its plan, also when the buyer's account was deleted.
    bought: row.planId !== null,
    buyer: cardOf(row.buyerId),
    redeemedBy: cardOf(row.redeemedBy),
    note: row.note,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}
