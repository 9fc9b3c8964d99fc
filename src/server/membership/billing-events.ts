import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import type { FailItem } from '#server/platform/jobs/worker.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { BillingEvent, PaymentProvider } from './providers/provider.ts'
import { syncSubject } from './sync.ts'

/** Wakes the billing workers of all processes. */
export const BILLING = 'billing'

const FIRST_RETRY_MS = MINUTE_MS
const MAX_RETRY_MS = 6 * HOUR_MS
/** Three days of retries, as long as Stripe repeats an event. Afterwards it is tried once a day: some refunds come only with it. */
const MANY_ATTEMPTS = 20
/** An event that was not handled by then is given up. */
const KEPT_MS = 30 * DAY_MS
const READ_EVERY_MS = HOUR_MS
/** An event can appear in the list some time after its own. */
const READ_OVERLAP_MS = 10 * MINUTE_MS

/** Saves an event before it is acknowledged. One that was received before changes nothing. */
export async function saveBillingEvent(ctx: Ctx, { name: provider }: PaymentProvider, event: BillingEvent) {
  const { id, type, subject } = event
  await inTransaction(ctx, async ({ db, now, invalidate }) => {
    const at = now()
    const handled = subject === '' ? { handledAt: at } : { dueAt: at }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('billingEvent')
      .values({ provider, id, type: type.slice(0, 100), subject, receivedAt: at, ...handled })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) invalidate(BILLING)
  })
}

/** Saves events that no webhook delivered, once in an hour. */
export async function readMissedEvents(ctx: Ctx, payments: PaymentProvider, failItem: FailItem) {
  const at = ctx.now()
  const since = await claimReading(ctx, payments)
  if (!since) return
  try {
    for await (const event of payments.listEvents(new Date(since.getTime() - READ_OVERLAP_MS)))
      await saveBillingEvent(ctx, payments, event)
    await ctx.db
      .updateTable('billingEventReading')
      .set({ readUntil: at })
      .where('provider', '=', payments.name)
      .execute()
  } catch (error) {
    failItem(error, 'list of payment events')
  }
}

/** The time until which events were read, if it is time to read again. The first time there is nothing to make up for. */
async function claimReading({ db, now }: Ctx, { name: provider }: PaymentProvider): Promise<Date | null> {
  const at = now()
  const dueAt = new Date(at.getTime() + READ_EVERY_MS)
  const claimed = await db
    .insertInto('billingEventReading')
    .values({ provider, readUntil: at, dueAt })
    .onConflict((conflict) =>
      conflict.column('provider').doUpdateSet({ dueAt }).where('billingEventReading.dueAt', '<=', at),
    )
    .returning('readUntil')
    .executeTakeFirst()
  return claimed?.readUntil ?? null
}

/** Handles the next event that is due, with the others of its subject. Returns whether there was one. */
export async function handleNextEvent(ctx: Ctx, payments: PaymentProvider, failItem: FailItem): Promise<boolean> {
  const claimed = await claimEvents(ctx, payments)
  if (!claimed) return false
  try {
    await syncSubject(ctx, payments, claimed.subject)
    // Whatever order events came in, the state at the provider now is the result of all that were there before.
    await ctx.db
      .updateTable('billingEvent')
      .set({ handledAt: ctx.now(), dueAt: null })
      .where('provider', '=', payments.name)
      .where('id', 'in', claimed.ids)
      .execute()
  } catch (error) {
    failItem(error, `payment events of ${claimed.subject}`)
  }
  return true
}

/** The claim is also the backoff: an event that is not handled, for whatever reason, is due again later. */
async function claimEvents({ db, now }: Ctx, { name: provider }: PaymentProvider) {
  const due = (of: Db) => of.selectFrom('billingEvent').where('provider', '=', provider).where('dueAt', '<=', now())
  return db.transaction().execute(async (tx) => {
    const next = due(tx).select('subject').orderBy('dueAt').limit(1).forUpdate().skipLocked()
    const first = await next.executeTakeFirst()
    if (!first) return null
    const { subject } = first
    const rows = await due(tx).select('id').where('subject', '=', subject).forUpdate().skipLocked().execute()
    const ids = rows.map(({ id }) => id)
    const wait = sql`case when attempts < ${MANY_ATTEMPTS - 1} then least(${FIRST_RETRY_MS} * 2 ^ attempts, ${MAX_RETRY_MS})
      else ${DAY_MS} end * interval '1 millisecond'`
    await tx
      .updateTable('billingEvent')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), dueAt: sql<Date>`${now()}::timestamptz + ${wait}` }))
      .where('provider', '=', provider)
      .where('id', 'in', ids)
      .execute()
    return { ids, subject }
  })
}

/** Replays are refused by their timestamp long before their event is deleted. */
export async function sweepBillingEvents({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  await db
    .deleteFrom('billingEvent')
    .where('receivedAt', '<', new Date(now().getTime() - KEPT_MS))
    .where((eb) => eb.or([eb('dueAt', 'is', null), eb('attempts', '>', MANY_ATTEMPTS)]))
    .execute()
}
