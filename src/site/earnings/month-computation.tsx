import type { StoryEarning } from '#contract/earnings/earnings.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { CsvLink } from '#site/ui/csv-link.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { type Column, Table } from '#site/ui/table.tsx'
import type { ChosenMonth } from './earnings-data.ts'
import { formatMonth, formatReads } from './format.ts'

const storyColumns: readonly Column<StoryEarning>[] = [
  { name: 'Story', cell: (story) => <StoryTitle story={story} /> },
  { name: 'Finished by members', numeric: true, cell: ({ storyReads }) => formatReads(storyReads) },
  {
    name: 'Your part',
    numeric: true,
    cell: ({ storyReads, authors }) =>
      authors === 1 ? 'All' : `1 of ${authors} authors: ${formatReads(storyReads / authors)}`,
  },
  { name: 'Amount', numeric: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
]

/** How the amount of a month came about in each currency, in words and numbers, and each story’s part of it. */
export function MonthComputation({ months }: { months: readonly ChosenMonth[] }) {
  const [first] = months
  if (!first) return null
  const { month, closedAt } = first
  return (
    <section className="mt-10" aria-labelledby="computation">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="computation" className="font-serif text-xl font-semibold">
          {closedAt ? `How ${formatMonth(month)} was computed` : `${formatMonth(month)} so far`}
        </h2>
        <CsvLink url={`/api/earnings/stories.csv?month=${month}`} />
      </div>
      {!closedAt && (
        <p className="mt-1 text-sm text-gray-600">
          An estimate. It changes with every payment and every read, and becomes final on the 3rd of the next month.
        </p>
      )}
      {months.map((one) => (
        <div key={one.currency} className="mt-4 [&+&]:mt-10">
          <Steps month={one} />
          {one.net + one.carried < 0 && (
            <p className="mt-2 text-sm text-gray-600">
              More was refunded than paid. The rest is deducted in the next months.
            </p>
          )}
          <p className="mt-2 text-sm text-gray-600">
            Amounts are rounded to the smallest unit of the currency, so that those of all creators sum to the pool. The
            export has every figure to recompute yours.
          </p>
          <div className="mt-4">
            <Table
              caption={`Your stories in ${formatMonth(month)}, ${one.currency.toUpperCase()}`}
              stacks
              rows={one.stories}
              keyOf={({ id }) => id}
              empty={<p className="text-sm text-gray-600">No member has finished one of your stories in this month.</p>}
              columns={storyColumns}
            />
          </div>
          {one.hasMore && (
            <p className="mt-2 text-sm text-gray-600">
              These are the stories that earned most. The export has all of them.
            </p>
          )}
        </div>
      ))}
    </section>
  )
}

/** Each line is one step, and its result is the start of the next one. */
function Steps({ month }: { month: ChosenMonth }) {
  const { net, carried, revenue, sharePercent, pool, reads, ownReads, amount, currency, closedAt } = month
  const money = (value: number) => formatMoney(value, currency)
  const percent = reads === 0 ? 0 : (ownReads / reads) * 100
  const steps = [
    { words: 'Members paid, without tax and refunds', numbers: '', result: money(net) },
    ...(carried === 0
      ? []
      : [
          {
            words: 'Carried over from earlier months',
            numbers: carried > 0 ? 'Payments recorded late' : 'Refunds not deducted yet',
            result: money(carried),
          },
        ]),
    { words: 'Creators share', numbers: `${money(revenue)} × ${sharePercent}%`, result: money(pool) },
    {
      words: 'Your part of all finished reads',
      numbers: `${formatReads(ownReads)} of ${formatReads(reads)}`,
      result: `${percent.toLocaleString('en', { maximumFractionDigits: 2 })}%`,
    },
    {
      words: closedAt ? 'You earned' : 'You would earn',
      numbers: reads === 0 ? '' : `${money(pool)} × ${formatReads(ownReads)} ÷ ${formatReads(reads)}`,
      result: money(amount),
    },
  ]
  return (
    <ol className="rounded-lg border border-gray-200 bg-gray-50 px-4 sm:px-5">
      {steps.map(({ words, numbers, result }, index) => (
        <li
          key={words}
          className={`grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-gray-200 py-3 not-first:border-t sm:grid-cols-[1fr_auto_minmax(8rem,auto)] ${index === steps.length - 1 ? 'font-semibold' : ''}`}
        >
          <span>{words}</span>
          <span className="text-sm font-normal text-gray-600 tabular-nums max-sm:order-last max-sm:col-span-full">
            {numbers}
          </span>
          <span className="text-end whitespace-nowrap tabular-nums">{result}</span>
        </li>
      ))}
    </ol>
  )
}

function StoryTitle({ story: { title, slug } }: { story: StoryEarning }) {
  const name = title || 'Untitled story'
  if (slug === null)
    return (
      <span dir="auto" className="wrap-anywhere">
        {name}
      </span>
    )
  return (
    <TextLink to={`/story/${slug}`}>
      <bdi className="wrap-anywhere">{name}</bdi>
    </TextLink>
  )
}
