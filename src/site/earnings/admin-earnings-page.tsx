import { usePageData } from '#site/page.ts'
import type { adminEarningsData } from './admin-earnings-data.ts'
import { CreatorList } from './creator-list.tsx'
import { MonthOverviewPage } from './month-overview.tsx'
import { PayoutList } from './payout-list.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function AdminEarningsPage() {
  const data = usePageData<typeof adminEarningsData>()
  if (data.tab === 'payouts') return <PayoutList {...data} />
  if (data.tab === 'months') return <MonthOverviewPage {...data} />
  return <CreatorList {...data} />
}
