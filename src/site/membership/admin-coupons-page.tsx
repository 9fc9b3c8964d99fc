import { useMemo } from 'react'
import type { AdminCoupon, AdminPlan } from '#contract/membership/membership-admin.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { BulkAction, ListColumn } from '#site/admin/list/list-types.ts'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { type Api, useApi, usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { NewCoupon } from './admin-coupon-dialog.tsx'
import type { couponsData } from './admin-coupons-data.ts'
import { formatDuration } from './admin-labels.ts'
import { MembershipNav } from './admin-nav.tsx'
import { formatDiscount, formatPlan } from './format-membership.ts'
import { runEachRow } from './run-each-row.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const columnsOf = (plans: readonly AdminPlan[]): readonly ListColumn<AdminCoupon>[] => [
  {
    id: 'code',
    header: 'Code',
    primary: true,
    cell: ({ code }) => (
      <span dir="ltr" className="font-mono text-sm wrap-anywhere">
        {code}
      </span>
    ),
  },
  { id: 'discount', header: 'Discount', cell: formatDiscount },
  { id: 'duration', header: 'Applies to', cell: formatDuration },
  {
    id: 'plan',
    header: 'Plan',
    cell: ({ plan }) => (plan ? <bdi>{planNameOf(plans, plan)}</bdi> : 'All plans'),
  },
  { id: 'used', header: 'Used', numeric: true, cell: formatUses },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt ? <AbsoluteTime at={expiresAt} /> : 'Never'),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ active }) => (active ? <Badge tone="primary">Active</Badge> : <Badge>Ended</Badge>),
  },
  {
    id: 'created',
    header: 'Created',
    sort: 'created',
    firstOrder: 'descending',
    hiddenByDefault: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

export default function CouponsPage() {
  const { items, next, plans, provider, query } = usePageData<typeof couponsData>()
  const api = useApi()
  const actions = useMemo(() => [endAction(api)], [api])
  const columns = useMemo(() => columnsOf(plans), [plans])
  return (
    <AdminList
      title="Coupons"
      path="/admin/membership/coupons"
      noun={['coupon', 'coupons']}
      rows={items}
      next={next}
      query={query}
      usualSort="-created"
      columns={columns}
      actions={actions}
      searchLabel="Search by the start of a code"
      rowId={rowId}
      rowLabel={rowLabel}
      aside={<NewCoupon plans={plans.filter(({ archived }) => !archived)} />}
      empty={
        <EmptyState icon="ticket-percent" title="No coupons yet">
          A coupon takes a percentage or an amount off a plan. People enter its code when they join.
        </EmptyState>
      }
    >
      <MembershipNav current="/admin/membership/coupons" provider={provider} />
    </AdminList>
  )
}

const rowId = ({ id }: AdminCoupon) => id
const rowLabel = ({ code }: AdminCoupon) => code

function planNameOf(plans: readonly AdminPlan[], { id, name }: { id: string; name: string }) {
  const plan = plans.find((one) => one.id === id)
  return plan ? formatPlan(plan) : name
}

function endAction(api: Api): BulkAction<AdminCoupon> {
  return {
    id: 'end',
    label: 'End',
    icon: 'circle-stop',
    tone: 'danger',
    inRow: 'button',
    appliesTo: ({ active }) => active,
    run: runEachRow(({ id }) => api('POST /api/admin/membership/coupons/{id}/end', { params: { id } })),
    done: (count) => (count === 1 ? 'Coupon ended' : `${count} coupons ended`),
    confirm: {
      title: (count) => (count === 1 ? 'End this coupon?' : `End ${count} coupons?`),
      text: 'The code can’t be used anymore. People who used it keep their discount.',
      button: 'End',
    },
  }
}

function formatUses({ redemptions, maxRedemptions }: AdminCoupon) {
  const used = redemptions.toLocaleString('en')
  return maxRedemptions === null ? used : `${used} of ${maxRedemptions.toLocaleString('en')}`
}
