import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { type Column, Table } from '#site/ui/table.tsx'
import {
  type ChartProps,
  type ChartSeries,
  type Scale,
  centerOf,
  labelledPoints,
  seriesOf,
  ticksOf,
  topOf,
} from './chart-scale.ts'

/** Labels that fit on a wide and on a narrow chart. */
const MOST_LABELS = 12
const MOST_LABELS_NARROW = 4
/** With more points, labels at the ends would leave the chart. */
const CENTERED_POINTS = 20

type Props = ChartProps & {
  /** Draws the series into a square of 100 × 100 that is stretched to the size of the chart. */
  draw(series: readonly ChartSeries[], scale: Scale): ReactNode
  /** The sample of each series in the legend. */
  samples: readonly string[]
}

/**
 * The axes, the tooltip and the table of a chart. Text is HTML, so that it has the same size on every screen. Over the
 * plot lies a slider, with which keyboards and screen readers step through the points; the table has the same values.
 */
export function ChartFrame({ draw, samples, label, format, formatTick = format, ...data }: Props) {
  const series = seriesOf(data, label)
  const [active, setActive] = useState<number | null>(null)
  const points = series[0]?.points ?? []
  const count = points.length
  const ticks = ticksOf(series.flatMap((one) => one.points.map(({ value }) => value)))
  const scale = { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 0 }
  const shown = active === null ? null : Math.min(active, count - 1)

  function follow({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setActive(clamp(Math.floor(((clientX - left) / width) * count), count))
  }

  function step(event: KeyboardEvent) {
    const now = shown ?? count - 1
    const target = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: count - 1 }[event.key]
    if (target === undefined && event.key !== 'Escape') return
    event.preventDefault()
    setActive(target === undefined ? null : clamp(target, count))
  }

  return (
    <figure aria-label={label} className="@container min-w-0">
      {series.length > 1 && <Legend series={series} samples={samples} />}
      {count === 0 ? (
        <p className="grid h-48 place-items-center rounded-md bg-gray-50 text-sm text-gray-600">No data yet</p>
      ) : (
        <>
          <div className="grid grid-cols-[auto_1fr] gap-x-2 pt-3 text-sm text-gray-600 tabular-nums">
            <div aria-hidden className="flex h-48 flex-col-reverse justify-between text-end">
              {ticks.map((tick) => (
                <span key={tick} className="flex h-0 items-center justify-end whitespace-nowrap">
                  {formatTick(tick)}
                </span>
              ))}
            </div>
            <div className="relative h-48 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-primary-600">
              <svg
                aria-hidden
                viewBox="0 0 100 100"
                preserveAspectRatio="none"
                className="absolute inset-0 size-full overflow-visible"
              >
                {ticks.map((tick) => (
                  <path
                    key={tick}
                    d={`M0 ${topOf(tick, scale)}H100`}
                    vectorEffect="non-scaling-stroke"
                    className={tick === 0 ? 'stroke-gray-400' : 'stroke-gray-200'}
                  />
                ))}
                {shown !== null && (
                  <path
                    d={`M${centerOf(shown, count)} 0V100`}
                    vectorEffect="non-scaling-stroke"
                    className="stroke-gray-400"
                  />
                )}
                {draw(series, scale)}
              </svg>
              <input
                type="range"
                aria-roledescription="chart"
                aria-label={label}
                min={1}
                max={count}
                value={(shown ?? count - 1) + 1}
                aria-valuetext={describePoint(series, shown ?? count - 1, format)}
                onChange={({ currentTarget }) => setActive(Number(currentTarget.value) - 1)}
                onKeyDown={step}
                onFocus={() => setActive((before) => before ?? count - 1)}
                onBlur={() => setActive(null)}
                onPointerDown={follow}
                onPointerMove={follow}
                onPointerLeave={({ currentTarget }) => currentTarget !== document.activeElement && setActive(null)}
                className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
              />
              {shown !== null && <Tooltip series={series} index={shown} format={format} />}
            </div>
            <div aria-hidden className="relative col-start-2 mt-2 h-6">
              <AxisLabels points={points} />
            </div>
          </div>
          <ChartTable label={label} series={series} format={format} />
        </>
      )}
    </figure>
  )
}

function Legend({ series, samples }: { series: readonly ChartSeries[]; samples: readonly string[] }) {
  return (
    <ul className="mb-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-gray-700">
      {series.map(({ name }, nth) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden className={samples[nth % samples.length]} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function AxisLabels({ points }: { points: ChartSeries['points'] }) {
  const count = points.length
  const wide = labelledPoints(count, MOST_LABELS)
  const narrow = labelledPoints(count, MOST_LABELS_NARROW)
  return points.map(({ at, label, short = label }, index) => {
    if (!wide.has(index) && !narrow.has(index)) return null
    const center = centerOf(index, count)
    const when = narrow.has(index) ? (wide.has(index) ? '' : '@md:hidden') : 'hidden @md:block'
    return (
      <span
        key={at}
        className={`absolute whitespace-nowrap ${when}`}
        style={{ left: `${center}%`, translate: count > CENTERED_POINTS ? `-${center}%` : '-50%' }}
      >
        {short}
      </span>
    )
  })
}

type ShownPoint = { series: readonly ChartSeries[]; index: number; format(value: number): string }

/** Stays inside the chart at both ends. */
function Tooltip({ series, index, format }: ShownPoint) {
  const center = centerOf(index, series[0]?.points.length ?? 1)
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 mb-1 rounded-md bg-gray-900 px-3 py-1.5 text-white *:whitespace-nowrap"
      style={{ left: `${center}%`, translate: `-${center}%` }}
    >
      <p>{series[0]?.points[index]?.label}</p>
      {series.map(({ name, points }) => (
        <p key={name} className="font-semibold">
          {series.length > 1 && <span className="font-normal">{name} </span>}
          {format(points[index]?.value ?? 0)}
        </p>
      ))}
    </div>
  )
}

type TableRow = { at: string; label: string; values: readonly string[] }

function ChartTable({ label, series, format }: Pick<ShownPoint, 'series' | 'format'> & { label: string }) {
  const rows = (series[0]?.points ?? []).map((point, index) => ({
    at: point.at,
    label: point.label,
    values: series.map(({ points }) => format(points[index]?.value ?? 0)),
  }))
  const columns: Column<TableRow>[] = [
    { name: 'Time', cell: (row) => row.label },
    ...series.map(({ name }, nth) => ({ name, numeric: true, cell: ({ values }: TableRow) => values[nth] })),
  ]
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-gray-700 underline underline-offset-4 pointer-fine:min-h-8">
        Show as table<span className="sr-only">: {label}</span>
      </summary>
      <Table caption={label} columns={columns} rows={rows} keyOf={({ at }) => at} />
    </details>
  )
}

function describePoint(series: readonly ChartSeries[], index: number, format: (value: number) => string) {
  const values = series.map(({ name, points }) => {
    const value = format(points[index]?.value ?? 0)
    return series.length > 1 ? `${name} ${value}` : value
  })
  return `${series[0]?.points[index]?.label ?? ''}: ${values.join(', ')}`
}

function clamp(index: number, count: number) {
  return Math.max(0, Math.min(count - 1, index))
}
