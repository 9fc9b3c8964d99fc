import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { TRIAL_NOTICE_DAYS } from '#contract/membership/states.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import type { FailItem } from '#server/platform/jobs/worker.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { cancelSubscription, isProcessing } from './end-subscription.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { membershipOf } from './queries.ts'
import { CHECKOUT_LIFETIME_MS } from './start-checkout.ts'
import { closeExpired, payOpenInvoice, syncCheckout, syncPerson } from './sync.ts'

/** A membership or checkout that could not be synced is tried again after this time. */
const LEASE_MS = 10 * MINUTE_MS
const ASK_AGAIN_MS = HOUR_MS
/** A bank debit is confirmed after days. */
const MAX_PENDING_MS = 30 * DAY_MS
/** After the end of the grace period. */
const LAST_ATTEMPT_MS = 2 * DAY_MS
const TRIAL_NOTICE_MS = TRIAL_NOTICE_DAYS * DAY_MS

/** Asks the provider about the next membership that is due. Returns whether there was one. */
export async function reconcileMembership(ctx: Ctx, payments: PaymentProvider, failItem: FailItem): Promise<boolean> {
  const membership = await claimMembership(ctx, payments)
  if (!membership) return false
  try {
    await checkMembership(ctx, payments, membership.personId)
  } catch (error) {
    failItem(error, `membership ${membership.id}`)
  }
  return true
}

export async function checkMembership(ctx: Ctx, payments: PaymentProvider, personId: string) {
  await syncPerson(ctx, payments, personId)
  await cancelDisabled(ctx, payments, personId)
  await endAfterGrace(ctx, payments, personId)
}

/** Real memberships of a provider that is not set up wait until it is. */
async function claimMembership({ db, now }: Ctx, { name }: PaymentProvider) {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('membership')
      .select(['id', 'personId'])
      .where('dueAt', '<=', now())
      .where((eb) => eb.or([eb('provider', '=', name), eb('provider', '<>', 'stripe')]))
      .orderBy('dueAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return null
    await tx
      .updateTable('membership')
      .set({ dueAt: new Date(now().getTime() + LEASE_MS) })
      .where('id', '=', due.id)
      .execute()
    return due
  })
}

/** A person whose account is disabled cannot sign in to cancel. */
async function cancelDisabled(ctx: Ctx, payments: PaymentProvider, personId: string) {
  const { db } = ctx
  const person = await db.selectFrom('person').select('disabledAt').where('id', '=', personId).executeTakeFirst()
  const membership = await membershipOf(db, personId)
  if (!person?.disabledAt || membership?.provider !== payments.name) return
  await cancelSubscription(payments, membership)
  await syncPerson(ctx, payments, personId)
}

/**
 * The payment is tried a last time: the person may have changed their payment method since the provider tried it. A bank debit
 * is waited for, and not repeated when it fails days later. Nothing more is taken from people who have cancelled.
 */
async function endAfterGrace(ctx: Ctx, payments: PaymentProvider, personId: string) {
  const unpaid = await membershipOf(ctx.db, personId)
  if (unpaid?.state !== 'past-due' || !unpaid.graceUntil || unpaid.graceUntil > ctx.now()) return
  if (unpaid.provider !== payments.name) return
  const subscription = await payments.getSubscription(unpaid.subscriptionId)
  const isFirst = ctx.now().getTime() < unpaid.graceUntil.getTime() + LAST_ATTEMPT_MS
  if (isFirst && !subscription?.cancelAtPeriodEnd) await payOpenInvoice(ctx, payments, personId)
  const membership = await membershipOf(ctx.db, personId)
  if (membership?.state !== 'past-due' || (await isProcessing(payments, membership.subscriptionId))) return
  await payments.cancelNow(membership.subscriptionId)
  await syncPerson(ctx, payments, personId)
}

/** Asks the provider about the next open checkout that is due, and gives up those that it does not know. */
export async function reconcileCheckout(ctx: Ctx, payments: PaymentProvider, failItem: FailItem): Promise<boolean> {
  const checkout = await claimCheckout(ctx)
  if (!checkout) return false
  try {
    await checkCheckout(ctx, payments, checkout)
  } catch (error) {
    failItem(error, `checkout ${checkout.id}`)
  }
  return true
}

type OpenCheckout = Awaited<ReturnType<ReturnType<typeof openCheckouts>['executeTakeFirstOrThrow']>>

export async function checkCheckout(ctx: Ctx, payments: PaymentProvider, checkout: OpenCheckout) {
  const { id, sessionId, provider, createdAt, erasedAt } = checkout
  const session = provider === payments.name ? sessionId : null
  // The person deleted their account, and must not pay any more.
  if (session && erasedAt) await payments.expireCheckout(session)
  const isKnown = session !== null && (await syncCheckout(ctx, payments, session))
  const lifetime = isKnown ? MAX_PENDING_MS : CHECKOUT_LIFETIME_MS
  if (createdAt.getTime() + lifetime <= ctx.now().getTime()) await closeExpired(ctx, id)
}

/** Only open checkouts are due at some time. */
export function openCheckouts(db: Db) {
  return db
    .selectFrom('checkout')
    .innerJoin('person', 'person.id', 'checkout.personId')
    .select(['checkout.id', 'sessionId', 'provider', 'checkout.createdAt', 'erasedAt'])
    .where('dueAt', 'is not', null)
}

async function claimCheckout({ db, now }: Ctx) {
  return db.transaction().execute(async (tx) => {
    const due = await openCheckouts(tx)
      .where('dueAt', '<=', now())
      .orderBy('dueAt')
      .limit(1)
      .forUpdate('checkout')
      .skipLocked()
      .executeTakeFirst()
    if (!due) return null
    const isOld = due.createdAt.getTime() + CHECKOUT_LIFETIME_MS <= now().getTime()
    await tx
      .updateTable('checkout')
      .set({ dueAt: new Date(now().getTime() + (isOld ? DAY_MS : ASK_AGAIN_MS)) })
      .where('id', '=', due.id)
      .execute()
    return due
  })
}

/** Three days before a trial ends, once. A trial that is no longer than that was just announced with its end. */
export async function notifyEndingTrials(ctx: Ctx) {
  const { db, now } = ctx
  const rows = await db
    .selectFrom('membership')
    .select(['personId', 'subscriptionId'])
    .where('state', '=', 'trialing')
    .where('trialEnd', '>', now())
    .where('trialEnd', '<=', new Date(now().getTime() + TRIAL_NOTICE_MS))
    .where(sql<boolean>`trial_end > started_at + interval '1 millisecond' * ${TRIAL_NOTICE_MS}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notificationEvent')
            .select('notificationEvent.id')
            .where(sql<boolean>`cause = 'trial-ending:' || membership.subscription_id`),
        ),
      ),
    )
    .limit(100)
    .execute()
  if (rows.length === 0) return
  await inTransaction(ctx, async (tx) => {
    for (const { personId, subscriptionId } of rows) {
      const cause = `trial-ending:${subscriptionId}`
      await notify(tx, { kind: 'membership', cause, actorId: null, personId, detail: { outcome: 'trial-ending' } })
    }
  })
}
