import { useMemo } from 'react'
import { stateNames } from '#contract/membership/describe-membership.ts'
import type { AdminMember, AdminPlan } from '#contract/membership/membership-admin.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { useApi, usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { GiveMembership } from './admin-give-membership.tsx'
import { optionsOf } from './admin-labels.ts'
import { memberActions } from './admin-member-actions.tsx'
import type { membersData } from './admin-members-data.ts'
import { MembershipNav } from './admin-nav.tsx'
import { formatPlan, formatPlanPrice } from './format-membership.ts'
import { stateTones } from './labels.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const columns: readonly ListColumn<AdminMember>[] = [
  { id: 'name', header: 'Name', primary: true, cell: ({ person }) => <bdi>{person.name}</bdi> },
  {
    id: 'handle',
    header: 'Handle',
    hiddenByDefault: true,
    cell: ({ person }) => <span className="wrap-anywhere">@{person.handle}</span>,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => (
      <span className="whitespace-nowrap">
        <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
      </span>
    ),
  },
  { id: 'plan', header: 'Plan', cell: ({ plan }) => <bdi className="wrap-anywhere">{plan.name}</bdi> },
  {
    id: 'price',
    header: 'Price',
    numeric: true,
    cell: (row) => <span className="whitespace-nowrap">{formatPlanPrice(row)}</span>,
  },
  {
    id: 'end',
    header: 'Period ends',
    cell: ({ periodEnd }) => (
      <span className="whitespace-nowrap">
        <AbsoluteTime at={periodEnd} dateOnly />
      </span>
    ),
  },
  {
    id: 'started',
    header: 'Joined',
    sort: 'started',
    firstOrder: 'descending',
    cell: ({ startedAt }) => <Time at={startedAt} />,
  },
]

const { none: _none, ...listedStates } = stateNames

export default function MembersPage() {
  const { items, next, plans, provider, query } = usePageData<typeof membersData>()
  const api = useApi()
  const actions = useMemo(() => memberActions(api), [api])
  const filters = useMemo(() => filtersOf(plans), [plans])
  return (
    <AdminList
      title="Members"
      path="/admin/membership/members"
      noun={['membership', 'memberships']}
      rows={items}
      next={next}
      query={query}
      usualSort="-started"
      columns={columns}
      filters={filters}
      actions={actions}
      searchLabel="Search names and handles"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      csv="/api/admin/membership/members.csv"
      aside={<GiveMembership />}
      empty={
        <EmptyState icon="users" title="No members yet">
          People appear here when they join on the membership page. Those who read with a gift, a seat or free months
          are among <TextLink to="/admin/users?member=yes">all members</TextLink> in the list of people.
        </EmptyState>
      }
    >
      <MembershipNav current="/admin/membership/members" provider={provider} />
    </AdminList>
  )
}

const rowId = ({ id }: AdminMember) => id
const rowLabel = ({ person }: AdminMember) => person.name
const rowUrl = ({ person }: AdminMember) => `/admin/users/${person.id}`

function filtersOf(plans: readonly AdminPlan[]): readonly ListFilter[] {
  return [
    { kind: 'choice', name: 'state', label: 'State', options: optionsOf(listedStates) },
    {
      kind: 'choice',
      name: 'plan',
      label: 'Plan',
      options: plans.map((plan) => ({ value: plan.id, label: formatPlan(plan) })),
    },
  ]
}
