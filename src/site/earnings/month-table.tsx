import type { OwnMonth } from '#contract/earnings/earnings.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { Badge } from '#site/ui/badge.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Table } from '#site/ui/table.tsx'
import { formatMonth, formatReads } from './format.ts'

type Props = { months: readonly OwnMonth[]; chosen: string | null }

export function MonthTable({ months, chosen }: Props) {
  return (
    <section className="mt-12">
      <h2 className="mb-3 font-serif text-xl font-semibold">Months</h2>
      <Table
        caption="Months"
        stacks
        rows={months}
        keyOf={({ month, currency }) => `${month} ${currency}`}
        columns={[
          {
            name: 'Month',
            cell: (row) => monthName(row, chosen),
          },
          { name: 'Pool', numeric: true, cell: ({ pool, currency }) => formatMoney(pool, currency) },
          { name: 'All reads', numeric: true, cell: ({ reads }) => formatReads(reads) },
          { name: 'Your reads', numeric: true, cell: ({ ownReads }) => formatReads(ownReads) },
          { name: 'Amount', numeric: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
        ]}
      />
    </section>
  )
}

function monthName({ month, closedAt }: OwnMonth, chosen: string | null) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {month === chosen ? (
        <span className="font-semibold" aria-current="true">
          {formatMonth(month)}
        </span>
      ) : (
        <TextLink to={`/earnings?month=${month}`}>{formatMonth(month)}</TextLink>
      )}
      {!closedAt && <Badge>Estimate</Badge>}
    </span>
  )
}
