import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import {
  type EntitlementSource,
  type GrantSource,
  type MembershipState,
  entitledStates,
} from '#contract/membership/states.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { type Covered, type OpenGrant, scheduleGrants } from './grant-schedule.ts'

/** A renewal may be confirmed late. Until the provider was asked, a membership that renews does not lapse. */
const RENEWAL_SLACK_MS = 3 * DAY_MS

type Needs = Pick<Ctx, 'db' | 'now' | 'invalidate'>

/** Whether a person reads members' stories now. One lookup by primary key. */
export async function isMember(db: Db, personId: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('entitlement')
    .select('personId')
    .where('personId', '=', personId)
    .where('until', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Derives the entitlements of people again, and when their free months run. Call it in every transaction that changes their
 * membership, seats or grants. Each person is locked first, so that two changes at once are both counted.
 */
export async function refreshEntitlements(tx: Needs, personIds: readonly string[]) {
  const { db, now } = tx
  const people = [...new Set(personIds)]
  if (people.length === 0) return
  await lockEntitlements(db, people)
  const [claims, grants] = [await listPaidClaims(db, people), await listOpenGrants(db, people, now())]
  const changed: OpenGrant[] = []
  const entitled = people.flatMap((personId) => {
    const paid = claims.filter((claim) => claim.personId === personId)
    const before = grants.filter((grant) => grant.personId === personId)
    const scheduled = scheduleGrants(before, coveredBy(paid), now())
    changed.push(...scheduled.filter((grant, index) => grant !== before[index]))
    const free = scheduled.flatMap(({ endsAt }, index) => {
      const source = before[index]?.source
      return endsAt && source ? { until: endsAt, source } : []
    })
    const [best] = [...paid, ...free].toSorted((a, b) => b.until.getTime() - a.until.getTime())
    return best ? { personId, until: best.until, source: best.source, updatedAt: now() } : []
  })
  await saveSchedules(db, changed)
  await saveEntitlements(db, people, entitled)
  for (const personId of people) tx.invalidate(`own:${personId}`, 'entitlements')
}

/** Before the grants of people are changed, always in this order, so that changes at once wait for each other. */
export async function lockEntitlements(db: Db, people: readonly string[]) {
  await sql`
    select pg_advisory_xact_lock(hashtext('entitlement'), hashtext(id))
    from (select id from unnest(${people}::text[]) as id order by id) as person`.execute(db)
}

type PaidClaim = { personId: string; until: Date; source: EntitlementSource; covered: Date | 'renews' }

/** From memberships and seats. Ended ones give none. */
async function listPaidClaims(db: Db, people: readonly string[]): Promise<PaidClaim[]> {
  const { rows } = await sql<Period & { personId: string; source: 'membership' | 'seat' }>`
    select person_id, 'membership' as source, state, period_end, grace_until
    from membership where person_id = any(${people}::text[]) and state = any(${entitledStates}::text[])
    union all
    select seat.person_id, 'seat', state, period_end, grace_until
    from seat join membership on membership.id = seat.membership_id
    where seat.person_id = any(${people}::text[]) and state = any(${entitledStates}::text[])`.execute(db)
  return rows.map(({ personId, source, state, periodEnd, graceUntil }) => {
    if (state === 'active' || state === 'trialing')
      return { personId, source, until: new Date(periodEnd.getTime() + RENEWAL_SLACK_MS), covered: 'renews' }
    const until = state === 'past-due' && graceUntil ? graceUntil : periodEnd
    return { personId, source, until, covered: until }
  })
}

type Period = { state: MembershipState; periodEnd: Date; graceUntil: Date | null }

function coveredBy(paid: readonly PaidClaim[]): Covered {
  if (paid.some(({ covered }) => covered === 'renews')) return 'renews'
  const ends = paid.map(({ until }) => until.getTime())
  return ends.length === 0 ? null : new Date(Math.max(...ends))
}

function listOpenGrants(db: Db, people: readonly string[], now: Date) {
  return db
    .selectFrom('membershipGrant')
    .select(['id', 'personId', 'source', 'months', 'leftMs', 'startsAt', 'endsAt'])
    .where('personId', 'in', people)
    .where('endedAt', 'is', null)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

async function saveSchedules(db: Db, grants: readonly OpenGrant[]) {
  if (grants.length === 0) return
  await sql`
    update membership_grant set starts_at = scheduled.starts_at, ends_at = scheduled.ends_at, left_ms = scheduled.left_ms
    from unnest(${grants.map(({ id }) => id)}::text[], ${grants.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${grants.map(({ endsAt }) => endsAt)}::timestamptz[], ${grants.map(({ leftMs }) => leftMs)}::bigint[])
      as scheduled (id, starts_at, ends_at, left_ms)
    where membership_grant.id = scheduled.id`.execute(db)
}

type Entitled = { personId: string; until: Date; source: EntitlementSource; updatedAt: Date }

async function saveEntitlements(db: Db, people: readonly string[], entitled: readonly Entitled[]) {
  const others = people.filter((id) => !entitled.some(({ personId }) => personId === id))
  if (others.length > 0) await db.deleteFrom('entitlement').where('personId', 'in', others).execute()
  if (entitled.length === 0) return
  await db
    .insertInto('entitlement')
    .values([...entitled])
    .onConflict((conflict) =>
      conflict.column('personId').doUpdateSet(({ ref }) => ({
        until: ref('excluded.until'),
        source: ref('excluded.source'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute()
}

type Grant = { personId: string; months: number; source: GrantSource; cause: string }

/**
 * Adds months of membership after those the person already has, and returns when they end: null while they wait for the end of
 * a membership that renews. A second grant with the same cause changes nothing.
 */
export async function grantMembership(tx: Needs, grant: Grant): Promise<Date | null> {
  const { db, now } = tx
  await lockEntitlements(db, [grant.personId])
  await db
    .insertInto('membershipGrant')
    .values({ id: newId(), ...grant, createdAt: now() })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute()
  await refreshEntitlements(tx, [grant.personId])
  const { endsAt } = await db
    .selectFrom('membershipGrant')
    .select('endsAt')
    .where('cause', '=', grant.cause)
    .executeTakeFirstOrThrow()
  return endsAt
}

/** Whether what was granted starts only at the end of a membership that renews. */
export async function isGrantWaiting(db: Db, cause: string): Promise<boolean> {
  const waiting = await db
    .selectFrom('membershipGrant')
    .select('id')
    .where('cause', '=', cause)
    .where('endsAt', 'is', null)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Ends what a grant with this cause gave; later grants move up. Returns whether it had not ended. Must run in a transaction. */
export async function endGrant(tx: Needs, cause: string): Promise<boolean> {
  const { db, now } = tx
  const grant = await db.selectFrom('membershipGrant').select('personId').where('cause', '=', cause).executeTakeFirst()
  if (!grant) return false
  await lockEntitlements(db, [grant.personId])
  const ended = await db
    .updateTable('membershipGrant')
    .set({ endedAt: now() })
    .where('cause', '=', cause)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  await refreshEntitlements(tx, [grant.personId])
  return ended !== undefined
}
