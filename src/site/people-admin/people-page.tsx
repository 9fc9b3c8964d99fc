import { Form } from 'react-router'
import type { AdminPerson } from '#contract/people-admin.ts'
import { personStates } from '#contract/people-admin.ts'
import { roles } from '#contract/endpoint.ts'
import { usePageData } from '#site/page.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { type Column, Table } from '#site/ui/table.tsx'
import { Time } from '#site/ui/time.tsx'
import type { peopleData } from './people-data.ts'
import { roleNames, stateNames, stateTones } from './words.ts'

const columns: Column<AdminPerson>[] = [
  {
    name: 'Name',
    cell: ({ id, name, handle, avatar }) => (
      <span className="flex min-w-48 items-center gap-3">
        <Avatar name={name} src={avatar?.src ?? null} size={32} />
        <span className="min-w-0">
          <TextLink to={`/admin/users/${id}`} className="font-medium wrap-anywhere" dir="auto">
            {name}
          </TextLink>
          <span className="block wrap-anywhere text-gray-600">@{handle}</span>
        </span>
      </span>
    ),
  },
  { name: 'Email', cell: ({ email }) => <span dir="ltr">{email ?? '–'}</span> },
  { name: 'Role', cell: ({ role }) => roleNames[role] },
  { name: 'State', cell: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge> },
  { name: 'Joined', cell: ({ joinedAt }) => <Time at={joinedAt} /> },
  { name: 'Last seen', cell: ({ seenAt }) => <Time at={seenAt} /> },
]

export default function PeoplePage() {
  const { items, next, first, filters } = usePageData<typeof peopleData>()
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const address = (before: string | null) => {
    const query = new URLSearchParams([...given, ...(before ? [['before', before]] : [])]).toString()
    return query ? `/admin/users?${query}` : '/admin/users'
  }
  return (
    <div className="py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold">People</h1>
        <ButtonLink to="/admin/users/invitations" tone="quiet" size="sm">
          Invite people
        </ButtonLink>
      </div>
      <Filters key={JSON.stringify(filters)} filters={filters} />
      <div className="mt-6">
        <Table
          caption="People"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
          empty={
            <EmptyState icon="users" title="No people found">
              Change the search or clear the filters.
            </EmptyState>
          }
        />
      </div>
      <Pagination
        label="More people"
        byTime={false}
        first={first ? null : address(null)}
        next={next && address(next)}
      />
    </div>
  )
}

type Filters = Awaited<ReturnType<typeof peopleData>>['filters']

function Filters({ filters }: { filters: Filters }) {
  const look = `min-h-11 ${controlLook}`
  return (
    <search>
      <Form action="/admin/users" className="mt-6 flex flex-wrap items-end gap-3">
        <Labelled label="Search">
          <input
            name="q"
            type="search"
            placeholder="Name, handle or email"
            defaultValue={filters.q}
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
            className={look}
          />
        </Labelled>
        <Choice name="role" label="Role" value={filters.role} options={roles.map((role) => [role, roleNames[role]])} />
        <Choice
          name="state"
          label="State"
          value={filters.state}
          options={personStates.map((state) => [state, stateNames[state]])}
        />
        <Labelled label="Joined from">
          <input type="date" name="joinedFrom" defaultValue={filters.joinedFrom} className={look} />
        </Labelled>
        <Labelled label="Joined to">
          <input type="date" name="joinedTo" defaultValue={filters.joinedTo} className={look} />
        </Labelled>
        <Labelled label="Seen from">
          <input type="date" name="seenFrom" defaultValue={filters.seenFrom} className={look} />
        </Labelled>
        <Labelled label="Seen to">
          <input type="date" name="seenTo" defaultValue={filters.seenTo} className={look} />
        </Labelled>
        <Choice
          name="sort"
          label="Sort"
          value={filters.sort}
          any="Newest"
          options={[
            ['joined', 'Oldest'],
            ['name', 'Name'],
            ['-seen', 'Last seen'],
          ]}
        />
        <Button type="submit" tone="quiet">
          Apply
        </Button>
        <ButtonLink to="/admin/users" tone="plain">
          Clear
        </ButtonLink>
      </Form>
    </search>
  )
}

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <label className="grid grid-cols-1 gap-1.5 text-sm font-medium text-gray-800">
      {label}
      {children}
    </label>
  )
}

type ChoiceProps = { name: string; label: string; value: string | undefined; any?: string; options: [string, string][] }

function Choice({ name, label, value = '', any = 'Any', options }: ChoiceProps) {
  return (
    <Labelled label={label}>
      <select name={name} defaultValue={value} className={`min-h-11 ${controlLook}`}>
        <option value="">{any}</option>
        {options.map(([option, shown]) => (
          <option key={option} value={option}>
            {shown}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
