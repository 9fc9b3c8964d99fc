import { useMemo } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Link } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { describeAction } from './describe-action.ts'
import type { auditData } from './audit-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const columns: readonly ListColumn<AuditEntry>[] = [
  { id: 'action', header: 'Action', primary: true, cell: (entry) => <Action entry={entry} /> },
  { id: 'actor', header: 'Who', cell: (entry) => <Actor entry={entry} /> },
  { id: 'target', header: 'Target', cell: (entry) => <Target entry={entry} /> },
  { id: 'changes', header: 'Changes', cell: (entry) => <Changes entry={entry} /> },
  { id: 'at', header: 'When', sort: 'at', firstOrder: 'descending', cell: ({ at }) => <Time at={at} /> },
  { id: 'address', header: 'Address', hiddenByDefault: true, cell: ({ address }) => address ?? '–' },
  {
    id: 'request',
    header: 'Request',
    hiddenByDefault: true,
    cell: ({ requestId }) => <span className="font-mono text-xs wrap-anywhere">{requestId ?? '–'}</span>,
  },
]

export default function AuditPage() {
  const { items, next, actions, query } = usePageData<typeof auditData>()
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        kind: 'choice',
        name: 'action',
        label: 'Action',
        options: actions.map((action) => ({ value: action, label: describeAction(action) })),
      },
      {
        kind: 'choice',
        name: 'outcome',
        label: 'Outcome',
        options: [
          { value: 'done', label: 'Done' },
          { value: 'refused', label: 'Refused' },
        ],
      },
      { kind: 'text', name: 'actor', label: 'Who', placeholder: 'Handle' },
      { kind: 'date', name: 'from', label: 'From' },
      { kind: 'date', name: 'to', label: 'To' },
    ],
    [actions],
  )
  return (
    <AdminList
      title={query['key'] ? `Audit log of ${items[0]?.key?.name ?? 'an API key'}` : 'Audit log'}
      path="/admin/audit"
      noun={['entry', 'entries']}
      rows={items}
      next={next}
      query={query}
      usualSort="-at"
      columns={columns}
      filters={filters}
      keep={['target', 'key']}
      searchLabel="Search targets, people and request ids"
      rowId={rowId}
      rowLabel={rowLabel}
      csv="/api/admin/audit.csv"
      empty={
        <EmptyState icon="scroll-text" title="No entries yet">
          Changes made in the admin area and security events appear here.
        </EmptyState>
      }
    />
  )
}

const rowId = ({ id }: AuditEntry) => String(id)
const rowLabel = ({ action }: AuditEntry) => describeAction(action)

function Action({ entry: { action, outcome } }: { entry: AuditEntry }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {describeAction(action)} {outcome === 'refused' && <Badge tone="danger">Refused</Badge>}
    </span>
  )
}

const otherActors = {
  person: 'Deleted account',
  visitor: 'Visitor',
  operator: 'Command line',
  system: 'System',
} satisfies Record<AuditEntry['actorKind'], string>

function Actor({ entry: { actor, actorKind, key } }: { entry: AuditEntry }) {
  return (
    <span className="wrap-anywhere">
      {actor ? <PersonLink person={actor} /> : otherActors[actorKind]}
      {key && (
        <span className="block text-gray-600">
          API key <bdi>{key.name ?? key.id}</bdi>
        </span>
      )}
    </span>
  )
}

function PersonLink({ person: { handle, name } }: { person: NonNullable<AuditEntry['actor']> }) {
  return (
    <Link to={`/user/${handle}`} className="underline-offset-4 hover:underline" dir="auto">
      {name}
    </Link>
  )
}

function Target({ entry: { target } }: { entry: AuditEntry }) {
  if (!target) return '–'
  if (target.person) return <PersonLink person={target.person} />
  return (
    <span className="wrap-anywhere">
      <span className="text-gray-600">{describeAction(target.kind)}</span> <bdi>{target.name || target.id}</bdi>
    </span>
  )
}

/** Each changed field with its value before and after. */
function Changes({ entry: { before, after, reason } }: { entry: AuditEntry }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length === 0 && !reason) return '–'
  return (
    <dl className="grid max-w-md gap-1">
      {fields.map((field) => (
        <div key={field} className="wrap-anywhere">
          <dt className="inline text-gray-600">{field}: </dt>
          <dd className="inline">
            {before && field in before && <del className="text-gray-600">{formatValue(before[field])}</del>}
            {before && after && field in before && field in after && ' → '}
            {after && field in after && <ins className="no-underline">{formatValue(after[field])}</ins>}
          </dd>
        </div>
      ))}
      {reason && (
        <div className="wrap-anywhere">
          <dt className="inline text-gray-600">Reason: </dt>
          <dd className="inline" dir="auto">
            {reason}
          </dd>
        </div>
      )}
    </dl>
  )
}

function formatValue(value: unknown) {
  return typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? '–')
}
