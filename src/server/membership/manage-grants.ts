import { sql } from 'kysely'
import type { Received } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { AdminGrant } from '#contract/membership/membership-admin.ts'
import { Id, type PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { notify } from '#server/notifications/notify.ts'
import { cardsOf, findPersonId } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { defineSortedList } from '#server/platform/sorted-list.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { endGrant, grantMembership } from './entitlement.ts'

const page = defineSortedList(
  { created: { by: sql.ref('membershipGrant.createdAt'), key: time } },
  { by: sql.ref('membershipGrant.id'), key: Id },
  '-created',
)

function grants(db: Db) {
  return db.selectFrom('membershipGrant').selectAll('membershipGrant')
}

export async function listGrants(
  ctx: Ctx,
  { person, ...asked }: Received<'GET /api/admin/membership/grants'>['query'],
): Promise<PageOf<AdminGrant>> {
  let query = grants(ctx.db)
  if (person) query = query.where('membershipGrant.personId', '=', (await findPersonId(ctx, person)) ?? '')
  const { shown, next } = await page(query, asked)
  return { items: await presentGrants(ctx, shown), next }
}

type Grant = Received<'POST /api/admin/membership/grants'>['body']

/** A repeated request changes nothing. */
export function grantToPerson(ctx: Ctx<Viewer>, { person: personId, months, reason, request }: Grant) {
  return inTransaction(ctx, async (tx) => {
    await orNotFound(
      tx.db
        .selectFrom('person')
        .select('id')
        .where('id', '=', personId)
        .where('erasedAt', 'is', null)
        .executeTakeFirst(),
    )
    const cause = `admin:${request}`
    const earlier = await tx.db
      .selectFrom('membershipGrant')
      .select(['personId', 'endsAt'])
      .where('cause', '=', cause)
      .executeTakeFirst()
    if (earlier && earlier.personId !== personId)
      throw new Refusal('invalid', { issues: [{ path: ['body', 'request'], message: 'Use a new id for each grant.' }] })
    const until = await grantMembership(tx, { personId, months, source: 'admin', cause })
    if (!earlier) {
      const target = { kind: 'person', id: personId }
      await recordAudit(tx, { action: 'membership.granted', target, after: { months }, reason })
      await notify(tx, { kind: 'membership', cause, actorId: null, personId, detail: { outcome: 'granted' } })
    }
    return { until: until?.toISOString() ?? null }
  })
}

/** Ends months that wait or run. Berries that a reward cost stay spent, and a gift code stays redeemed. */
export function endGrantOf(ctx: Ctx<Viewer>, id: string, reason: string): Promise<AdminGrant> {
  return inTransaction(ctx, async (tx) => {
    const find = () => orNotFound(grants(tx.db).where('id', '=', id).executeTakeFirst())
    const before = await find()
    const { personId, source, months, cause } = before
    const isEnded = stateOf(before, tx.now()) !== 'over' && (await endGrant(tx, cause))
    if (!isEnded) throw new Refusal('wrong-state', { message: 'These months have ended.' })
    const target = { kind: 'person', id: personId }
    await recordAudit(tx, { action: 'membership.grant-ended', target, before: { source, months }, reason })
    const detail = { outcome: 'months-ended' }
    await notify(tx, { kind: 'membership', cause: `months-ended:${id}`, actorId: null, personId, detail })
    const [ended] = await presentGrants(tx, [await find()])
    if (!ended) throw new Refusal('not-found')
    return ended
  })
}

type GrantRow = { startsAt: Date | null; endsAt: Date | null; endedAt: Date | null }

function stateOf({ startsAt, endsAt, endedAt }: GrantRow, now: Date): AdminGrant['state'] {
  if (endedAt !== null || (endsAt !== null && endsAt <= now)) return 'over'
  return startsAt !== null && startsAt <= now ? 'running' : 'waiting'
}

type PresentedRow = GrantRow & Pick<AdminGrant, 'id' | 'source' | 'months'> & { personId: string; createdAt: Date }

async function presentGrants(ctx: Ctx, rows: readonly PresentedRow[]): Promise<AdminGrant[]> {
  const ids = [...new Set(rows.map(({ personId }) => personId))]
  const cards = new Map((await cardsOf(ctx, ids)).map((card) => [card.id, card]))
  return rows.flatMap((row) => {
    const { id, source, months, startsAt, endsAt, endedAt, createdAt } = row
    const person = cards.get(row.personId)
    const times = {
      startsAt: startsAt?.toISOString() ?? null,
      endsAt: (endedAt ?? endsAt)?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }
    return person ? { id, person, source, months, state: stateOf(row, ctx.now()), ...times } : []
  })
}
