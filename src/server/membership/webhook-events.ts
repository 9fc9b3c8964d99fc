import type { MembershipState } from '#contract/membership/states.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { emitWebhook } from '#server/webhooks/emit.ts'
import { describePerson } from '#server/webhooks/event-data.ts'

type Transition = { event: string; from: MembershipState; to: MembershipState }

/** Describes the membership after the last of these steps. Plain renewals are not announced. In the transaction of the change. */
export async function emitMembership(tx: Ctx, membershipId: string, steps: readonly Transition[]) {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last || (first.event === 'pay' && first.from === last.to)) return
  await emitWebhook(tx, typeOf(first.from, last.to), async () => {
    const row = await tx.db
      .selectFrom('membership')
      .innerJoin('person', 'person.id', 'membership.personId')
      .innerJoin('plan', 'plan.id', 'membership.planId')
      .select(['membership.id', 'membership.state', 'membership.price', 'membership.currency', 'membership.period'])
      .select([
        'membership.startedAt',
        'periodEnd',
        'personId',
        'handle',
        'person.name',
        'planId',
        'plan.name as planName',
      ])
      .where('membership.id', '=', membershipId)
      .executeTakeFirst()
    if (!row) return null
    const { id, state, price, currency, period, personId, handle, name } = row
    const data = {
      id,
      person: describePerson(tx.site, { id: personId, handle, name }),
      state,
      plan: { id: row.planId, name: row.planName },
      price,
      currency,
      period,
      startedAt: row.startedAt.toISOString(),
      periodEnd: row.periodEnd.toISOString(),
    }
    return { data, people: [personId] }
  })
}

function typeOf(from: MembershipState, to: MembershipState) {
  if (to === 'expired') return 'membership.ended'
  return from === 'none' || from === 'expired' ? 'membership.started' : 'membership.changed'
}
