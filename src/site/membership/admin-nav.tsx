import type { PaymentProviderName } from '#contract/membership/membership.ts'
import { PillLink } from '#site/ui/pill-link.tsx'
import { TestNotice } from './test-notice.tsx'

const screens = [
  { to: '/admin/membership', name: 'Overview' },
  { to: '/admin/membership/plans', name: 'Plans' },
  { to: '/admin/membership/members', name: 'Members' },
  { to: '/admin/membership/payments', name: 'Payments' },
  { to: '/admin/membership/coupons', name: 'Coupons' },
  { to: '/admin/membership/gift-codes', name: 'Gift codes' },
]

type Props = {
  current: string
  /** Left out where the screen says more about the test mode itself. */
  provider?: PaymentProviderName
}

/** The screens of membership. Each of them says so when no money moves. */
export function MembershipNav({ current, provider }: Props) {
  return (
    <>
      <nav aria-label="Membership" className="mt-4 flex flex-wrap gap-2">
        {screens.map(({ to, name }) => (
          <PillLink key={to} to={to} current={to === current}>
            {name}
          </PillLink>
        ))}
      </nav>
      {provider && (
        <div className="mt-4 empty:hidden">
          <TestNotice provider={provider} />
        </div>
      )}
    </>
  )
}
