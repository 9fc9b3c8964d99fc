import type { ReactNode } from 'react'
import { type Column, Table } from '#site/ui/table.tsx'
import type { ChartSeries } from './chart-scale.ts'

type Disclosure = { summary: string; label: string; children: ReactNode }

/** Hidden content of a chart, such as its values. Works without scripts. */
export function ChartDisclosure({ summary, label, children }: Disclosure) {
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-gray-700 underline underline-offset-4 hover:text-gray-900 pointer-fine:min-h-8">
        {summary}
        <span className="sr-only">: {label}</span>
      </summary>
      {children}
    </details>
  )
}

type Props = { label: string; series: readonly ChartSeries[]; format(value: number): string }
type TableRow = { at: string; label: string; cells: readonly string[] }

export function ChartTable({ label, series, format }: Props) {
  const rows = (series[0]?.points ?? []).map((point, index) => ({
    at: point.at,
    label: point.label,
    cells: series.flatMap(({ points, ownTimes }) => {
      const own = points[index]
      const value = own ? format(own.value) : '–'
      return ownTimes ? [own?.label ?? '–', value] : [value]
    }),
  }))
  const headers = series.flatMap(({ name, ownTimes }) => (ownTimes ? [`${name}: time`, name] : [name]))
  const times = new Set(series.flatMap(({ name, ownTimes }) => (ownTimes ? [`${name}: time`] : [])))
  const columns: Column<TableRow>[] = [
    { name: 'Time', cell: (row) => keepTogether(row.label) },
    ...headers.map((name, nth) => ({
      name,
      numeric: !times.has(name),
      cell: ({ cells }: TableRow) => keepTogether(cells[nth] ?? '–'),
    })),
  ]
  return (
    <ChartDisclosure summary="Show as table" label={label}>
      <Table caption={label} columns={columns} rows={rows} keyOf={({ at }) => at} />
    </ChartDisclosure>
  )
}

function keepTogether(text: string) {
  return <span className="whitespace-nowrap">{text}</span>
}
