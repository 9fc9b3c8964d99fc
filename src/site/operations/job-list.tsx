import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Job } from '#contract/operations/operations.ts'
import { type JobState, jobStates } from '#contract/operations/names.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Link } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { toast } from '#site/ui/toast.tsx'
import { formatMs, formatNumber } from '#site/charts/format-figures.ts'
import { describeJob } from './job-names.ts'
import { JobTabs } from './job-tabs.tsx'
import { useLiveRefresh } from './use-live-refresh.ts'

const REFRESH_MS = 5000
const stateNames: Record<JobState, string> = { idle: 'Idle', running: 'Running', failing: 'Failing' }
const tones = { idle: 'neutral', running: 'primary', failing: 'danger' } as const

const columns: readonly ListColumn<Job>[] = [
  { id: 'name', header: 'Job', primary: true, cell: ({ name }) => describeJob(name) },
  { id: 'state', header: 'State', cell: (job) => <State job={job} /> },
  { id: 'waiting', header: 'Waiting', numeric: true, cell: ({ waiting }) => count(waiting) },
  { id: 'failed', header: 'Failed', numeric: true, cell: (job) => <Failed job={job} /> },
  { id: 'success', header: 'Last success', cell: ({ lastSuccessAt }) => time(lastSuccessAt) },
  { id: 'failure', header: 'Last failure', cell: ({ lastFailureAt }) => time(lastFailureAt) },
  {
    id: 'duration',
    header: 'Took',
    numeric: true,
    cell: ({ lastDurationMs }) => (lastDurationMs === null ? '–' : formatMs(lastDurationMs)),
  },
  { id: 'runs', header: 'Runs', numeric: true, hiddenByDefault: true, cell: ({ runs }) => count(runs) },
  {
    id: 'failures',
    header: 'Failed runs',
    numeric: true,
    hiddenByDefault: true,
    cell: ({ failures }) => count(failures),
  },
  { id: 'next', header: 'Next run', hiddenByDefault: true, cell: ({ nextRunAt }) => time(nextRunAt) },
  { id: 'processes', header: 'Running in', hiddenByDefault: true, cell: (job) => runningIn(job) },
  { id: 'run', header: 'Start', cell: (job) => <RunNow job={job} /> },
]

const filters: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: jobStates.map((state) => ({ value: state, label: stateNames[state] })),
  },
]

type Props = { items: readonly Job[]; query: Record<string, string> }

export function JobList({ items, query }: Props) {
  const { refresh, busy } = useLiveRefresh(REFRESH_MS)
  return (
    <AdminList
      title="Jobs"
      path="/admin/jobs"
      noun={['job', 'jobs']}
      rows={items}
      next={null}
      query={query}
      usualSort=""
      columns={columns}
      filters={filters}
      rowId={rowId}
      rowLabel={rowLabel}
      aside={
        <Button tone="quiet" size="sm" busy={busy} onClick={refresh}>
          Refresh
        </Button>
      }
      empty={<EmptyState icon="cog" title="No jobs" />}
    >
      <JobTabs current="jobs" />
    </AdminList>
  )
}

const rowId = ({ name }: Job) => name
const rowLabel = ({ name }: Job) => describeJob(name)

function time(at: string | null) {
  return at ? <Time at={at} /> : '–'
}

function count(number: number | null) {
  return number === null ? '–' : formatNumber(number)
}

function runningIn({ processes }: Job) {
  const running = processes.filter(({ startedAt }) => startedAt !== null)
  return running.length > 0 ? running.map(({ host, pid }) => `${host} ${pid}`).join(', ') : '–'
}

function State({ job: { state, lastError } }: { job: Job }) {
  return (
    <div className="grid max-w-sm justify-items-start gap-1">
      <Badge tone={tones[state]}>{stateNames[state]}</Badge>
      {state === 'failing' && lastError && <p className="text-sm wrap-anywhere text-danger-800">{lastError}</p>}
    </div>
  )
}

function Failed({ job: { name, failed } }: { job: Job }) {
  if (!failed) return count(failed)
  return (
    <Link
      to={`/admin/jobs?show=failed&job=${name}`}
      className="font-medium text-danger-800 underline underline-offset-4"
    >
      {formatNumber(failed)}
      <span className="sr-only"> failed items of {describeJob(name)}</span>
    </Link>
  )
}

function RunNow({ job: { name, state } }: { job: Job }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    try {
      const { started } = await api('POST /api/admin/jobs/{job}/run', { params: { job: name } })
      const title = started ? `${describeJob(name)} started` : `${describeJob(name)} is already running`
      await toast({ tone: started ? 'success' : 'info', title })
      await revalidate()
    } catch (error) {
      await toast({ tone: 'danger', title: 'Not started', description: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button tone="quiet" size="sm" busy={busy || state === 'running'} onClick={() => void run()}>
      Run now <span className="sr-only">{describeJob(name)}</span>
    </Button>
  )
}
