import { useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import type { FailedItem } from '#contract/operations/operations.ts'
import { type FailedJob, failedJobs } from '#contract/operations/names.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { BulkAction, ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { toast } from '#site/ui/toast.tsx'
import { describeJob } from './job-names.ts'
import { JobTabs } from './job-tabs.tsx'

const columns: readonly ListColumn<FailedItem>[] = [
  { id: 'name', header: 'Item', primary: true, cell: ({ name }) => <span dir="auto">{name || 'Untitled'}</span> },
  { id: 'job', header: 'Job', cell: ({ job }) => describeJob(job) },
  {
    id: 'error',
    header: 'Error',
    cell: ({ error }) => <span className="wrap-anywhere text-danger-800">{error || '–'}</span>,
  },
  { id: 'attempts', header: 'Attempts', numeric: true, cell: ({ attempts }) => attempts ?? '–' },
  { id: 'at', header: 'When', cell: ({ at }) => <Time at={at} /> },
  { id: 'retry', header: 'Retry', cell: (item) => <Retry item={item} /> },
]

const filters: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'job',
    label: 'Job',
    options: failedJobs.map((job) => ({ value: job, label: describeJob(job) })),
  },
]

type Props = { items: readonly FailedItem[]; next: string | null; query: Record<string, string> }

export function FailedItems({ items, next, query }: Props) {
  const api = useApi()
  const actions = useMemo<BulkAction<FailedItem>[]>(
    () => [
      {
        id: 'retry',
        label: 'Retry',
        icon: 'rotate-cw',
        async run(rows) {
          const outcomes = await api('POST /api/admin/jobs/retry', { body: { items: rows.map(refOf) } })
          return outcomes.flatMap(({ refused, ...item }) =>
            refused ? { id: rowId(item), message: refused.message } : [],
          )
        },
        done: (count) => (count === 1 ? '1 item retried' : `${count} items retried`),
      },
    ],
    [api],
  )
  const job = failedJobs.find((one) => one === query['job'])
  return (
    <AdminList<FailedItem>
      title="Jobs"
      path="/admin/jobs"
      noun={['failed item', 'failed items']}
      rows={items}
      next={next}
      query={query}
      usualSort=""
      columns={columns}
      filters={filters}
      keep={['show']}
      actions={actions}
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      aside={job && items.length > 0 && <RetryAll key={job} job={job} />}
      empty={
        <EmptyState icon="circle-check" title="Nothing failed">
          Emails, pictures, push notifications and scheduled stories that fail appear here.
        </EmptyState>
      }
    >
      <JobTabs current="failed" />
    </AdminList>
  )
}

const refOf = ({ job, id }: FailedItem) => ({ job, id })
const rowId = ({ job, id }: Pick<FailedItem, 'job' | 'id'>) => `${job}:${id}`
const rowLabel = ({ name, job }: FailedItem) => name || describeJob(job)

function rowUrl({ job, id }: FailedItem) {
  if (job === 'mail') return `/admin/mail/${id}`
  return job === 'scheduled-publishing' ? `/admin/articles/edit?id=${id}` : null
}

function Retry({ item }: { item: FailedItem }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function retry() {
    setBusy(true)
    try {
      const [outcome] = await api('POST /api/admin/jobs/retry', { body: { items: [refOf(item)] } })
      if (outcome?.refused) await toast({ tone: 'danger', title: 'Not retried', description: outcome.refused.message })
      else await toast({ tone: 'success', title: 'Item retried' })
      await revalidate()
    } catch (error) {
      await toast({ tone: 'danger', title: 'Not retried', description: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button tone="quiet" size="sm" busy={busy} onClick={() => void retry()}>
      Retry <span className="sr-only">{rowLabel(item)}</span>
    </Button>
  )
}

function RetryAll({ job }: { job: FailedJob }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function retryAll() {
    setBusy(true)
    let [retried, refused] = [0, 0]
    let reason: string | null = null
    try {
      let before: string | null = null
      do {
        const batch: Reply<'POST /api/admin/jobs/{job}/retry-all'> = await api('POST /api/admin/jobs/{job}/retry-all', {
          params: { job },
          body: { before },
        })
        retried += batch.retried
        refused += batch.refused
        reason ??= batch.reason
        before = batch.next
      } while (before !== null)
      await toast({
        tone: refused > 0 ? 'danger' : 'success',
        title: refused > 0 ? `${retried} retried, ${refused} not` : `${retried} retried`,
        ...(reason !== null && { description: reason }),
      })
      await revalidate()
    } catch (error) {
      await toast({ tone: 'danger', title: 'Not all items were retried', description: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button tone="quiet" busy={busy} onClick={() => void retryAll()}>
      Retry all failed
    </Button>
  )
}
