import type { EarningsMonth } from '#contract/earnings/earnings.ts'
import type { MonthOverview } from '#contract/earnings/earnings-admin.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { type Column, Table } from '#site/ui/table.tsx'
import { EarningsTabs } from './earnings-tabs.tsx'
import { formatMonth, formatReads } from './format.ts'

type Row = EarningsMonth & Partial<MonthOverview>
type Props = { open: readonly EarningsMonth[]; closed: readonly MonthOverview[]; test: boolean }

const columns: readonly Column<Row>[] = [
  {
    name: 'Month',
    cell: ({ month, closedAt }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-medium">
        <span className="whitespace-nowrap">{formatMonth(month)}</span>
        {!closedAt && <Badge>Estimate</Badge>}
      </span>
    ),
  },
  { name: 'Revenue', numeric: true, cell: (row) => <RevenueOf {...row} /> },
  {
    name: 'Pool',
    numeric: true,
    cell: ({ pool, currency, sharePercent }) => (
      <>
        <Money amount={pool} currency={currency} />
        <span className="block text-gray-600">{sharePercent}%</span>
      </>
    ),
  },
  { name: 'Reads', numeric: true, cell: ({ reads }) => formatReads(reads) },
  { name: 'Creators', numeric: true, cell: ({ creators }) => creators?.toLocaleString('en') ?? '–' },
  {
    name: 'Distributed',
    numeric: true,
    cell: ({ distributed, currency }) =>
      distributed === undefined ? '–' : <Money amount={distributed} currency={currency} />,
  },
]

/** With its parts, if it is not what was paid in the month. */
function RevenueOf({ net, carried, revenue, currency }: Row) {
  return (
    <>
      <Money amount={revenue} currency={currency} />
      {net !== revenue && (
        <span className="block text-gray-600">
          <Money amount={net} currency={currency} /> in the month
        </span>
      )}
      {carried !== 0 && (
        <span className="block text-gray-600">
          <Money amount={carried} currency={currency} /> carried over
        </span>
      )}
    </>
  )
}

function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span className="whitespace-nowrap">{formatMoney(amount, currency)}</span>
}

export function MonthOverviewPage({ open, closed, test }: Props) {
  const rows: Row[] = [...open, ...closed]
  return (
    <div className="py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold">Earnings</h1>
      <EarningsTabs current="months" test={test} />
      <div className="mt-6">
        <Table
          caption="Months"
          stacks
          rows={rows}
          keyOf={({ month, currency }) => `${month} ${currency}`}
          empty={
            <EmptyState icon="calendar" title="No months yet">
              The first month appears here with the first membership payment.
            </EmptyState>
          }
          columns={columns}
        />
      </div>
    </div>
  )
}
