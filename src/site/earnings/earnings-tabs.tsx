import { Banner } from '#site/ui/banner.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'

const tabs = [
  { id: 'creators', name: 'Creators', to: '/admin/earnings' },
  { id: 'months', name: 'Months', to: '/admin/earnings?tab=months' },
  { id: 'payouts', name: 'Payouts', to: '/admin/earnings?tab=payouts' },
] as const

type Props = { current: (typeof tabs)[number]['id']; test: boolean }

export function EarningsTabs({ current, test }: Props) {
  return (
    <>
      <p className="mt-2 max-w-reading text-gray-600">
        This site computes what creators earn and records what you paid them. It transfers no money: pay creators
        yourself, for example with a bank transfer.
      </p>
      {test && (
        <div className="mt-4">
          <Banner tone="warning" title="Test payments">
            These amounts come from payments in test mode, in which no money moves. They are ignored after the first
            real payment.
          </Banner>
        </div>
      )}
      <nav aria-label="Earnings" className="mt-5 flex flex-wrap gap-2">
        {tabs.map(({ id, name, to }) => (
          <PillLink key={id} to={to} current={id === current}>
            {name}
          </PillLink>
        ))}
      </nav>
    </>
  )
}
