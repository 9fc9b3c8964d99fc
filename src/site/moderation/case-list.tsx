import { type ReactNode, useCallback, useMemo } from 'react'
import type { CaseDetail, ModerationCase } from '#contract/moderation/moderation.ts'
import { type CaseView, reasonNames, targetKinds } from '#contract/moderation/names.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { decisionActions } from './decision-actions.tsx'
import { actions as decisionNames, heldNames, kindNames, reportName } from './labels.ts'
import { Excerpt, PersonCell, StateBadge, StoryCell, detailUrl, panelOf, path } from './list-cells.tsx'

type Props = {
  title: string
  view: CaseView
  query: Readonly<Record<string, string>>
  page: { items: ModerationCase[]; next: string | null }
  detail: CaseDetail | null
  children: ReactNode
}

const empty: Record<CaseView, string> = {
  open: 'Nothing waits for review. New reports and held responses appear here.',
  held: 'No response is held.',
  reported: 'No reports are open.',
  appeals: 'No appeals are open.',
  decided: 'No decisions yet.',
}

const usual: readonly ListColumn<ModerationCase>[] = [
  { id: 'case', header: 'Case', primary: true, cell: (row) => <Summary row={row} /> },
  { id: 'person', header: 'Person', cell: (row) => <Person row={row} /> },
  { id: 'story', header: 'Story', hiddenByDefault: true, cell: (row) => <StoryCell row={row} /> },
  { id: 'reason', header: 'Why', cell: (row) => <Why row={row} /> },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
]
const reports: ListColumn<ModerationCase> = {
  id: 'reports',
  header: 'Reports',
  numeric: true,
  cell: (row) => row.reports.toLocaleString('en'),
}
const opened: ListColumn<ModerationCase> = {
  id: 'opened',
  header: 'Opened',
  sort: 'opened',
  cell: ({ openedAt }) => <Time at={openedAt} />,
}
const last: ListColumn<ModerationCase> = {
  id: 'last',
  header: 'Last decision',
  hiddenByDefault: true,
  cell: (row) => <LastDecision row={row} />,
}
const sortedReports: ListColumn<ModerationCase> = { ...reports, sort: 'reports', firstOrder: 'descending' }
const queue = [...usual, sortedReports, opened, last]
const byTime = [...usual, reports, opened, last]

/** A view is sorted by what its indexes are sorted by. */
const columns: Record<CaseView, readonly ListColumn<ModerationCase>[]> = {
  open: queue,
  held: byTime,
  reported: queue,
  appeals: byTime,
  decided: [
    ...usual.map((column) => (column.id === 'reason' ? { ...column, hiddenByDefault: true } : column)),
    { ...last, hiddenByDefault: false },
    {
      id: 'decided',
      header: 'Decided',
      sort: 'decided',
      firstOrder: 'descending',
      cell: ({ decidedAt }) => (decidedAt ? <Time at={decidedAt} /> : '–'),
    },
  ],
}

const kindLabels = { response: 'Responses', story: 'Stories', person: 'People' }
const filters: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: targetKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
  },
]
const noFilters: readonly ListFilter[] = []
const keep = ['view']

const rowId = ({ id }: ModerationCase) => id

function rowLabel({ kind, story, person }: ModerationCase) {
  if (kind === 'story') return `story “${story?.title ?? ''}”`
  return kind === 'person' ? person.name : `response by ${person.name}`
}

export function CaseList({ title, view, query, page: { items, next }, detail, children }: Props) {
  const api = useApi()
  const actions = useMemo(() => decisionActions<ModerationCase>(api), [api])
  const openId = detail?.id
  const rowUrl = useCallback(({ id }: ModerationCase) => detailUrl(query, id, openId), [query, openId])
  // A case that was opened from elsewhere stands first.
  const rows = detail && !items.some(({ id }) => id === detail.id) ? [detail, ...items] : items
  return (
    <AdminList
      title={title}
      path={path}
      noun={['case', 'cases']}
      rows={rows}
      next={next}
      query={query}
      usualSort={view === 'decided' ? '-decided' : 'opened'}
      columns={columns[view]}
      // Only responses are held.
      filters={view === 'held' ? noFilters : filters}
      keep={keep}
      actions={actions}
      searchLabel="Search people"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      expanded={panelOf(detail)}
      csv="/api/admin/moderation.csv"
      empty={
        <EmptyState icon="check" title="All done">
          {empty[view]}
        </EmptyState>
      }
    >
      {children}
    </AdminList>
  )
}

function Summary({ row: { kind, text, story, person } }: { row: ModerationCase }) {
  const name = kind === 'story' ? story?.title || 'Untitled' : kind === 'person' ? person.name : null
  return (
    <>
      <span className="block text-xs font-normal text-gray-600">{kindNames[kind]}</span>
      {name && <bdi className="block wrap-anywhere">{name}</bdi>}
      {text ? <Excerpt text={text} /> : kind === 'response' && 'Deleted response'}
    </>
  )
}

function Person({ row: { person, sanctions } }: { row: ModerationCase }) {
  return (
    <span className="grid justify-items-start gap-1">
      <PersonCell person={person} />
      {sanctions.banned && <Badge tone="danger">Banned</Badge>}
      {sanctions.shadowHeld && <Badge tone="warning">Shadow-held</Badge>}
    </span>
  )
}

/** Why it is in the queue. */
function Why({ row: { heldFor, reasons, appeal } }: { row: ModerationCase }) {
  const isAppealed = appeal && !appeal.outcome
  if (!heldFor && reasons.length === 0 && !isAppealed) return '–'
  return (
    <ul className="grid min-w-28 gap-1">
      {heldFor && <li>{heldNames[heldFor]}</li>}
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          {reportName(reason)} ({count.toLocaleString('en')})
        </li>
      ))}
      {isAppealed && (
        <li className="line-clamp-4 wrap-anywhere">
          Appeal: <q dir="auto">{appeal.text}</q>
        </li>
      )}
    </ul>
  )
}

function LastDecision({ row: { last: decision } }: { row: ModerationCase }) {
  if (!decision) return '–'
  const { action, reason, undoneAt, by } = decision
  return (
    <>
      {decisionNames[action].done}
      {undoneAt && ', undone'}
      {reason && ` (${reasonNames[reason].toLowerCase()})`}
      {by && (
        <>
          {' by '}
          <bdi>{by.name}</bdi>
        </>
      )}
    </>
  )
}
