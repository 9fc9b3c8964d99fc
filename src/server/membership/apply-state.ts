import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { MembershipState } from '#contract/membership/states.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { refreshEntitlements } from './entitlement.ts'
import {
  type PaymentProvider,
  type ProviderInvoice,
  type ProviderSubscription,
  findLastPaid,
  isRefunded,
} from './providers/provider.ts'
import { type MembershipRow, findErasure, membershipOf, planById } from './queries.ts'
import { recordPayments } from './record-payments.ts'
import { listSeatHolders, removeExcessSeats } from './seats.ts'
import { type Step, deriveState, findPath, outcomeOf } from './transitions.ts'
import { emitMembership } from './webhook-events.ts'

const SYNC_EVERY_MS = 6 * HOUR_MS
/** A renewal is confirmed some time after the period has ended. */
const SYNC_LATE_MS = 15 * MINUTE_MS

/** What the provider said, and the version of the membership when it was asked. 0 without one. */
export type Fetched = {
  personId: string
  version: number
  subscription: ProviderSubscription
  invoices: readonly ProviderInvoice[]
  /** The plan and coupon of the checkout that the subscription was bought with. */
  bought: { planId: string; couponId: string | null } | null
}

/**
 * `stale`: another sync was faster, fetch again. `other-alive`: the person has another subscription that has not ended.
 * `erased`: the person deleted their account, and the subscription has not ended.
 */
export type Applied = 'applied' | 'stale' | 'other-alive' | 'erased'

/** Applies the state of a subscription to the membership of its person, step by step through the table. */
export async function applyState(tx: Ctx, { name: provider }: PaymentProvider, fetched: Fetched): Promise<Applied> {
  const { personId, subscription, invoices, bought } = fetched
  const current = await lockMembership(tx, personId)
  if ((current?.version ?? 0) !== fetched.version) return 'stale'
  const target = deriveState(subscription)
  const isAlive = target !== 'expired' && target !== 'none'
  if (isAlive && (await findErasure(tx.db, personId))) return 'erased'
  const isSame = current?.subscriptionId === subscription.id
  const planId = await findPlanId(tx, [subscription.planId, isSame ? current.planId : null, bought?.planId])
  const paidFor = { provider, personId, kind: 'membership' as const, planId }
  if (current && !isSame && (current.state !== 'expired' || target === 'expired')) {
    if (isAlive) return 'other-alive'
    await recordPayments(tx, { ...paidFor, membershipId: current.id }, invoices)
    return 'applied'
  }
  if (target === 'none') return 'applied'
  const steps = findSteps(isSame ? current : null, current?.state ?? 'none', target, { ...subscription, planId })
  const saved = await saveMembership(tx, current, { ...fetched, provider, planId, target })
  await recordPayments(tx, { ...paidFor, membershipId: saved.id }, invoices)
  await recordSteps(tx, saved, steps, isLastRefunded(invoices))
  if (current && saved.seats < current.seats) await removeExcessSeats(tx, saved.id)
  if (steps.length > 0 || current?.periodEnd.getTime() !== saved.periodEnd.getTime())
    await refreshEntitlements(tx, [personId, ...(await listSeatHolders(tx, saved.id))])
  return 'applied'
}

/** The person is locked too, because their first membership has no row yet. */
export async function lockMembership({ db }: Ctx, personId: string) {
  await sql`select pg_advisory_xact_lock(hashtext('membership'), hashtext(${personId}))`.execute(db)
  return membershipOf(db, personId)
}

async function findPlanId({ db }: Ctx, candidates: readonly (string | null | undefined)[]): Promise<string> {
  for (const id of candidates) if (id && (await planById(db, id))) return id
  throw new Error('the subscription has no known plan')
}

type Bought = Pick<ProviderSubscription, 'planId' | 'price' | 'period' | 'periodStart' | 'trialEnd'>

/** Besides changes of the state, a renewal and a switch are steps of their own. */
function findSteps(same: MembershipRow | null, from: MembershipState, to: MembershipState, now: Bought): Step[] {
  const steps = findPath(from, to, now.trialEnd !== null)
  if (!steps) throw new Error(`no transition from ${from} to ${to}`)
  if (!same || (to !== 'active' && to !== 'trialing')) return steps
  if (isSwitched(same, now)) return [...steps, { event: 'switch', from: to, to }]
  const isRenewed = steps.length === 0 && to === 'active' && now.periodStart > same.periodStart
  return isRenewed ? [{ event: 'pay', from: to, to }] : steps
}

export function isSwitched(from: MembershipRow, to: Pick<Bought, 'planId' | 'price' | 'period'>) {
  return from.planId !== to.planId || from.price !== to.price || from.period !== to.period
}

