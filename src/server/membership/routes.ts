import type { Serve } from '#server/platform/api.ts'
import {
  cancelMembership,
  openPortal,
  previewSwitch,
  resumeMembership,
  switchPlan,
  syncOwnMembership,
  updateBilling,
} from './manage-membership.ts'
import { getCheckoutResult, getOffer, getOwnMembership } from './own-membership.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { startMembershipCheckout } from './start-checkout.ts'
import { changeTestCard, getTestSession, payTestSession, renewTestMembership } from './test-checkout.ts'

export function membershipRoutes(serve: Serve, payments: PaymentProvider) {
  serve('GET /api/membership', (ctx) => getOffer(ctx, payments))
  serve('GET /api/membership/own', (ctx) => getOwnMembership(ctx, payments))
  serve('POST /api/membership/checkout', (ctx, { body }) => startMembershipCheckout(ctx, payments, body))
  serve('GET /api/membership/checkout/{id}', (ctx, { params }) => getCheckoutResult(ctx, payments, params.id))
  serve('GET /api/membership/switch', (ctx, { query }) => previewSwitch(ctx, payments, query.plan))
  serve('POST /api/membership/switch', (ctx, { body }) => switchPlan(ctx, payments, body))
  serve('POST /api/membership/cancel', (ctx, { body }) => cancelMembership(ctx, payments, body))
  serve('POST /api/membership/resume', (ctx) => resumeMembership(ctx, payments))
  serve('POST /api/membership/portal', (ctx) => openPortal(ctx, payments))
  serve('POST /api/membership/sync', (ctx) => syncOwnMembership(ctx, payments))
  serve('PUT /api/membership/billing', (ctx, { body }) => updateBilling(ctx, payments, body))

  serve('GET /api/membership/test/{session}', (ctx, { params }) => getTestSession(ctx, payments, params.session))
  serve('POST /api/membership/test/{session}/pay', (ctx, { params, body }) =>
    payTestSession(ctx, payments, params.session, body.card),
  )
  serve('POST /api/membership/test/card', (ctx, { body }) => changeTestCard(ctx, payments, body.card))
  serve('POST /api/membership/test/renew', (ctx) => renewTestMembership(ctx, payments))
}
