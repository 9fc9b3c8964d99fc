import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { TabLinks } from '#site/people/tab-links.tsx'
import { BalanceHeader } from './balance-header.tsx'
import type { berryBasketData } from './berry-basket-data.ts'
import { BasketOverview } from './basket-overview.tsx'
import { GiftList } from './gift-list.tsx'
import { LedgerList } from './ledger-list.tsx'
import { VisitorBasket } from './visitor-basket.tsx'

export function head({ site, row }: HeadArgs): Head {
  return {
    title: `${row.title} · ${site.name}`,
    description: `Read stories on ${site.name}, earn berries, give them to authors and redeem them for rewards.`,
    path: '/berrybasket',
  }
}

export default function BerryBasketPage() {
  const data = usePageData<typeof berryBasketData>()
  if (data.kind === 'visitor') return <VisitorBasket {...data} />
  return (
    <div className="mx-auto max-w-page px-5 pb-16">
      <BalanceHeader basket={data.basket} rules={data.kind === 'basket' ? data.about.rules : null} />
      <BasketTabs kind={data.kind} />
      {data.kind === 'basket' && <BasketOverview {...data} />}
      {data.kind === 'history' && <LedgerList {...data} />}
      {(data.kind === 'given' || data.kind === 'received') && <GiftList key={data.kind} {...data} />}
    </div>
  )
}

const tabs = [
  { kind: 'basket', to: '/berrybasket', name: 'Basket' },
  { kind: 'history', to: '/berrybasket?show=history', name: 'History' },
  { kind: 'given', to: '/berrybasket?show=given', name: 'Gifts given' },
  { kind: 'received', to: '/berrybasket?show=received', name: 'Gifts received' },
]

function BasketTabs({ kind }: { kind: string }) {
  return (
    <div className="mt-8">
      <TabLinks
        label="Your berries"
        tabs={tabs.map(({ kind: one, to, name }) => ({ to, name, current: one === kind }))}
      />
    </div>
  )
}
