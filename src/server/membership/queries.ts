import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import { entitledStates } from '#contract/membership/states.ts'
import type { Db } from '#server/platform/db.ts'

export function planById(db: Db, id: string) {
  return db.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst()
}

export function plansOnSale(db: Db) {
  return db.selectFrom('plan').selectAll().where('archivedAt', 'is', null).orderBy('position').orderBy('id').execute()
}

export type PlanRow = NonNullable<Awaited<ReturnType<typeof planById>>>

export function membershipOf(db: Db, personId: string) {
  return db.selectFrom('membership').selectAll().where('personId', '=', personId).executeTakeFirst()
}

export type MembershipRow = NonNullable<Awaited<ReturnType<typeof membershipOf>>>

export function membershipBySubscription(db: Db, provider: PaymentProviderName, subscriptionId: string) {
  return db
    .selectFrom('membership')
    .selectAll()
    .where('provider', '=', provider)
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirst()
}

export function checkoutById(db: Db, id: string) {
  return db.selectFrom('checkout').selectAll().where('id', '=', id).executeTakeFirst()
}

export type CheckoutRow = NonNullable<Awaited<ReturnType<typeof checkoutById>>>

/** The checkout of this person with our id or the provider's. */
export function checkoutOf(db: Db, personId: string, id: string) {
  return db
    .selectFrom('checkout')
    .selectAll()
    .where('personId', '=', personId)
    .where((eb) => eb.or([eb('id', '=', id), eb('sessionId', '=', id)]))
    .executeTakeFirst()
}

/** The seat that a person has in someone else's group. */
export function seatOf(db: Db, personId: string) {
  return db
    .selectFrom('seat')
    .innerJoin('membership', 'membership.id', 'seat.membershipId')
    .select('seat.id')
    .where('seat.personId', '=', personId)
    .where('membership.state', 'in', entitledStates)
    .executeTakeFirst()
}

const LONGEST_MONTH_MS = 31 * DAY_MS

/** Free months that wait, those that had begun with what is left of them, rounded up. */
export async function countWaitingMonths(db: Db, personId: string): Promise<number> {
  const left = sql<number>`least(months, ceil(left_ms::float8 / ${LONGEST_MONTH_MS}))::int`
  const rows = await db
    .selectFrom('membershipGrant')
    .select(left.as('left'))
    .where('personId', '=', personId)
    .where('endedAt', 'is', null)
    .where('startsAt', 'is', null)
    .execute()
  return rows.reduce((sum, row) => sum + row.left, 0)
}

/** When a person deleted their account. In a transaction, they cannot do so until it ends. */
export async function findErasure(db: Db, personId: string): Promise<Date | null> {
  const person = db.selectFrom('person').select('erasedAt').where('id', '=', personId).forShare()
  return (await person.executeTakeFirstOrThrow()).erasedAt
}

export function billingOf(db: Db, personId: string) {
  return db.selectFrom('billingProfile').selectAll().where('personId', '=', personId).executeTakeFirst()
}

/** The confirmed or entered address of a person. Empty for an account without one. */
export async function emailOf(db: Db, personId: string): Promise<string> {
  const row = await db
    .selectFrom('person')
    .innerJoin('account', 'account.uid', 'person.uid')
    .select('account.email')
    .where('person.id', '=', personId)
    .executeTakeFirst()
  return row?.email ?? ''
}
