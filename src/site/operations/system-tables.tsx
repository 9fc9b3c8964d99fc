import type { ReactNode } from 'react'
import type { SiteProcess, SystemStatus } from '#contract/operations/operations.ts'
import { Badge } from '#site/ui/badge.tsx'
import { type Column, Table } from '#site/ui/table.tsx'
import { Time } from '#site/ui/time.tsx'
import { formatBytes, formatMs, formatNumber, formatShare, formatUptime } from '#site/charts/format-figures.ts'

type Props = { status: SystemStatus }
type SlowQuery = SystemStatus['slowQueries'][number]
type TableSize = SystemStatus['database']['tables'][number]

function nameCell({ host, pid, current }: SiteProcess) {
  return (
    <span className="whitespace-nowrap">
      {host} {pid} {current && <Badge>This one</Badge>}
    </span>
  )
}

function listeningCell({ listening }: SiteProcess) {
  return listening ? <Badge tone="primary">Connected</Badge> : <Badge tone="danger">Not connected</Badge>
}

export function ProcessTable({ status: { processes, at } }: Props) {
  const columns: Column<SiteProcess>[] = [
    {
      name: 'Process',
      cell: nameCell,
    },
    { name: 'Uptime', numeric: true, cell: ({ startedAt }) => formatUptime(startedAt, at) },
    { name: 'Memory', numeric: true, cell: ({ memoryBytes }) => formatBytes(memoryBytes) },
    { name: 'Event loop delay', numeric: true, cell: ({ loopDelayMs }) => `${loopDelayMs} ms` },
    {
      name: 'Cache hit rate',
      numeric: true,
      cell: ({ cacheHitRate }) => (cacheHitRate === null ? '–' : formatShare(cacheHitRate)),
    },
    {
      name: 'Cached pages',
      numeric: true,
      cell: ({ cachePages, cacheBytes }) => `${formatNumber(cachePages)} (${formatBytes(cacheBytes)})`,
    },
    {
      name: 'Connections',
      numeric: true,
      cell: ({ connections, connectionsWaiting }) =>
        connectionsWaiting > 0 ? `${connections} (${connectionsWaiting} waiting)` : connections,
    },
    {
      name: 'LISTEN',
      cell: listeningCell,
    },
  ]
  return (
    <Section title="Processes">
      <Table caption="Processes" columns={columns} rows={processes} keyOf={({ id }) => id} empty={<None />} stacks />
    </Section>
  )
}

const slowColumns: Column<SlowQuery>[] = [
  {
    name: 'Statement',
    cell: ({ statement }) => (
      <code className="block max-w-xl font-mono text-xs wrap-anywhere" dir="ltr">
        {statement}
      </code>
    ),
  },
  { name: 'Calls', numeric: true, cell: ({ calls }) => formatNumber(calls) },
  { name: 'Mean', numeric: true, cell: ({ meanMs }) => formatMs(meanMs) },
  { name: 'Longest', numeric: true, cell: ({ maxMs }) => formatMs(maxMs) },
  { name: 'Last', cell: ({ lastAt }) => <Time at={lastAt} className="whitespace-nowrap" /> },
]

export function SlowQueryTable({ status: { slowQueries, slowQueryMs } }: Props) {
  return (
    <Section title="Slow queries">
      <p className="mb-3 text-sm text-gray-600">
        Statements that took longer than {slowQueryMs} ms in the last seven days, without their values.
      </p>
      <Table
        caption="Slow queries"
        columns={slowColumns}
        rows={slowQueries}
        keyOf={({ id }) => id}
        empty={<p className="text-sm">No slow queries.</p>}
        stacks
      />
    </Section>
  )
}

const sizeColumns: Column<TableSize>[] = [
  { name: 'Table', cell: ({ name }) => <code className="font-mono text-xs">{name}</code> },
  { name: 'Size with indexes', numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
  { name: 'Rows (estimate)', numeric: true, cell: ({ rows }) => formatNumber(rows) },
]

export function TableSizes({ status: { database } }: Props) {
  return (
    <Section title="Largest tables">
      <Table caption="Largest tables" columns={sizeColumns} rows={database.tables} keyOf={({ name }) => name} />
    </Section>
  )
}

function None() {
  return <p className="text-sm">No process has reported yet. Refresh in a few seconds.</p>
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
