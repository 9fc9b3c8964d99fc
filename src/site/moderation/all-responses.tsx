import { type ReactNode, useCallback, useMemo } from 'react'
import type { CaseDetail, ListedResponse } from '#contract/moderation/moderation.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { useApi } from '#site/page.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { decisionActions } from './decision-actions.tsx'
import { heldNames, stateNames } from './labels.ts'
import { Excerpt, PersonCell, StateBadge, StoryCell, detailUrl, panelOf, path } from './list-cells.tsx'

type Props = {
  title: string
  query: Readonly<Record<string, string>>
  page: { items: ListedResponse[]; next: string | null }
  detail: CaseDetail | null
  children: ReactNode
}

/** The time is not known for a response that was opened from elsewhere. */
type Row = Pick<CaseDetail, 'id' | 'text' | 'state' | 'heldFor' | 'reports' | 'story' | 'can'> & {
  author: ListedResponse['author']
  createdAt: string | null
}

const columns: readonly ListColumn<Row>[] = [
  {
    id: 'case',
    header: 'Response',
    primary: true,
    cell: ({ text }) => (text ? <Excerpt text={text} /> : 'Deleted response'),
  },
  { id: 'person', header: 'Author', cell: ({ author }) => <PersonCell person={author} /> },
  { id: 'story', header: 'Story', cell: (row) => <StoryCell row={row} /> },
  { id: 'state', header: 'State', cell: (row) => <State row={row} /> },
  {
    id: 'reports',
    header: 'Reports',
    numeric: true,
    sort: 'reports',
    firstOrder: 'descending',
    cell: ({ reports }) => reports.toLocaleString('en'),
  },
  {
    id: 'created',
    header: 'Written',
    sort: 'created',
    firstOrder: 'descending',
    cell: ({ createdAt }) => (createdAt ? <Time at={createdAt} /> : '–'),
  },
]

const states = ['shown', 'held', 'hidden', 'deleted', 'shadow'] as const
const filters: readonly ListFilter[] = [
  { kind: 'person', name: 'author', label: 'Author' },
  { kind: 'text', name: 'story', label: 'Story', placeholder: 'Address' },
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: states.map((state) => ({ value: state, label: stateNames[state] ?? state })),
  },
]

const rowId = ({ id }: Row) => id
const rowLabel = ({ author }: Row) => `response by ${author.name}`

export function AllResponses({ title, query, page: { items, next }, detail, children }: Props) {
  const api = useApi()
  const actions = useMemo(() => decisionActions<Row>(api), [api])
  const openId = detail?.id
  const rowUrl = useCallback(({ id }: Row) => detailUrl(query, id, openId), [query, openId])
  // A response that was opened from elsewhere stands first.
  const isElsewhere = detail?.kind === 'response' && !items.some(({ id }) => id === detail.id)
  const rows: Row[] = isElsewhere ? [{ ...detail, author: detail.person, createdAt: null }, ...items] : items
  return (
    <AdminList
      title={title}
      path={path}
      noun={['response', 'responses']}
      rows={rows}
      next={next}
      query={query}
      usualSort="-created"
      columns={columns}
      filters={filters}
      tab="view"
      actions={actions}
      searchLabel="Search the text of responses"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      expanded={panelOf(detail)}
      csv="/api/admin/responses.csv"
      empty={
        <EmptyState icon="messages-square" title="No responses yet">
          Responses to stories appear here.
        </EmptyState>
      }
    >
      {children}
    </AdminList>
  )
}

function State({ row: { state, heldFor } }: { row: Row }) {
  return (
    <span className="grid justify-items-start gap-1">
      <StateBadge state={state} />
      {heldFor && <span className="text-xs">{heldNames[heldFor]}</span>}
    </span>
  )
}
