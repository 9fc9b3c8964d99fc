import { hasRole } from '#contract/endpoint.ts'
import type { PaymentProviderName, Receipt } from '#contract/membership/membership.ts'
import { isTestMode } from '#contract/membership/states.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { getSite } from '#server/settings/site.ts'
import type { ReceiptContent } from './receipt-pdf.ts'

const NUMBER_DIGITS = 6
const TEST_PREFIX = 'TEST-'

/** Test receipts have numbers of their own, which are told apart. */
export function formatReceiptNumber(number: number, provider: PaymentProviderName) {
  return `${isTestMode(provider) ? TEST_PREFIX : ''}${String(number).padStart(NUMBER_DIGITS, '0')}`
}

/** As it is printed, or without zeros. Null for a text that is no number. */
export function parseReceiptNumber(text: string): number | null {
  const [, digits] = /^(?:TEST-)?(\d{1,15})$/i.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

type Asked = { before?: string | undefined; limit: number }

export async function listReceipts({ db, viewer }: Ctx<Viewer>, { before, limit }: Asked): Promise<PageOf<Receipt>> {
  const place = timeCursor.read(before)
  let query = db.selectFrom('payment').selectAll().where('personId', '=', viewer.id)
  if (place) query = query.where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(place[0], place[1])))
  const rows = await query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, next } = timeCursor.paginate(rows, limit, (last) => [last.createdAt, last.id])
  const items = shown.map(({ number, provider, paidAt, createdAt, ...row }) => {
    const { id, state, description, amount, tax, refunded, currency } = row
    const receipt = {
      number: number === null ? null : formatReceiptNumber(number, provider),
      at: (paidAt ?? createdAt).toISOString(),
    }
    return { id, state, description, amount, tax, refunded, currency, ...receipt }
  })
  return { items, next }
}

/** Of the viewer, or of anyone for admins. A payment that failed has no receipt. */
export async function getReceiptContent(ctx: Ctx<Viewer>, id: string): Promise<ReceiptContent> {
  const { db, viewer } = ctx
  let query = db
    .selectFrom('payment')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('paymentRefund')
        .select(({ fn }) => fn.max('at').as('at'))
        .whereRef('paymentId', '=', 'payment.id')
        .as('refundedAt'),
    )
    .where('id', '=', id)
    .where('paidAt', 'is not', null)
  if (!hasRole(viewer, 'admin')) query = query.where('personId', '=', viewer.id)
  const payment = await orNotFound(query.executeTakeFirst())
  const { name: siteName } = await getSite(ctx)
  const { description, amount, discount, tax, refunded, currency, provider } = payment
  const { seller, buyer, periodStart, periodEnd, refundedAt } = payment
  return {
    siteName,
    number: formatReceiptNumber(payment.number ?? 0, provider),
    paidAt: payment.paidAt ?? payment.createdAt,
    description,
    amount,
    discount,
    tax,
    refunded,
    refundedAt,
    currency,
    periodStart,
    periodEnd,
    seller,
    buyer,
    isTest: isTestMode(provider),
  }
}
