import { useMemo } from 'react'
import type { AdminAnnouncement } from '#contract/banners.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { BulkAction, ListColumn, ListFilter, RunOnRows } from '#site/admin/list/list-types.ts'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import { type Api, useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Time } from '#site/ui/time.tsx'
import { audienceLabels, optionsOf, stateLabels } from './announcement-draft.ts'

const NEW = '/admin/banner?edit=new'

const stateTones = { draft: 'neutral', scheduled: 'warning', live: 'primary', ended: 'neutral' } as const

const columns: readonly ListColumn<AdminAnnouncement>[] = [
  {
    id: 'text',
    header: 'Text',
    primary: true,
    cell: ({ text }) => <bdi className="line-clamp-3 wrap-anywhere">{text}</bdi>,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>,
  },
  { id: 'audience', header: 'Audience', cell: ({ audience }) => audienceLabels[audience] },
  { id: 'schedule', header: 'Schedule', cell: (row) => <Schedule row={row} /> },
  {
    id: 'priority',
    header: 'Priority',
    sort: 'priority',
    firstOrder: 'descending',
    numeric: true,
    cell: ({ priority }) => priority,
  },
  {
    id: 'created',
    header: 'Created',
    sort: 'created',
    firstOrder: 'descending',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

const filters: readonly ListFilter[] = [
  { kind: 'choice', name: 'state', label: 'State', options: optionsOf(stateLabels) },
  { kind: 'choice', name: 'audience', label: 'Audience', options: optionsOf(audienceLabels) },
]

type Props = { items: AdminAnnouncement[]; next: string | null; query: Record<string, string> }

export function AnnouncementList({ items, next, query }: Props) {
  const api = useApi()
  const actions = useMemo(() => actionsOf(api), [api])
  return (
    <AdminList
      title="Announcements"
      path="/admin/banner"
      noun={['announcement', 'announcements']}
      rows={items}
      next={next}
      query={query}
      usualSort="-created"
      columns={columns}
      filters={filters}
      searchLabel="Search announcements"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      actions={actions}
      aside={
        <ButtonLink to={NEW}>
          <Icon name="plus" size={18} />
          New announcement
        </ButtonLink>
      }
      empty={
        <EmptyState
          icon="megaphone"
          title="No announcements yet"
          action={<ButtonLink to={NEW}>Write an announcement</ButtonLink>}
        >
          An announcement appears above the header of every page, for everyone or for some.
        </EmptyState>
      }
    />
  )
}

const rowId = ({ id }: AdminAnnouncement) => id
const rowLabel = ({ text }: AdminAnnouncement) => text
const rowUrl = ({ id }: AdminAnnouncement) => `/admin/banner?edit=${id}`

function actionsOf(api: Api): BulkAction<AdminAnnouncement>[] {
  const turn = (enabled: boolean): RunOnRows<AdminAnnouncement> =>
    eachRow((row) => api('PUT /api/admin/announcements/{id}', { params: { id: row.id }, body: { ...row, enabled } }))
  const count = (of: number) => `${of} ${of === 1 ? 'announcement' : 'announcements'}`
  return [
    {
      id: 'on',
      label: 'Turn on',
      icon: 'eye',
      appliesTo: ({ enabled }) => !enabled,
      run: turn(true),
      done: (of) => `${count(of)} turned on`,
    },
    {
      id: 'off',
      label: 'Turn off',
      icon: 'eye-off',
      appliesTo: ({ enabled }) => enabled,
      run: turn(false),
      done: (of) => `${count(of)} turned off`,
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: 'copy',
      run: eachRow(({ id }) => api('POST /api/admin/announcements/{id}/duplicate', { params: { id } })),
      done: (of) => `${count(of)} duplicated`,
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: 'trash-2',
      tone: 'danger',
      run: eachRow(({ id }) => api('DELETE /api/admin/announcements/{id}', { params: { id } })),
      undo: eachRow(({ id }) => api('POST /api/admin/announcements/{id}/restore', { params: { id } })),
      done: (of) => `${count(of)} deleted`,
    },
  ]
}

/** One request for each row: there are few. */
function eachRow(work: (row: AdminAnnouncement) => Promise<unknown>): RunOnRows<AdminAnnouncement> {
  return async (rows) => {
    const results = await Promise.all(
      rows.map((row) =>
        work(row).then(
          () => null,
          (error: unknown) => ({ id: row.id, message: errorMessage(error) }),
        ),
      ),
    )
    return results.flatMap((failed) => failed ?? [])
  }
}

function Schedule({ row: { startsAt, endsAt } }: { row: AdminAnnouncement }) {
  if (!startsAt && !endsAt) return 'Always'
  return (
    <span className="grid">
      {startsAt && (
        <span>
          From <AbsoluteTime at={startsAt} />
        </span>
      )}
      {endsAt && (
        <span>
          Until <AbsoluteTime at={endsAt} />
        </span>
      )}
    </span>
  )
}