/** For a membership of another test mode, and one that the provider does not know: its keys or its data there are gone. */
export async function endWithoutProvider(tx: Ctx, { personId, subscriptionId }: MembershipRow) {
  const { db, now } = tx
  const current = await lockMembership(tx, personId)
  if (!current || current.state === 'expired' || current.subscriptionId !== subscriptionId) return
  const ended = await db
    .updateTable('membership')
    .set({ state: 'expired', endedAt: now(), dueAt: null, graceUntil: null, failedAt: null, updatedAt: now() })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', current.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordSteps(tx, ended, [{ event: 'end', from: current.state, to: 'expired' }], false)
  await refreshEntitlements(tx, [personId, ...(await listSeatHolders(tx, ended.id))])
}

type Target = Fetched & { provider: PaymentProvider['name']; planId: string; target: MembershipState }

async function saveMembership(tx: Ctx, current: MembershipRow | undefined, given: Target): Promise<MembershipRow> {
  const { db, now } = tx
  const { subscription, provider, planId, target, bought } = given
  const { price, currency, nextAmount, period, periodStart, periodEnd, trialEnd, card } = subscription
  const isSame = current?.subscriptionId === subscription.id
  const plan = await db.selectFrom('plan').select('seats').where('id', '=', planId).executeTakeFirstOrThrow()
  const grace = target === 'past-due' ? await findGrace(tx, isSame ? current : null, given) : null
  // A plan that gets smaller later takes no seats from those who bought it.
  const isKept = isSame && !isSwitched(current, { planId, price, period })
  const couponId = isSame ? current.couponId : (bought?.couponId ?? null)
  const values = {
    state: target,
    planId,
    provider,
    subscriptionId: subscription.id,
    price,
    currency,
    nextAmount,
    period,
    seats: isKept ? Math.max(current.seats, plan.seats) : plan.seats,
    periodStart,
    periodEnd,
    trialEnd,
    card: target === 'expired' ? '' : card.slice(0, 80),
    failedAt: grace?.failedAt ?? null,
    graceUntil: grace?.graceUntil ?? null,
    couponId: subscription.discounted ? couponId : null,
    startedAt: isSame ? current.startedAt : subscription.startedAt,
    endedAt: target === 'expired' ? (subscription.endedAt ?? now()) : null,
    dueAt: target === 'expired' ? null : nextSync(now(), [periodEnd, trialEnd, grace?.graceUntil ?? null]),
    updatedAt: now(),
    version: given.version + 1,
  }
  if (current)
    return db
      .updateTable('membership')
      .set(values)
      .where('id', '=', current.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  return db
    .insertInto('membership')
    .values({ id: newId(), personId: given.personId, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The grace period counts from the first failure since the last payment, and does not start again with each further one. */
async function findGrace(tx: Ctx, same: MembershipRow | null, { invoices }: Fetched) {
  if (same?.failedAt && same.graceUntil) return { failedAt: same.failedAt, graceUntil: same.graceUntil }
  const timesOf = (wanted: ProviderInvoice['status']) =>
    invoices.flatMap(({ status, createdAt }) => (status === wanted ? createdAt.getTime() : []))
  const paidAt = Math.max(0, ...timesOf('paid'))
  const failedAt = new Date(Math.min(tx.now().getTime(), ...timesOf('failed').filter((time) => time > paidAt)))
  const days = await getSetting(tx, 'membership.graceDays')
  return { failedAt, graceUntil: new Date(failedAt.getTime() + days * DAY_MS) }
}

/** Soon after the next moment at which something changes, and now and then in between. */
function nextSync(now: Date, moments: readonly (Date | null)[]): Date {
  const at = now.getTime()
  const times = moments.flatMap((moment) => (moment ? moment.getTime() : []))
  const wait = times.some((time) => time <= at) ? SYNC_LATE_MS : SYNC_EVERY_MS
  return new Date(Math.min(at + wait, ...times.filter((time) => time > at)))
}

async function recordSteps(tx: Ctx, membership: MembershipRow, steps: readonly Step[], refunded: boolean) {
  const { db, now } = tx
  const { id: membershipId, personId, provider, planId, price, currency, period } = membership
  for (const [index, step] of steps.entries()) {
    const { event, from, to } = step
    const change = await db
      .insertInto('membershipChange')
      .values({
        membershipId,
        at: now(),
        event,
        provider,
        planId,
        price,
        currency,
        period,
        fromState: from,
        toState: to,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (index < steps.length - 1) continue
    const outcome = outcomeOf(step) === 'ended' && refunded ? 'refunded' : outcomeOf(step)
    const cause = `membership:${change.id}`
    if (outcome) await notify(tx, { kind: 'membership', cause, actorId: null, personId, detail: { outcome } })
  }
  await emitMembership(tx, membershipId, steps)
}

/** Whether the last payment was refunded in full. */
export function isLastRefunded(invoices: readonly ProviderInvoice[]) {
  const last = findLastPaid(invoices)
  return last !== undefined && isRefunded(last)
}
