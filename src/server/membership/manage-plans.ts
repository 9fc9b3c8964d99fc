import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { findAmountProblem } from '#contract/membership/money.ts'
import type { AdminPlan } from '#contract/membership/membership-admin.ts'
import { type PlanPeriod, entitledStates } from '#contract/membership/states.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'

const MAX_PLANS = 100

type WrittenPlan = {
  name: string
  description: string
  period: PlanPeriod
  price: number
  currency: string
  trialDays: number
  benefits: string[]
  seats: number
}

function plans(db: Db) {
  return db
    .selectFrom('plan')
    .selectAll('plan')
    .select(
      sql<number>`(select count(*)::int from membership where plan_id = plan.id and state = any(${entitledStates}::text[]))`.as(
        'members',
      ),
    )
}

type PlanRow = Awaited<ReturnType<typeof findPlan>>

function findPlan(db: Db, id: string) {
  return orNotFound(plans(db).where('plan.id', '=', id).executeTakeFirst())
}

function presentPlan({ archivedAt, ...row }: PlanRow): AdminPlan {
  const { createdAt: _created, position: _position, requestId: _request, ...plan } = row
  return { ...plan, archived: archivedAt !== null }
}

/** Plans on sale first, in the order of the page. */
export async function listAdminPlans({ db }: Pick<Ctx, 'db'>): Promise<AdminPlan[]> {
  const rows = await plans(db)
    .orderBy(sql`archived_at is not null`)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(presentPlan)
}

/** A repeated request returns the plan of the first. */
export function createPlan(
  ctx: Ctx<Viewer>,
  { request: requestId, ...fields }: WrittenPlan & { request: string },
): Promise<AdminPlan> {
  requirePayable(fields)
  return inTransaction(ctx, async (tx) => {
    await lockPlans(tx.db)
    const earlier = await plans(tx.db).where('plan.requestId', '=', requestId).executeTakeFirst()
    if (earlier) return presentPlan(requireSame(earlier, fields))
    const { count, last } = await tx.db
      .selectFrom('plan')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('position').as('last')])
      .executeTakeFirstOrThrow()
    if (count >= MAX_PLANS)
      throw new Refusal('not-allowed', {
        message: `A site can have ${MAX_PLANS} plans. Change an archived one instead.`,
      })
    const id = newId()
    await tx.db
      .insertInto('plan')
      .values({ id, ...fields, requestId, position: (last ?? 0) + 1, createdAt: tx.now() })
      .execute()
    await recordAudit(tx, { action: 'plan.created', target: targetOf({ id, ...fields }), after: audited(fields) })
    tx.invalidate('plans')
    return presentPlan(await findPlan(tx.db, id))
  })
}

function requireSame(earlier: PlanRow, fields: WrittenPlan): PlanRow {
  if (JSON.stringify(audited(earlier)) === JSON.stringify(audited(fields))) return earlier
  throw new Refusal('invalid', { issues: [{ path: ['body', 'request'], message: 'Use a new id for each plan.' }] })
}

/** People who joined before keep their price and their seats, which are stored with their membership. They get added seats. */
export function updatePlan(
  ctx: Ctx<Viewer>,
  id: string,
  { version, archived, ...fields }: WrittenPlan & { version: number; archived: boolean },
): Promise<AdminPlan> {
  requirePayable(fields)
  return inTransaction(ctx, async (tx) => {
    const before = await orNotFound(
      tx.db.selectFrom('plan').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    )
    if (before.version !== version)
      throw new Refusal('version-conflict', { current: presentPlan(await findPlan(tx.db, id)) })
    await requireKept(tx.db, before, fields)
    const archivedAt = archived ? (before.archivedAt ?? tx.now()) : null
    await tx.db
      .updateTable('plan')
      .set({ ...fields, archivedAt, version: version + 1 })
      .where('id', '=', id)
      .execute()
    const wasArchived = before.archivedAt !== null
    const changed = archived === wasArchived ? 'updated' : archived ? 'archived' : 'restored'
    await recordAudit(tx, {
      action: `plan.${changed}`,
      target: targetOf({ id, ...fields }),
      before: { ...audited(before), archived: wasArchived },
      after: { ...audited(fields), archived },
    })
    tx.invalidate('plans')
    return presentPlan(await findPlan(tx.db, id))
  })
}

/** Members pay as before in any case, and the page would say otherwise. */
async function requireKept(db: Db, before: Pick<PlanRow, 'id' | 'period' | 'currency'>, after: WrittenPlan) {
  const changed = (['period', 'currency'] as const).filter((field) => before[field] !== after[field])
  if (changed.length === 0 || (await findPlan(db, before.id)).members === 0) return
  const message = 'This plan has members. Archive it, and create another one.'
  // Also above the form, which does not let admins change the fields that it knows to be in use.
  throw new Refusal('invalid', { message, issues: changed.map((field) => ({ path: ['body', field], message })) })
}

/** The payment provider refuses fractions of some currencies, and rounds others. */
function requirePayable({ price, currency }: WrittenPlan) {
  const problem = findAmountProblem(price, currency)
  if (problem) throw new Refusal('invalid', { issues: [{ path: ['body', 'price'], message: problem }] })
}

/** Plans that are not named follow in their present order. */
export async function orderPlans(ctx: Ctx<Viewer>, ids: readonly string[]) {
  await inTransaction(ctx, async (tx) => {
    await lockPlans(tx.db)
    const rows = await tx.db.selectFrom('plan').select(['id', 'name']).orderBy('position').orderBy('id').execute()
    const known = new Map(rows.map((row) => [row.id, row.name]))
    const named = [...new Set(ids)].filter((id) => known.has(id))
    const order = [...named, ...rows.map(({ id }) => id).filter((id) => !named.includes(id))]
    for (const [index, id] of order.entries())
      await tx.db
        .updateTable('plan')
        .set({ position: index + 1 })
        .where('id', '=', id)
        .where('position', '<>', index + 1)
        .execute()
    await recordAudit(tx, { action: 'plan.reordered', after: { order: order.map((id) => known.get(id)) } })
    tx.invalidate('plans')
  })
  return {}
}

async function lockPlans(db: Db) {
  await sql`select pg_advisory_xact_lock(hashtext('plans'))`.execute(db)
}

function targetOf({ id, name }: { id: string; name: string }) {
  return { kind: 'plan', id, name }
}

function audited({ name, description, period, price, currency, trialDays, benefits, seats }: WrittenPlan) {
  return { name, description, period, price, currency, trialDays, benefits, seats }
}
