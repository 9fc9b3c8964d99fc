import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { EarnRule } from '#contract/rewards/kinds.ts'
import type { AdminReward, AdminRule, rewardAdminEndpoints } from '#contract/rewards/rewards-admin.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { presentAdminReward, presentRule } from './present.ts'
import { latestProof } from './prove.ts'
import { allRules, countToFulfil, rewardsWithCounts } from './queries.ts'

type Endpoints = typeof rewardAdminEndpoints
type NewReward = z.infer<Endpoints['POST /api/admin/rewards/catalogue']['body']>
type ChangedReward = z.infer<Endpoints['PUT /api/admin/rewards/catalogue/{id}']['body']>
type ChangedRule = z.infer<Endpoints['PUT /api/admin/rewards/rules/{kind}']['body']>

export async function getRewardsOverview(ctx: Ctx) {
  const [rules, rewards, toFulfil, proof] = await Promise.all([
    allRules(ctx.db),
    rewardsWithCounts(ctx.db).orderBy('position').orderBy('id').execute(),
    countToFulfil(ctx.db),
    latestProof(ctx),
  ])
  return { rules: rules.map(presentRule), rewards: rewards.map(presentAdminReward), toFulfil, proof }
}

export function updateRule(ctx: Ctx<Viewer>, kind: EarnRule, { version, ...fields }: ChangedRule): Promise<AdminRule> {
  return inTransaction(ctx, async (tx) => {
    const before = await orNotFound(
      tx.db.selectFrom('berryRule').selectAll().where('kind', '=', kind).forNoKeyUpdate().executeTakeFirst(),
    )
    if (before.version !== version) throw new Refusal('version-conflict', { current: presentRule(before) })
    const row = await tx.db
      .updateTable('berryRule')
      .set({ ...fields, version: version + 1 })
      .where('kind', '=', kind)
      .returningAll()
      .executeTakeFirstOrThrow()
    const { amount, dailyCap, enabled } = before
    const target = { kind: 'berry-rule', id: kind }
    await recordAudit(tx, {
      action: 'berry-rule.updated',
      target,
      before: { amount, dailyCap, enabled },
      after: fields,
    })
    tx.invalidate('rewards')
    return presentRule(row)
  })
}

export function addReward(ctx: Ctx<Viewer>, fields: NewReward): Promise<AdminReward> {
  return inTransaction(ctx, async (tx) => {
    const id = newId()
    const last = sql<number>`(select coalesce(max(position), 0) + 1 from reward)`
    await tx.db
      .insertInto('reward')
      .values({ id, ...validated(fields), position: last, createdAt: tx.now() })
      .execute()
    await recordAudit(tx, { action: 'reward.added', target: targetOf(id, fields), after: { ...fields } })
    tx.invalidate('rewards')
    return getReward(tx, id)
  })
}

export function updateReward(ctx: Ctx<Viewer>, id: string, given: ChangedReward): Promise<AdminReward> {
  const { version, archived, stock, ...fields } = given
  return inTransaction(ctx, async (tx) => {
    const before = await orNotFound(
      tx.db.selectFrom('reward').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    )
    const current = await getReward(tx, id)
    if (before.version !== version) throw new Refusal('version-conflict', { current })
    if (current.redeemed > 0 && fields.kind !== before.kind) throw kindInUse()
    const changed = { ...validated(fields), stock: changeStock(before.stock, stock) }
    const archivedAt = archived ? (before.archivedAt ?? tx.now()) : null
    await tx.db
      .updateTable('reward')
      .set({ ...changed, archivedAt, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      action: 'reward.updated',
      target: targetOf(id, fields),
      before: { name: before.name, price: before.price, stock: before.stock, archived: before.archivedAt !== null },
      after: { name: fields.name, price: fields.price, stock: changed.stock, archived },
    })
    // Profiles show badges by their present name and icon.
    tx.invalidate('rewards', `reward:${id}`)
    return getReward(tx, id)
  })
}

/** What was redeemed since the admin saw `from` stays redeemed. */
function changeStock(stock: number | null, { from, to }: ChangedReward['stock']) {
  return stock === null || from === null || to === null ? to : Math.max(0, stock + to - from)
}

/** A refund and the profile depend on what the reward was. */
function kindInUse() {
  const message = 'People have redeemed this reward, so its kind can’t change. Archive it and add another.'
  return new Refusal('invalid', { issues: [{ path: ['body', 'kind'], message }] })
}

/** Ids that are left out, such as archived rewards, follow in their order. */
export function orderRewards(ctx: Ctx<Viewer>, ids: string[]) {
  return inTransaction(ctx, async (tx) => {
    await sql`update reward set position = placed.position from
      (select id, row_number() over (order by array_position(${ids}::text[], id), position, id)::int as position
        from reward) as placed
      where reward.id = placed.id`.execute(tx.db)
    await recordAudit(tx, { action: 'rewards.ordered', after: { rewards: ids.length } })
    tx.invalidate('rewards')
    return {}
  })
}

function validated<Fields extends Pick<NewReward, 'kind' | 'months'>>(fields: Fields): Fields {
  if (fields.kind === 'membership' && fields.months === null)
    throw new Refusal('invalid', {
      issues: [{ path: ['body', 'months'], message: 'Enter the months of membership.' }],
    })
  return fields.kind === 'membership' ? fields : { ...fields, months: null }
}

function targetOf(id: string, { name }: { name: string }) {
  return { kind: 'reward', id, name }
}

async function getReward({ db }: Ctx, id: string) {
  return presentAdminReward(await orNotFound(rewardsWithCounts(db).where('reward.id', '=', id).executeTakeFirst()))
}
