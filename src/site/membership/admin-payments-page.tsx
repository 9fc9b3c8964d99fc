import type { AdminPayment } from '#contract/membership/membership-admin.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { usePageData } from '#site/page.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { optionsOf } from './admin-labels.ts'
import { MembershipNav } from './admin-nav.tsx'
import type { paymentsData } from './admin-payments-data.ts'
import { paymentStateNames } from './labels.ts'
import { PaymentBadge } from './payment-badge.tsx'
import { PersonLink } from './person-link.tsx'
import { ReceiptLink } from './receipt-link.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const columns: readonly ListColumn<AdminPayment>[] = [
  {
    id: 'number',
    header: 'Receipt',
    primary: true,
    cell: ({ number }) => number ?? <span className="text-gray-600">No receipt</span>,
  },
  { id: 'person', header: 'Person', cell: ({ person }) => <PersonLink person={person} none="Deleted account" /> },
  { id: 'description', header: 'For', cell: ({ description }) => <bdi className="wrap-anywhere">{description}</bdi> },
  { id: 'amount', header: 'Amount', numeric: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  {
    id: 'refunded',
    header: 'Refunded',
    numeric: true,
    cell: ({ refunded, currency }) => (refunded > 0 ? formatMoney(refunded, currency) : '–'),
  },
  { id: 'state', header: 'State', cell: (payment) => <PaymentBadge payment={payment} showsPaid /> },
  {
    id: 'discount',
    header: 'Discount',
    numeric: true,
    hiddenByDefault: true,
    cell: ({ discount, currency }) => (discount > 0 ? formatMoney(discount, currency) : '–'),
  },
  {
    id: 'tax',
    header: 'Tax included',
    numeric: true,
    hiddenByDefault: true,
    cell: ({ tax, currency }) => (tax > 0 ? formatMoney(tax, currency) : '–'),
  },
  {
    id: 'created',
    header: 'Time',
    sort: 'created',
    firstOrder: 'descending',
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        <AbsoluteTime at={at} />
      </span>
    ),
  },
  { id: 'pdf', header: 'PDF', cell: ({ id, number }) => (number ? <ReceiptLink id={id} number={number} /> : '–') },
]

const filters: readonly ListFilter[] = [
  { kind: 'choice', name: 'state', label: 'State', options: optionsOf(paymentStateNames) },
  { kind: 'person', name: 'person', label: 'Person' },
]

export default function PaymentsPage() {
  const { items, next, provider, query } = usePageData<typeof paymentsData>()
  return (
    <AdminList
      title="Payments"
      path="/admin/membership/payments"
      noun={['payment', 'payments']}
      rows={items}
      next={next}
      query={query}
      usualSort="-created"
      columns={columns}
      filters={filters}
      searchLabel="Search by the number of a receipt"
      rowId={rowId}
      rowLabel={rowLabel}
      csv="/api/admin/membership/payments.csv"
      empty={
        <EmptyState icon="receipt" title="No payments yet">
          Payments for memberships and gifts appear here, each with its receipt.
        </EmptyState>
      }
    >
      <MembershipNav current="/admin/membership/payments" provider={provider} />
    </AdminList>
  )
}

const rowId = ({ id }: AdminPayment) => id
const rowLabel = ({ number, description }: AdminPayment) => (number === null ? description : `Receipt ${number}`)
