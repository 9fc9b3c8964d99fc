import type { Serve } from '#server/platform/api.ts'
import { createCoupon, endCoupon, listCoupons } from './manage-coupons.ts'
import { createGiftCodes, endGiftCode, listGiftCodes } from './manage-gift-codes.ts'
import { endGrantOf, grantToPerson, listGrants } from './manage-grants.ts'
import { createPlan, listAdminPlans, orderPlans, updatePlan } from './manage-plans.ts'
import { listMembers, listPayments, refundMember } from './members.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { getRevenue } from './revenue.ts'

export function membershipAdminRoutes(serve: Serve, payments: PaymentProvider) {
  serve('GET /api/admin/membership/revenue', (ctx, { query }) => getRevenue(ctx, payments.name, query))
  serve('GET /api/admin/membership/provider', async () => ({ provider: payments.name }))
  serve('GET /api/admin/membership/plans', (ctx) => listAdminPlans(ctx))
  serve('POST /api/admin/membership/plans', (ctx, { body }) => createPlan(ctx, body))
  serve('PUT /api/admin/membership/plans/{id}', (ctx, { params, body }) => updatePlan(ctx, params.id, body))
  serve('PUT /api/admin/membership/plans/order', (ctx, { body }) => orderPlans(ctx, body.ids))
  serve('GET /api/admin/membership/coupons', (ctx, { query }) => listCoupons(ctx, query))
  serve('POST /api/admin/membership/coupons', (ctx, { body }) => createCoupon(ctx, body))
  serve('POST /api/admin/membership/coupons/{id}/end', (ctx, { params }) => endCoupon(ctx, params.id))
  serve('GET /api/admin/membership/gift-codes', (ctx, { query }) => listGiftCodes(ctx, query))
  serve('POST /api/admin/membership/gift-codes', (ctx, { body }) => createGiftCodes(ctx, body))
  serve('POST /api/admin/membership/gift-codes/{id}/end', (ctx, { params }) => endGiftCode(ctx, params.id))
  serve('GET /api/admin/membership/members', (ctx, { query }) => listMembers(ctx, query))
  serve('GET /api/admin/membership/payments', (ctx, { query }) => listPayments(ctx, query))
  serve('GET /api/admin/membership/grants', (ctx, { query }) => listGrants(ctx, query))
  serve('POST /api/admin/membership/grants', (ctx, { body }) => grantToPerson(ctx, body))
  serve('POST /api/admin/membership/grants/{id}/end', (ctx, { params, body }) =>
    endGrantOf(ctx, params.id, body.reason),
  )
  serve('POST /api/admin/membership/members/{id}/refund', (ctx, { params, body }) =>
    refundMember(ctx, payments, params.id, body.reason),
  )
}
