import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '#contract/constants.ts'
import type { Payout } from '#contract/earnings/earnings-admin.ts'
import type { Received, Reply } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { presentPayout } from './present.ts'
import { ownBalances, payoutById, payoutsPage } from './queries.ts'
import { isTestSite, showsTestPayments } from './revenue.ts'

type Recorded = Received<'POST /api/admin/earnings/payouts'>['body']

export async function listPayouts(
  { db }: Ctx,
  asked: Received<'GET /api/admin/earnings/payouts'>['query'],
): Promise<Reply<'GET /api/admin/earnings/payouts'>> {
  const { shown, next } = await payoutsPage(db, asked, await isTestSite(db))
  return { items: shown.map(presentPayout), next, test: await showsTestPayments(db) }
}

/** What was not paid out yet, by currency. */
export async function listOwed({ db }: Pick<Ctx, 'db'>, personId: string) {
  const balances = await ownBalances(db, personId, await isTestSite(db))
  return balances.filter(({ owed }) => owed > 0)
}

/** Records that an admin paid a creator. The same request records it once; never more than is owed. */
export function recordPayout(ctx: Ctx<Viewer>, { person, request, ...fields }: Recorded): Promise<Payout> {
  return inTransaction(ctx, async (tx) => {
    const { db, now, viewer } = tx
    requirePast(now(), fields.paidOn)
    await orNotFound(db.selectFrom('person').select('id').where('id', '=', person).executeTakeFirst())
    // Two admins who pay at once: the second one sees what the first one paid.
    await lockPayouts(tx, person)
    const earlier = await db
      .selectFrom('payout')
      .select(['id', 'personId', 'amount', 'currency', 'reference', 'paidOn'])
      .where('requestId', '=', request)
      .executeTakeFirst()
    if (earlier) {
      const { id, ...recorded } = earlier
      if (!isDeepStrictEqual(recorded, { personId: person, ...fields }))
        throw new Refusal('invalid', {
          issues: [{ path: ['body', 'request'], message: 'This request was used before.' }],
        })
      return getPayout(tx, id)
    }
    const test = await isTestSite(db)
    const balance = (await ownBalances(db, person, test)).find(({ currency }) => currency === fields.currency)
    const owed = balance?.owed ?? 0
    if (fields.amount > owed) throw new Refusal('payout-exceeds-owed', { owed, currency: fields.currency })
    const id = newId()
    const row = { id, personId: person, ...fields, byId: viewer.id, createdAt: now(), requestId: request, test }
    await db.insertInto('payout').values(row).execute()
    await recordAudit(tx, {
      action: 'payout.recorded',
      target: { kind: 'person', id: person },
      after: { payout: id, ...fields },
    })
    return getPayout(tx, id)
  })
}

/** Voiding it again changes nothing. */
export function voidPayout(ctx: Ctx<Viewer>, id: string): Promise<Payout> {
  return inTransaction(ctx, async (tx) => {
    const { db, now, viewer } = tx
    const { personId } = await orNotFound(
      db.selectFrom('payout').select('personId').where('id', '=', id).executeTakeFirst(),
    )
    if (personId) await lockPayouts(tx, personId)
    const voided = await db
      .updateTable('payout')
      .set({ voidedAt: now(), voidedBy: viewer.id })
      .where('id', '=', id)
      .where('voidedAt', 'is', null)
      .returning(['amount', 'currency', 'reference', 'paidOn'])
      .executeTakeFirst()
    if (voided) {
      const target = personId ? { kind: 'person', id: personId } : { kind: 'payout', id }
      await recordAudit(tx, { action: 'payout.voided', target, before: { payout: id, ...voided } })
    }
    return getPayout(tx, id)
  })
}

async function getPayout({ db }: Pick<Ctx, 'db'>, id: string) {
  return presentPayout(await orNotFound(payoutById(db, id)))
}

async function lockPayouts({ db }: Pick<Ctx, 'db'>, personId: string) {
  await sql`select pg_advisory_xact_lock(hashtext('payout'), hashtext(${personId}))`.execute(db)
}

/** A day of tolerance, because the day of the admin may be ahead of UTC. */
function requirePast(now: Date, paidOn: string) {
  if (new Date(paidOn).getTime() <= now.getTime() + DAY_MS) return
  throw new Refusal('invalid', {
    issues: [{ path: ['body', 'paidOn'], message: 'Enter a date that is not in the future.' }],
  })
}
