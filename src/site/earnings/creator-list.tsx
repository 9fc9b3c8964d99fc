import type { CreatorBalance } from '#contract/earnings/earnings-admin.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { EarningsTabs } from './earnings-tabs.tsx'
import { RecordPayout } from './record-payout.tsx'

const columns: readonly ListColumn<CreatorBalance>[] = [
  { id: 'name', header: 'Creator', primary: true, sort: 'name', cell: ({ person }) => <bdi>{person.name}</bdi> },
  { id: 'handle', header: 'Handle', cell: ({ person }) => <span className="wrap-anywhere">@{person.handle}</span> },
  {
    id: 'earned',
    header: 'Earned',
    numeric: true,
    sort: 'earned',
    firstOrder: 'descending',
    cell: ({ earned, currency }) => formatMoney(earned, currency),
  },
  { id: 'paid', header: 'Paid', numeric: true, cell: ({ paid, currency }) => formatMoney(paid, currency) },
  {
    id: 'owed',
    header: 'Owed',
    numeric: true,
    sort: 'owed',
    firstOrder: 'descending',
    cell: ({ owed, currency }) => <span className="font-semibold">{formatMoney(owed, currency)}</span>,
  },
  {
    id: 'pay',
    header: 'Payout',
    cell: (creator) => (creator.owed > 0 ? <RecordPayout creator={creator} /> : <span>Paid in full</span>),
  },
]

const filters: readonly ListFilter[] = [
  { kind: 'choice', name: 'show', label: 'Balance', options: [{ value: 'owed', label: 'Still owed' }] },
]

const rowId = ({ id }: CreatorBalance) => id
const rowLabel = ({ person }: CreatorBalance) => person.name
const rowUrl = ({ person, erased }: CreatorBalance) => (erased ? null : `/admin/users/${person.id}`)

type Props = {
  items: readonly CreatorBalance[]
  next: string | null
  test: boolean
  query: Readonly<Record<string, string>>
}

export function CreatorList({ items, next, test, query }: Props) {
  return (
    <AdminList
      title="Earnings"
      path="/admin/earnings"
      noun={['creator', 'creators']}
      rows={items}
      next={next}
      query={query}
      usualSort="-owed"
      columns={columns}
      filters={filters}
      searchLabel="Search names and handles"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      csv="/api/admin/earnings.csv"
      empty={
        <EmptyState icon="wallet" title="No creator has earned anything yet">
          Amounts appear here on the 3rd of each month, when the previous month is closed.
        </EmptyState>
      }
    >
      <EarningsTabs current="creators" test={test} />
    </AdminList>
  )
}
