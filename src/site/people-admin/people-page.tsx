import { useMemo } from 'react'
import { roles } from '#contract/endpoint.ts'
import type { AdminPerson } from '#contract/people-admin/people-admin.ts'
import { personStates } from '#contract/people-admin/person-states.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { useApi, usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { bulkActions } from './bulk-actions.tsx'
import type { peopleData } from './people-data.ts'
import { roleNames, stateNames, stateTones } from './words.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const columns: readonly ListColumn<AdminPerson>[] = [
  { id: 'name', header: 'Name', primary: true, sort: 'name', cell: ({ name }) => <bdi>{name}</bdi> },
  { id: 'handle', header: 'Handle', cell: ({ handle }) => <span className="wrap-anywhere">@{handle}</span> },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => (
      <span className="wrap-anywhere" dir="ltr">
        {email ?? '–'}
      </span>
    ),
  },
  { id: 'role', header: 'Role', cell: ({ role }) => roleNames[role] },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>,
  },
  {
    id: 'stories',
    header: 'Stories',
    numeric: true,
    hiddenByDefault: true,
    cell: ({ stories }) => stories.toLocaleString('en'),
  },
  {
    id: 'joined',
    header: 'Joined',
    sort: 'joined',
    firstOrder: 'descending',
    cell: ({ joinedAt }) => <Time at={joinedAt} />,
  },
  {
    id: 'seen',
    header: 'Last seen',
    sort: 'seen',
    firstOrder: 'descending',
    cell: ({ seenAt }) => <Time at={seenAt} />,
  },
]

const filters: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'role',
    label: 'Role',
    options: roles.map((role) => ({ value: role, label: roleNames[role] })),
  },
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: personStates.map((state) => ({ value: state, label: stateNames[state] })),
  },
  {
    kind: 'choice',
    name: 'member',
    label: 'Membership',
    options: [
      { value: 'yes', label: 'Members' },
      { value: 'no', label: 'Not members' },
    ],
  },
  { kind: 'date', name: 'joinedFrom', label: 'Joined from' },
  { kind: 'date', name: 'joinedTo', label: 'Joined to' },
  { kind: 'date', name: 'seenFrom', label: 'Last seen from' },
  { kind: 'date', name: 'seenTo', label: 'Last seen to' },
]

const rowId = ({ id }: AdminPerson) => id
const rowLabel = ({ name }: AdminPerson) => name
const rowUrl = ({ id }: AdminPerson) => `/admin/users/${id}`

export default function PeoplePage() {
  const { items, next, query } = usePageData<typeof peopleData>()
  const api = useApi()
  const actions = useMemo(() => bulkActions(api), [api])
  return (
    <AdminList
      title="People"
      path="/admin/users"
      noun={['person', 'people']}
      rows={items}
      next={next}
      query={query}
      usualSort="-joined"
      columns={columns}
      filters={filters}
      actions={actions}
      searchLabel="Search names, handles and email addresses"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      csv="/api/admin/people.csv"
      aside={
        <ButtonLink to="/admin/users/invitations" tone="quiet" size="sm">
          Invite people
        </ButtonLink>
      }
      empty={
        <EmptyState icon="users" title="No people yet">
          People appear here when they sign up.
        </EmptyState>
      }
    />
  )
}
