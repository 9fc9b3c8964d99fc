import { sql } from 'kysely'
import type { Received } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { AdminMember, AdminPayment } from '#contract/membership/membership-admin.ts'
import { Id, type PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { cardsOf, findPersonId } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { prefixPattern } from '#server/platform/like-pattern.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { anyOf, defineSortedList, findMatchingIds, wordsQuery } from '#server/platform/sorted-list.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { refundMembership } from './manage-membership.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { formatReceiptNumber, parseReceiptNumber } from './receipts.ts'

const memberPage = defineSortedList(
  { started: { by: sql.ref('membership.startedAt'), key: time } },
  { by: sql.ref('membership.id'), key: Id },
  '-started',
)

/** Of the present subscription: a person who left and came back keeps the row. */
const refundableAmount = sql<number>`coalesce((
  select amount - refunded from payment
  where membership_id = membership.id and paid_at >= membership.started_at
  order by created_at desc, id desc limit 1), 0)`

function members(db: Db) {
  return db
    .selectFrom('membership')
    .innerJoin('plan', 'plan.id', 'membership.planId')
    .selectAll('membership')
    .select(['plan.name as planName', refundableAmount.as('refundable')])
}

type MemberRow = { personId: string; planId: string; planName: string } & Pick<
  AdminMember,
  'id' | 'state' | 'price' | 'currency' | 'period' | 'refundable'
> & { periodEnd: Date; startedAt: Date }

async function presentMembers(ctx: Ctx, rows: readonly MemberRow[]): Promise<AdminMember[]> {
  const cards = new Map(
    (
      await cardsOf(
        ctx,
        rows.map(({ personId }) => personId),
      )
    ).map((card) => [card.id, card]),
  )
  return rows.flatMap(({ personId, planId, planName, periodEnd, startedAt, ...row }) => {
    const { id, state, price, currency, period, refundable } = row
    const person = cards.get(personId)
    const times = { periodEnd: periodEnd.toISOString(), startedAt: startedAt.toISOString() }
    const plan = { id: planId, name: planName }
    return person ? { id, person, state, plan, price, currency, period, refundable, ...times } : []
  })
}

export async function listMembers(
  ctx: Ctx,
  asked: Received<'GET /api/admin/membership/members'>['query'],
): Promise<PageOf<AdminMember>> {
  let query = members(ctx.db)
  if (asked.state) query = query.where('membership.state', '=', asked.state)
  if (asked.plan) query = query.where('membership.planId', '=', asked.plan)
  if (asked.q) {
    const people = peopleLike(ctx.db, asked.q)
    const found = await findMatchingIds(ctx.db, people)
    if (found) query = query.where('membership.personId', '=', anyOf(found))
    else query = query.where('membership.personId', 'in', people)
  }
  const { shown, next } = await memberPage(query, asked)
  return { items: await presentMembers(ctx, shown), next }
}

function peopleLike(db: Db, q: string) {
  const words = wordsQuery(q)
  return (
    db
      .selectFrom('person')
      .select('person.id')
      // The index of words has only them.
      .where('person.erasedAt', 'is', null)
      .where((eb) =>
        eb.or([
          eb('person.handle', 'like', prefixPattern(q.toLowerCase().replace(/^@/, ''))),
          ...(words ? [sql<boolean>`person.name_words @@ ${words}`] : []),
        ]),
      )
  )
}

const paymentPage = defineSortedList(
  { created: { by: sql.ref('payment.createdAt'), key: time } },
  { by: sql.ref('payment.id'), key: Id },
  '-created',
)

export async function listPayments(
  ctx: Ctx,
  asked: Received<'GET /api/admin/membership/payments'>['query'],
): Promise<PageOf<AdminPayment>> {
  let query = ctx.db.selectFrom('payment').selectAll('payment')
  if (asked.state) query = query.where('payment.state', '=', asked.state)
  if (asked.person) query = query.where('payment.personId', '=', (await findPersonId(ctx, asked.person)) ?? '')
  if (asked.q) query = query.where('payment.number', '=', parseReceiptNumber(asked.q) ?? 0)
  const { shown, next } = await paymentPage(query, asked)
  const ids = shown.map(({ personId }) => personId).filter((id) => id !== null)
  const cards = new Map((await cardsOf(ctx, [...new Set(ids)])).map((card) => [card.id, card]))
  const items = shown.map((row) => {
    const { id, kind, state, description, amount, discount, tax, refunded, currency, provider } = row
    return {
      id,
      kind,
      state,
      description,
      amount,
      discount,
      tax,
      refunded,
      currency,
      provider,
      number: row.number === null ? null : formatReceiptNumber(row.number, provider),
      person: row.personId === null ? null : (cards.get(row.personId) ?? null),
      at: (row.paidAt ?? row.createdAt).toISOString(),
    }
  })
  return { items, next }
}

/** A refusal of the provider leaves no audit entry. What was refunded is recorded with the payment in any case. */
export async function refundMember(ctx: Ctx<Viewer>, payments: PaymentProvider, id: string, reason: string) {
  const membership = await orNotFound(
    ctx.db.selectFrom('membership').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  const { personId, state, currency, provider } = membership
  if (state === 'expired' || provider !== payments.name)
    throw new Refusal('wrong-state', { message: 'This membership has ended. Refund it at the payment provider.' })
  const refunded = await refundMembership(ctx, payments, membership)
  return inTransaction(ctx, async (tx) => {
    const target = { kind: 'person', id: personId }
    await recordAudit(tx, {
      action: 'membership.refunded',
      target,
      before: { state },
      after: { refunded, currency },
      reason,
    })
    const [member] = await presentMembers(tx, [
      await orNotFound(members(tx.db).where('membership.id', '=', id).executeTakeFirst()),
    ])
    if (!member) throw new Refusal('not-found')
    return { ...member, refunded }
  })
}
