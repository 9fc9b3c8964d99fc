import type { Ctx } from '#server/platform/ctx.ts'
import type { PaymentProvider } from './provider.ts'
import { createStripeProvider } from './stripe.ts'
import { createTestProvider } from './test-provider.ts'

export type PaymentConfig =
  /** `apiUrl` stands in for Stripe's in tests. */
  { kind: 'stripe'; secretKey: string; webhookSecret: string; apiUrl: URL | null } | { kind: 'test' }

export function openPaymentProvider(
  config: PaymentConfig,
  needs: Pick<Ctx, 'db' | 'now' | 'log' | 'site'>,
): PaymentProvider {
  return config.kind === 'stripe' ? createStripeProvider(config, needs) : createTestProvider(needs)
}
