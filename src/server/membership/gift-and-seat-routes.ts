import { Refusal } from '#contract/errors.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Api, Serve } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { getDiscount } from './coupons.ts'
import { listOwnGifts, redeemGiftCode } from './gift-codes.ts'
import { startGiftCheckout } from './gift-checkout.ts'
import { getOwnMembership } from './own-membership.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { renderReceipt } from './receipt-pdf.ts'
import { getReceiptContent, listReceipts } from './receipts.ts'
import { acceptSeat, findSeatInvitation, inviteToSeat, listSeats, removeSeat } from './seats.ts'

export function giftAndSeatRoutes(serve: Serve, payments: PaymentProvider) {
  serve('GET /api/membership/discount', (ctx, { query }) => getDiscount(ctx, query))
  serve('GET /api/membership/receipts', (ctx, { query }) => listReceipts(ctx, query))
  serve('GET /api/membership/gifts', (ctx) => listOwnGifts(ctx))
  serve('POST /api/membership/gifts/checkout', (ctx, { body }) => startGiftCheckout(ctx, payments, body))
  serve('POST /api/membership/gifts/redeem', async (ctx, { body }) => {
    await redeemGiftCode(ctx, payments, body.code)
    return getOwnMembership(ctx, payments)
  })
  serve('GET /api/membership/seats', (ctx) => listSeats(ctx))
  serve('POST /api/membership/seats', (ctx, { body }) => inviteToSeat(ctx, body))
  serve('DELETE /api/membership/seats/{id}', (ctx, { params }) => removeSeat(ctx, params.id))
  serve('GET /api/membership/seats/invitation/{token}', (ctx, { params }) => findSeatInvitation(ctx, params.token))
  serve('POST /api/membership/seats/accept', async (ctx, { body }) => {
    await acceptSeat(ctx, body.token)
    return getOwnMembership(ctx, payments)
  })
}

/** Receipts as PDF. A link opens them, so the session cookie is enough. They stay available when membership is switched off. */
export function mountReceipts(http: Http, { api, site }: { api: Api; site: SiteConfig }) {
  http.get<{ Params: { file: string } }>(`${site.base}api/membership/receipts/:file`, async (request, reply) => {
    const caller = callerOf(request, reply, site)
    const found = await api.findPerson(caller)
    const viewer = found?.viewer ?? null
    const ctx = { ...api.ctxOf(caller), signedIn: found?.signedIn ?? null }
    await ctx.limits.take('look', viewer?.id ?? caller.address)
    if (!viewer) throw new Refusal('sign-in-needed')
    const [, id] = /^([A-Za-z0-9]{20})\.pdf$/.exec(request.params.file) ?? []
    if (!id) throw new Refusal('not-found')
    const receipt = await getReceiptContent({ ...ctx, viewer }, id)
    reply.header('cache-control', 'private, no-store')
    reply.header('content-type', 'application/pdf')
    reply.header('content-disposition', `inline; filename="receipt-${receipt.number}.pdf"`)
    reply.header('cross-origin-resource-policy', 'same-origin')
    return reply.send(await renderReceipt(receipt))
  })
}
