import { useMemo } from 'react'
import type { JobFailure } from '#contract/operations/operations.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { formatNumber } from '#site/charts/format-figures.ts'
import { describeJob } from './job-names.ts'
import { JobTabs } from './job-tabs.tsx'

const columns: readonly ListColumn<JobFailure>[] = [
  { id: 'job', header: 'Job', primary: true, cell: ({ job }) => describeJob(job) },
  {
    id: 'error',
    header: 'Error',
    cell: ({ error }) => <span className="wrap-anywhere text-danger-800">{error}</span>,
  },
  { id: 'times', header: 'Times', numeric: true, cell: ({ times }) => formatNumber(times) },
  { id: 'at', header: 'Last time', sort: 'at', firstOrder: 'descending', cell: ({ at }) => <Time at={at} /> },
  { id: 'first', header: 'First time', hiddenByDefault: true, cell: ({ firstAt }) => <Time at={firstAt} /> },
  {
    id: 'item',
    header: 'Item',
    hiddenByDefault: true,
    cell: ({ item }) => <span className="font-mono text-xs wrap-anywhere">{item ?? '–'}</span>,
  },
  { id: 'process', header: 'Process', hiddenByDefault: true, cell: ({ process }) => process },
]

type Props = { items: readonly JobFailure[]; next: string | null; jobs: string[]; query: Record<string, string> }

export function JobHistory({ items, next, jobs, query }: Props) {
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        kind: 'choice',
        name: 'job',
        label: 'Job',
        options: jobs.map((job) => ({ value: job, label: describeJob(job) })),
      },
      { kind: 'date', name: 'from', label: 'From' },
      { kind: 'date', name: 'to', label: 'To' },
    ],
    [jobs],
  )
  return (
    <AdminList
      title="Jobs"
      path="/admin/jobs"
      noun={['failure', 'failures']}
      rows={items}
      next={next}
      query={query}
      usualSort="-at"
      columns={columns}
      filters={filters}
      keep={['show']}
      rowId={rowId}
      rowLabel={rowLabel}
      empty={
        <EmptyState icon="circle-check" title="No failures in the last 30 days">
          When a job fails, its error appears here.
        </EmptyState>
      }
    >
      <JobTabs current="history" />
    </AdminList>
  )
}

const rowId = ({ id }: JobFailure) => String(id)
const rowLabel = ({ job }: JobFailure) => describeJob(job)
