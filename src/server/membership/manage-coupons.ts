import { sql } from 'kysely'
import type { Received } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { AdminCoupon } from '#contract/membership/membership-admin.ts'
import { findAmountProblem } from '#contract/membership/money.ts'
import { Id, type PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { prefixPattern } from '#server/platform/like-pattern.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { defineSortedList } from '#server/platform/sorted-list.ts'
import { inTransaction } from '#server/platform/transaction.ts'

const page = defineSortedList(
  { created: { by: sql.ref('coupon.createdAt'), key: time } },
  { by: sql.ref('coupon.id'), key: Id },
  '-created',
)

function coupons(db: Db) {
  return db
    .selectFrom('coupon')
    .leftJoin('plan', 'plan.id', 'coupon.planId')
    .selectAll('coupon')
    .select('plan.name as planName')
}

type CouponRow = Awaited<ReturnType<typeof findById>>

function findById(db: Db, id: string) {
  return orNotFound(coupons(db).where('coupon.id', '=', id).executeTakeFirst())
}

export async function listCoupons(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  asked: Received<'GET /api/admin/membership/coupons'>['query'],
): Promise<PageOf<AdminCoupon>> {
  let query = coupons(db)
  if (asked.q) query = query.where('coupon.code', 'like', prefixPattern(asked.q.toUpperCase()))
  const { shown, next } = await page(query, asked)
  return { items: shown.map((row) => presentCoupon(row, now())), next }
}

type NewCoupon = Received<'POST /api/admin/membership/coupons'>['body']

export function createCoupon(ctx: Ctx<Viewer>, given: NewCoupon): Promise<AdminCoupon> {
  const issues = issuesOf(given, ctx.now())
  if (issues.length > 0) throw new Refusal('invalid', { issues })
  return inTransaction(ctx, async (tx) => {
    const { plan: planId, expiresAt, ...terms } = given
    await requireMatchingPlan(tx.db, given)
    const id = newId()
    const inserted = await tx.db
      .insertInto('coupon')
      .values({ id, ...terms, planId, expiresAt: expiresAt === null ? null : new Date(expiresAt), createdAt: tx.now() })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw invalid('code', 'Another coupon has this code. Choose another.')
    await recordAudit(tx, { action: 'coupon.created', target: { kind: 'coupon', id, name: given.code }, after: given })
    return presentCoupon(await findById(tx.db, id), tx.now())
  })
}

/** Ending a coupon again changes nothing. */
export function endCoupon(ctx: Ctx<Viewer>, id: string): Promise<AdminCoupon> {
  return inTransaction(ctx, async (tx) => {
    const { code } = await findById(tx.db, id)
    const ended = await tx.db
      .updateTable('coupon')
      .set({ endedAt: tx.now() })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .returning('redemptions')
      .executeTakeFirst()
    if (ended)
      await recordAudit(tx, { action: 'coupon.ended', target: { kind: 'coupon', id, name: code }, after: { ...ended } })
    return presentCoupon(await findById(tx.db, id), tx.now())
  })
}

function issuesOf({ percentOff, amountOff, currency, duration, months, expiresAt }: NewCoupon, now: Date) {
  const issues: { path: string[]; message: string }[] = []
  const add = (field: string, message: string) => issues.push({ path: ['body', field], message })
  if ((percentOff === null) === (amountOff === null)) add('percentOff', 'Enter either a percentage or an amount.')
  if (amountOff !== null && currency === null) add('currency', 'Choose the currency of the amount.')
  const problem = amountOff !== null && currency !== null && findAmountProblem(amountOff, currency)
  if (problem) add('amountOff', problem)
  if (amountOff === null && currency !== null) add('currency', 'A percentage has no currency.')
  if ((duration === 'months') !== (months !== null)) add('months', 'Enter for how many months the discount applies.')
  if (expiresAt !== null && new Date(expiresAt) <= now) add('expiresAt', 'Choose a time in the future.')
  return issues
}

async function requireMatchingPlan(db: Db, { plan, currency }: NewCoupon) {
  if (plan === null) return
  const found = await db.selectFrom('plan').select('currency').where('id', '=', plan).executeTakeFirst()
  if (!found) throw invalid('plan', 'This plan no longer exists. Choose another.')
  if (currency !== null && currency !== found.currency)
    throw invalid('currency', `The plan is paid in ${found.currency.toUpperCase()}. Use the same currency.`)
}

function invalid(field: string, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', field], message }] })
}

function presentCoupon(row: CouponRow, now: Date): AdminCoupon {
  const { id, code, percentOff, amountOff, currency, duration, months, maxRedemptions, redemptions } = row
  const isUsedUp = maxRedemptions !== null && redemptions >= maxRedemptions
  const isOver = row.endedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)
  return {
    id,
    code,
    percentOff,
    amountOff,
    currency,
    duration,
    months,
    maxRedemptions,
    redemptions,
    plan:
      row.planId !== null && row.planName !== null
        ? {
            id: row.planId,
            name: row.planName,
          }
        : null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    active: !isUsedUp && !isOver,
    createdAt: row.createdAt.toISOString(),
  }
}
