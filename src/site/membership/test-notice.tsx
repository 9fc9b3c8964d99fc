import type { PaymentProviderName } from '#contract/membership/membership.ts'
import { isTestMode } from '#contract/membership/states.ts'
import { Icon } from '#site/ui/icon.tsx'

/** On every screen of membership in test mode. */
export function TestNotice({ provider }: { provider: PaymentProviderName }) {
  if (!isTestMode(provider)) return null
  return (
    <p
      role="note"
      className="flex items-start gap-3 rounded-md border border-warning-200 bg-warning-50 px-4 py-3 text-sm text-warning-800"
    >
      <Icon name="flask-conical" className="mt-0.5" />
      <span>
        <strong className="font-semibold">Test mode: no money moves.</strong>{' '}
        {provider === 'test'
          ? 'This site has no payment provider yet, so no card is charged.'
          : 'This site uses test keys of Stripe, so only Stripe’s test cards work.'}
      </span>
    </p>
  )
}
