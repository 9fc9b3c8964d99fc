import type { ReactNode } from 'react'
import { usePageData, useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { BooksOverview } from './books-overview.tsx'
import { Catalogue } from './catalogue.tsx'
import { LedgerAudit } from './ledger-audit.tsx'
import { RedemptionDesk } from './redemption-desk.tsx'
import type { RewardsView, rewardsData } from './rewards-data.ts'
import { RuleForms } from './rule-form.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const views: readonly { view: RewardsView; name: string }[] = [
  { view: 'overview', name: 'Overview' },
  { view: 'redemptions', name: 'Redemptions' },
  { view: 'catalogue', name: 'Catalogue' },
  { view: 'rules', name: 'Earning rules' },
  { view: 'ledger', name: 'Ledger' },
]

export default function RewardsPage() {
  const data = usePageData<typeof rewardsData>()
  const { overview } = data
  const navigation = (
    <>
      <Views view={data.kind} toFulfil={overview.toFulfil} />
      <SwitchedOff />
    </>
  )
  if (data.kind === 'redemptions') return <RedemptionDesk {...data}>{navigation}</RedemptionDesk>
  if (data.kind === 'ledger') return <LedgerAudit {...data}>{navigation}</LedgerAudit>
  return (
    <Frame navigation={navigation}>
      {data.kind === 'overview' && <BooksOverview {...overview} />}
      {data.kind === 'catalogue' && <Catalogue rewards={overview.rewards} />}
      {data.kind === 'rules' && <RuleForms rules={overview.rules} />}
    </Frame>
  )
}

function Frame({ navigation, children }: { navigation: ReactNode; children: ReactNode }) {
  return (
    <div className="max-w-5xl py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold">Rewards</h1>
      {navigation}
      {children}
    </div>
  )
}

function SwitchedOff() {
  const { site } = useShell()
  if (!site.switchedOff.includes('berries')) return null
  return (
    <div className="mt-5">
      <Banner tone="warning">
        Berries are switched off: they can’t be earned, given or redeemed. Balances are kept.{' '}
        <TextLink to="/admin/settings/features">Switch berries on</TextLink>
      </Banner>
    </div>
  )
}

function Views({ view, toFulfil }: { view: RewardsView; toFulfil: number }) {
  return (
    <nav aria-label="Views" className="mt-5 flex flex-wrap gap-2">
      {views.map(({ view: one, name }) => (
        <PillLink
          key={one}
          to={one === 'overview' ? '/admin/rewards' : `/admin/rewards?show=${one}`}
          current={one === view}
        >
          {one === 'redemptions' && toFulfil > 0 ? `${name} (${toFulfil})` : name}
        </PillLink>
      ))}
    </nav>
  )
}
