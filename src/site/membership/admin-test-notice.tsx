import type { PaymentProviderName } from '#contract/membership/membership.ts'
import { Banner } from '#site/ui/banner.tsx'

/** Without live keys of Stripe, nothing is paid. */
export function TestCheckoutNotice({ provider }: { provider: PaymentProviderName }) {
  if (provider === 'stripe-test')
    return (
      <Banner tone="warning" title="Stripe test mode: no money moves">
        Memberships and figures are test data, and end when you set live keys. To take real payments, set{' '}
        <code>STRIPE_SECRET_KEY</code> and <code>STRIPE_WEBHOOK_SECRET</code> of the live mode and restart the site.
      </Banner>
    )
  return (
    <Banner tone="warning" title="Test checkout: no money moves">
      Memberships and figures are test data. To take real payments, set <code>STRIPE_SECRET_KEY</code> and{' '}
      <code>STRIPE_WEBHOOK_SECRET</code> and restart the site. <code>docs/configuration.md</code> describes both.
    </Banner>
  )
}
