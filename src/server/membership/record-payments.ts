import { sql } from 'kysely'
import type { PartyOfReceipt, PaymentProviderName } from '#contract/membership/membership.ts'
import type { PaymentState } from '#contract/membership/states.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { getSite } from '#server/settings/site.ts'
import type { ProviderInvoice } from './providers/provider.ts'
import { billingOf, emailOf } from './queries.ts'

type PaidFor = {
  provider: PaymentProviderName
  personId: string
  membershipId: string | null
  kind: 'membership' | 'gift'
  planId: string
}

/** Records what the provider says about invoices. Each invoice is one payment, however often it is recorded. */
export async function recordPayments(tx: Ctx, paidFor: PaidFor, invoices: readonly ProviderInvoice[]) {
  const relevant = invoices.filter(({ amount, status }) => amount > 0 && (status === 'paid' || status === 'failed'))
  if (relevant.length === 0) return
  const ids = relevant.map(({ id }) => id)
  const found = await tx.db
    .selectFrom('payment')
    .select(['id', 'providerId', 'state', 'refunded'])
    .where('provider', '=', paidFor.provider)
    .where('providerId', 'in', ids)
    .execute()
  const rows = new Map(found.map((row) => [row.providerId, row]))
  // Oldest first, in the order of the receipt numbers. Of the same second, the first of the list is the newest.
  for (const invoice of relevant.toReversed().toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    const recorded = rows.get(invoice.id)
    if (!recorded) await insertPayment(tx, paidFor, invoice)
    else if (recorded.state === 'failed' && invoice.status === 'paid') await markPaid(tx, recorded.id, paidFor, invoice)
    // A provider that forgets a refund does not take back what the books and the receipt say.
    else if (recorded.refunded < invoice.refunded) await markRefunded(tx, recorded, invoice)
  }
}

async function insertPayment(tx: Ctx, paidFor: PaidFor, invoice: ProviderInvoice) {
  const { db } = tx
  const person = await db
    .selectFrom('person')
    .select('erasedAt')
    .where('id', '=', paidFor.personId)
    .executeTakeFirstOrThrow()
  const id = newId()
  const { amount, discount, refunded, currency, description, periodStart, periodEnd, createdAt } = invoice
  await db
    .insertInto('payment')
    .values({
      ...paidFor,
      personId: person.erasedAt ? null : paidFor.personId,
      id,
      providerId: invoice.id,
      description,
      discount,
      refunded,
      currency,
      periodStart,
      periodEnd,
      createdAt,
      amount,
      ...(invoice.status === 'paid' ? await paidValues(tx, paidFor, invoice) : { state: 'failed' as const }),
    })
    .execute()
  await addRefund(tx, id, refunded)
}

async function markPaid(tx: Ctx, id: string, paidFor: PaidFor, invoice: ProviderInvoice) {
  const { amount, discount, refunded } = invoice
  const paid = await paidValues(tx, paidFor, invoice)
  await tx.db
    .updateTable('payment')
    .set({ amount, discount, refunded, ...paid })
    .where('id', '=', id)
    .execute()
  await addRefund(tx, id, refunded)
}

type Recorded = { id: string; refunded: number }

async function markRefunded(tx: Ctx, { id, refunded: before }: Recorded, { refunded, amount }: ProviderInvoice) {
  const state = stateOf(refunded, amount)
  await tx.db.updateTable('payment').set({ refunded, state }).where('id', '=', id).execute()
  await addRefund(tx, id, refunded - before)
}

/** At the time when the site learns of it, so that a month that is closed stays as it is. */
async function addRefund({ db, now }: Ctx, paymentId: string, amount: number) {
  if (amount > 0) await db.insertInto('paymentRefund').values({ paymentId, amount, at: now() }).execute()
}

function stateOf(refunded: number, amount: number): PaymentState {
  return refunded >= amount ? 'refunded' : 'paid'
}

/** What is fixed once paid: the number, the tax, the seller and the buyer. */
async function paidValues(
  tx: Ctx,
  { personId, provider }: PaidFor,
  { amount, refunded, paidAt, createdAt }: ProviderInvoice,
) {
  const [{ taxPercent, ...seller }, { name }] = await Promise.all([getSetting(tx, 'membership.seller'), getSite(tx)])
  return {
    state: stateOf(refunded, amount),
    number: await nextReceiptNumber(tx, provider),
    paidAt: paidAt ?? createdAt,
    // Prices include tax.
    tax: Math.round((amount * taxPercent) / (100 + taxPercent)),
    seller: JSON.stringify({ ...seller, name: seller.name || name }),
    buyer: JSON.stringify(await findBuyer(tx, personId)),
  }
}

async function findBuyer({ db }: Ctx, personId: string): Promise<PartyOfReceipt> {
  const [billing, email, person] = await Promise.all([
    billingOf(db, personId),
    emailOf(db, personId),
    db.selectFrom('person').select('name').where('id', '=', personId).executeTakeFirst(),
  ])
  const { address = '', country = '', taxId = '' } = billing ?? {}
  return { name: billing?.name || (person?.name ?? ''), address, country, taxId, email }
}

/** Without gaps: the lock is held until commit, and a rollback returns the number. Test receipts have a series of their own. */
async function nextReceiptNumber({ db }: Ctx, provider: PaymentProviderName): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('receipt number'), hashtext(${provider}))`.execute(db)
  const { last } = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
