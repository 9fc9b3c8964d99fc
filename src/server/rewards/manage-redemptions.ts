import { sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { AdminRedemption, rewardAdminEndpoints } from '#contract/rewards/rewards-admin.ts'
import { Id, type PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { endGrant } from '#server/membership/entitlement.ts'
import { notify } from '#server/notifications/notify.ts'
import { cardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { integer, time } from '#server/platform/cursor.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { anyOf, defineSortedList, findMatchingIds, wordsQuery } from '#server/platform/sorted-list.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { presentRedemption } from './present.ts'
import { redemptionRows } from './queries.ts'
import { grantCause, returnPayment } from './redeem.ts'

type Asked = z.infer<(typeof rewardAdminEndpoints)['GET /api/admin/rewards/redemptions']['query']>
type Row = Parameters<typeof presentRedemption>[0] & { personId: string | null; answer: string }

const page = defineSortedList(
  { at: { by: sql.ref('redemption.at'), key: time }, price: { by: sql.ref('redemption.price'), key: integer } },
  { by: sql.ref('redemption.id'), key: Id },
  '-at',
)

/** `q` finds words of the names and handles of people. */
export async function listRedemptions(ctx: Ctx, asked: Asked): Promise<PageOf<AdminRedemption>> {
  let query = redemptionRows(ctx.db)
  if (asked.state) query = query.where('redemption.state', '=', asked.state)
  if (asked.reward) query = query.where('redemption.rewardId', '=', asked.reward)
  const words = wordsQuery(asked.q)
  if (words) {
    const names = sql<{ id: string }>`select id from person where name_words @@ ${words} and erased_at is null`
    const ids = await findMatchingIds(ctx.db, names)
    if (ids) query = query.where('redemption.personId', '=', anyOf(ids))
  }
  const { shown, next } = await page(query, asked)
  return { items: await presentAll(ctx, shown), next }
}

async function presentAll(ctx: Ctx, rows: Row[]): Promise<AdminRedemption[]> {
  const cards = await cardsOf(ctx, [...new Set(rows.flatMap(({ personId }) => personId ?? []))])
  const people = new Map(cards.map((card) => [card.id, card]))
  return rows.map((row) => ({
    ...presentRedemption(row),
    person: (row.personId !== null && people.get(row.personId)) || null,
    answer: row.answer,
  }))
}

/** Repeating it changes nothing. */
export function fulfilRedemption(ctx: Ctx<Viewer>, id: string, note: string): Promise<AdminRedemption> {
  return inTransaction(ctx, async (tx) => {
    const redemption = await lockRedemption(tx, id)
    if (redemption.state === 'refunded')
      throw new Refusal('wrong-state', { state: 'refunded', message: 'This redemption was refunded.' })
    if (redemption.state === 'to-fulfil') await close(tx, redemption, { state: 'fulfilled', note })
    return getRedemption(tx, id)
  })
}

/** The berries and the stock come back, and a membership that it gave ends. Repeating it changes nothing. */
export function refundRedemption(ctx: Ctx<Viewer>, id: string, note: string): Promise<AdminRedemption> {
  return inTransaction(ctx, async (tx) => {
    const redemption = await lockRedemption(tx, id)
    if (redemption.state === 'refunded') return getRedemption(tx, id)
    if (redemption.personId === null)
      throw new Refusal('wrong-state', { state: redemption.state, message: 'This person has deleted their account.' })
    await returnPayment(tx, redemption, { note, byId: tx.viewer.id })
    await endGrant(tx, grantCause(id))
    if (redemption.kind === 'badge') tx.invalidate(`person:${redemption.personId}`)
    await close(tx, redemption, { state: 'refunded', note })
    return getRedemption(tx, id)
  })
}

type Locked = Awaited<ReturnType<typeof lockRedemption>>

function lockRedemption({ db }: Ctx, id: string) {
  return orNotFound(redemptionRows(db).where('redemption.id', '=', id).forNoKeyUpdate('redemption').executeTakeFirst())
}

async function close(
  tx: Ctx<Viewer>,
  { id, personId, name, kind, state: from }: Locked,
  { state, note }: { state: 'fulfilled' | 'refunded'; note: string },
) {
  await tx.db
    .updateTable('redemption')
    .set({ state, note, closedAt: tx.now(), closedBy: tx.viewer.id })
    .where('id', '=', id)
    .execute()
  await recordAudit(tx, {
    action: `redemption.${state}`,
    target: { kind: 'redemption', id, name },
    before: { state: from, kind },
    after: { state },
    reason: note,
  })
  tx.invalidate('rewards')
  if (personId === null) return
  tx.invalidate(`own:${personId}`)
  const detail = { outcome: state, reward: name, ...(note !== '' && { note }) }
  await notify(tx, { kind: 'reward', cause: `reward:${state}:${id}`, actorId: null, personId, detail })
}

async function getRedemption(tx: Ctx, id: string) {
  const [redemption] = await presentAll(tx, await redemptionRows(tx.db).where('redemption.id', '=', id).execute())
  return orNotFound(Promise.resolve(redemption))
}
