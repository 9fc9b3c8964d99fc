import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Payout } from '#contract/earnings/earnings-admin.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn } from '#site/admin/list/list-types.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { toast } from '#site/ui/toast.tsx'
import { EarningsTabs } from './earnings-tabs.tsx'
import { formatDay } from './format.ts'

const nameOf = ({ person }: Payout) => person?.name ?? 'Deleted user'

const columns: readonly ListColumn<Payout>[] = [
  { id: 'person', header: 'Creator', primary: true, cell: (payout) => <bdi>{nameOf(payout)}</bdi> },
  {
    id: 'amount',
    header: 'Amount',
    numeric: true,
    sort: 'amount',
    firstOrder: 'descending',
    cell: ({ amount, currency, voidedAt }) => (
      <span className={voidedAt ? 'text-gray-600 line-through' : 'font-semibold'}>{formatMoney(amount, currency)}</span>
    ),
  },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ reference }) => <bdi className="wrap-anywhere">{reference}</bdi>,
  },
  { id: 'paid', header: 'Paid on', cell: ({ paidOn }) => formatDay(paidOn) },
  {
    id: 'created',
    header: 'Recorded',
    sort: 'created',
    firstOrder: 'descending',
    cell: ({ createdAt, by }) => (
      <>
        <Time at={createdAt} /> by <bdi>{by ?? 'a deleted user'}</bdi>
      </>
    ),
  },
  {
    id: 'void',
    header: 'State',
    cell: (payout) => (payout.voidedAt ? <Badge>Voided</Badge> : <VoidButton payout={payout} />),
  },
]

function VoidButton({ payout }: { payout: Payout }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const { id, amount, currency } = payout
  const money = formatMoney(amount, currency)

  async function voidIt() {
    if (busy) return
    setBusy(true)
    try {
      await api('POST /api/admin/earnings/payouts/{id}/void', { params: { id } })
      void toast({ title: 'Payout voided' })
      await revalidate()
    } catch (error) {
      void toast({ title: errorMessage(error), tone: 'danger' })
    }
    setBusy(false)
  }

  return (
    <ConfirmButton
      label={`Void the payout of ${money} to ${nameOf(payout)}`}
      busy={busy}
      title="Void this payout?"
      consequence={`It stays in the list, marked as voided, and ${money} is owed to ${nameOf(payout)} again.`}
      action="Void payout"
      onConfirm={() => void voidIt()}
    >
      Void
    </ConfirmButton>
  )
}

const rowId = ({ id }: Payout) => id

type Props = {
  items: readonly Payout[]
  next: string | null
  test: boolean
  query: Readonly<Record<string, string>>
}

export function PayoutList({ items, next, test, query }: Props) {
  return (
    <AdminList
      title="Earnings"
      path="/admin/earnings"
      noun={['payout', 'payouts']}
      rows={items}
      next={next}
      query={query}
      usualSort="-created"
      columns={columns}
      tab="tab"
      searchLabel="Search references, names and handles"
      rowId={rowId}
      rowLabel={nameOf}
      csv="/api/admin/earnings/payouts.csv"
      empty={
        <EmptyState icon="wallet" title="No payouts yet">
          Pay a creator, and record the payout in the list of creators.
        </EmptyState>
      }
    >
      <EarningsTabs current="payouts" test={test} />
    </AdminList>
  )
}
