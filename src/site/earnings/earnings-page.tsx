import type { OwnEarnings, OwnPayout } from '#contract/earnings/earnings.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { usePageData } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { type Column, Table } from '#site/ui/table.tsx'
import { MonthComputation } from './month-computation.tsx'
import { MonthTable } from './month-table.tsx'
import type { earningsData } from './earnings-data.ts'
import { formatDay, formatMonth, formatReads } from './format.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

/** In characters. */
const LONG_AMOUNT = 10

const payoutColumns: readonly Column<OwnPayout>[] = [
  { name: 'Paid on', cell: ({ paidOn }) => formatDay(paidOn) },
  { name: 'Reference', cell: ({ reference }) => <bdi className="wrap-anywhere">{reference}</bdi> },
  { name: 'Amount', numeric: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
]

/** What the viewer's stories earned from memberships, and how it was computed. */
export default function EarningsPage() {
  const data = usePageData<typeof earningsData>()
  const { test, sharePercent, open, closed, balances, payouts, month, chosen } = data
  const isEmpty = open.length === 0 && closed.length === 0
  return (
    <div className="py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold tracking-tight">Earnings</h1>
      <p className="mt-3 max-w-reading text-gray-600">
        You earn when members finish your stories. Each month, creators share {sharePercent}% of what members paid, by
        finished reads.
      </p>
      {test && (
        <div className="mt-5">
          <Banner tone="warning" title="Test payments">
            This site takes payments in test mode. No money moves, and these amounts are not paid out.
          </Banner>
        </div>
      )}
      {isEmpty ? (
        <NothingYet data={data} />
      ) : (
        <>
          <Figures data={data} />
          <MonthComputation months={chosen} />
          <MonthTable months={[...open, ...closed]} chosen={month} />
          <section className="mt-12">
            <h2 className="font-serif text-xl font-semibold">Payouts</h2>
            <p className="mt-1 mb-3 max-w-reading text-sm text-gray-600">
              {balances.some(({ owed }) => owed > 0)
                ? 'The owner of this site pays creators directly and records it here.'
                : 'Nothing is owed to you right now.'}
            </p>
            <Table
              caption="Payouts"
              stacks
              rows={payouts}
              keyOf={({ id }) => id}
              empty={<p className="text-sm text-gray-600">No payouts yet.</p>}
              columns={payoutColumns}
            />
          </section>
        </>
      )}
    </div>
  )
}

function NothingYet({ data: { readsThisMonth, sharePercent } }: { data: OwnEarnings }) {
  return (
    <EmptyState
      icon="wallet"
      title="No earnings yet"
      action={<ButtonLink to="/articles/new">Write a story</ButtonLink>}
    >
      {readsThisMonth > 0
        ? `Members finished your stories ${readsThisMonth === 1 ? 'once' : `${formatReads(readsThisMonth)} times`} this month. Amounts appear here with the first membership payment.`
        : `When a member finishes one of your stories, you get a part of the pool: ${sharePercent}% of what members pay in the month.`}
    </EmptyState>
  )
}

function Figures({ data: { open, balances } }: { data: OwnEarnings }) {
  const currencies = [...new Set([...open, ...balances].map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const figures = [
      ...open
        .filter((one) => one.currency === currency)
        .map(({ month, amount }) => ({ name: `${formatMonth(month)} so far`, amount, hint: 'An estimate' })),
      ...balances
        .filter((one) => one.currency === currency)
        .flatMap(({ earned, paid, owed }) => [
          { name: 'Earned', amount: earned, hint: 'In all closed months' },
          { name: 'Paid out', amount: paid, hint: 'Listed below' },
          { name: 'Still owed', amount: owed, hint: 'Not paid out yet' },
        ]),
    ].map((figure) => ({ ...figure, value: formatMoney(figure.amount, currency) }))
    // So that no number breaks into two lines.
    const isLong = figures.some(({ value }) => value.length > LONG_AMOUNT)
    return (
      <dl
        key={currency}
        className={`mt-6 grid gap-3 lg:grid-cols-4 lg:gap-4 ${isLong ? 'grid-cols-1 sm:grid-cols-2' : 'grid-cols-2'}`}
      >
        {figures.map(({ name, value, hint }, index) => (
          <div
            key={name}
            className={`min-w-0 rounded-lg border p-4 sm:p-5 ${index === 0 ? 'border-primary-200 bg-primary-50' : 'border-gray-200 bg-white'}`}
          >
            <dt className="text-sm text-gray-600">{name}</dt>
            <dd
              className={`mt-1 font-serif font-semibold tabular-nums wrap-anywhere ${isLong ? 'text-lg' : 'text-xl sm:text-2xl'}`}
            >
              {value}
            </dd>
            <dd className="mt-1 text-sm text-gray-600">{hint}</dd>
          </div>
        ))}
      </dl>
    )
  })
}
