import type { ReactNode } from 'react'
import type { Revenue } from '#contract/membership/membership-admin.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { isTestMode } from '#contract/membership/states.ts'
import { BarChart } from '#site/charts/bar-chart.tsx'
import { LineChart } from '#site/charts/line-chart.tsx'
import { usePageData } from '#site/page.ts'
import { PillLink } from '#site/ui/pill-link.tsx'
import { ExitReasons } from './admin-exit-reasons.tsx'
import { FigureCards } from './admin-figure-cards.tsx'
import { FirstSteps } from './admin-first-steps.tsx'
import { MembershipNav } from './admin-nav.tsx'
import type { overviewData } from './admin-overview-data.ts'
import { TestCheckoutNotice } from './admin-test-notice.tsx'
import { formatMoneyCompact } from './amount-input.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function MembershipOverviewPage() {
  const { revenue, hasPlans } = usePageData<typeof overviewData>()
  const isNew = !hasPlans && revenue.members === 0 && revenue.months.every(({ joined }) => joined === 0)
  return (
    <div className="max-w-6xl py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold">Membership</h1>
        {!isNew && <CurrencySwitch revenue={revenue} />}
      </div>
      <MembershipNav current="/admin/membership" />
      {isNew ? (
        <FirstSteps provider={revenue.provider} />
      ) : (
        <div className="mt-6 grid grid-cols-1 gap-8">
          {isTestMode(revenue.provider) && <TestCheckoutNotice provider={revenue.provider} />}
          <FigureCards revenue={revenue} />
          <Charts revenue={revenue} />
          <ExitReasons revenue={revenue} />
        </div>
      )}
    </div>
  )
}

/** Amounts of different currencies cannot be added up. */
function CurrencySwitch({ revenue: { currency, currencies } }: { revenue: Revenue }) {
  if (currencies.length < 2) return null
  return (
    <nav aria-label="Currency" className="flex flex-wrap gap-2">
      {currencies.map((one) => (
        <PillLink key={one} to={`/admin/membership?currency=${one}`} current={one === currency}>
          {one.toUpperCase()}
        </PillLink>
      ))}
    </nav>
  )
}

function Charts({ revenue: { months, currency } }: { revenue: Revenue }) {
  const points = (value: (month: Revenue['months'][number]) => number) =>
    months.map((month) => ({ at: month.at, ...monthNames(month.at), value: value(month) }))
  const money = {
    format: (value: number) => formatMoney(value, currency),
    formatTick: (value: number) => formatMoneyCompact(value, currency),
  }
  const count = (value: number) => value.toLocaleString('en')
  return (
    <section aria-labelledby="charts">
      <h2 id="charts" className="font-serif text-xl font-semibold">
        Last twelve months
      </h2>
      <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
        <Chart title="Monthly recurring revenue" about="At the end of each month.">
          <LineChart label="Monthly recurring revenue" points={points(({ mrr }) => mrr)} {...money} />
        </Chart>
        <Chart title="Revenue" about="Paid in each month, less refunds.">
          <BarChart label="Revenue" points={points(({ revenue }) => revenue)} {...money} />
        </Chart>
        <Chart title="Members" about="At the end of each month.">
          <LineChart label="Members" points={points(({ members }) => members)} format={count} />
        </Chart>
        <Chart title="Joined and left" about="Memberships that started and ended in each month.">
          <BarChart
            label="Joined and left"
            series={[
              { name: 'Joined', points: points(({ joined }) => joined) },
              { name: 'Left', points: points(({ left }) => left) },
            ]}
            format={count}
          />
        </Chart>
      </div>
    </section>
  )
}

function Chart({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="font-medium">{title}</h3>
      <p className="mb-3 text-sm text-gray-600">{about}</p>
      {children}
    </div>
  )
}

/** `at` is a month, such as 2026-03, or its first day. */
function monthNames(at: string) {
  const day = new Date(`${at.slice(0, 7)}-01T00:00:00Z`)
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options }).format(day)
  return { label: name({ month: 'long', year: 'numeric' }), short: name({ month: 'short' }) }
}
