import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { AnnotationList } from './annotation-list.tsx'
import { AnnotationMarks } from './annotation-marks.tsx'
import { type Annotation, describeGroup, groupByKind } from './annotations.ts'
import { AxisLabels } from './axis-labels.tsx'
import { type ChartProps, type ChartSeries, type Scale, centerOf, seriesOf, ticksOf, topOf } from './chart-scale.ts'
import { ChartTable } from './chart-table.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'

type Props = ChartProps & {
  /** Draws the series into a square of 100 × 100 that is stretched to the size of the chart. `shown` is the point of the tooltip. */
  draw(series: readonly ChartSeries[], scale: Scale, shown: number | null): ReactNode
  /** The sample of each series in the legend. */
  samples: readonly string[]
  annotations?: readonly Annotation[]
  /** A line that is drawn besides the series, for the legend. */
  extra?: { name: string; sample: string } | undefined
}

const noAnnotations: readonly Annotation[] = []

/**
 * The axes, the tooltip and the table of a chart. Text is HTML, so that it has the same size on every screen. Over the
 * plot lies a slider, with which keyboards and screen readers step through the points; the table has the same values.
 */
export function ChartFrame({
  draw,
  samples,
  annotations = noAnnotations,
  extra,
  label,
  format,
  formatTick = format,
  ...data
}: Props) {
  const series = seriesOf(data, label)
  const [active, setActive] = useState<number | null>(null)
  const points = series[0]?.points ?? []
  const count = points.length
  const ticks = ticksOf(series.flatMap((one) => one.points.slice(0, count).map(({ value }) => value)))
  const scale = { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 0 }
  const shown = active === null ? null : Math.min(active, count - 1)
  const eventsAt = (index: number) => groupByKind(annotations.filter(({ at }) => at === points[index]?.at))

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
      {(series.length > 1 || extra) && count > 0 && <Legend series={series} samples={samples} extra={extra} />}
      {count === 0 ? (
        <p className="grid h-48 place-items-center rounded-md bg-gray-50 text-sm text-gray-600">No data yet</p>
      ) : (
        <>
          <div
            className={`grid grid-cols-[auto_1fr] gap-x-3 text-sm text-gray-600 tabular-nums ${annotations.length > 0 ? 'pt-10' : 'pt-3'}`}
          >
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
                {draw(series, scale, shown)}
              </svg>
              <AnnotationMarks annotations={annotations} points={points} />
              <input
                type="range"
                aria-roledescription="chart"
                aria-label={label}
                min={1}
                max={count}
                value={(shown ?? count - 1) + 1}
                aria-valuetext={describePoint(
                  series,
                  shown ?? count - 1,
                  format,
                  eventsAt(shown ?? count - 1).map(describeGroup),
                )}
                onChange={({ currentTarget }) => setActive(Number(currentTarget.value) - 1)}
                onKeyDown={step}
                onFocus={() => setActive((before) => before ?? count - 1)}
                onBlur={() => setActive(null)}
                onPointerDown={follow}
                onPointerMove={follow}
                onPointerLeave={({ currentTarget }) => currentTarget !== document.activeElement && setActive(null)}
                // Over the marks too, so that pointing at one shows what it stands for.
                className={`absolute inset-x-0 bottom-0 w-full cursor-crosshair touch-pan-y opacity-0 ${annotations.length > 0 ? 'h-[calc(100%+2rem)]' : 'h-full'}`}
              />
              {shown !== null && (
                <ChartTooltip
                  series={series}
                  index={shown}
                  format={format}
                  overMarks={annotations.length > 0}
                  events={eventsAt(shown)}
                />
              )}
            </div>
            <div aria-hidden className="relative col-start-2 mt-2 h-6">
              <AxisLabels points={points} />
            </div>
          </div>
          <div className="flex flex-wrap gap-x-6">
            <ChartTable label={label} series={series} format={format} />
            <AnnotationList label={label} annotations={annotations} points={points} />
          </div>
        </>
      )}
    </figure>
  )
}

type LegendProps = Pick<Props, 'samples' | 'extra'> & { series: readonly ChartSeries[] }

function Legend({ series, samples, extra }: LegendProps) {
  const items = series.map(({ name }, nth) => ({ name, sample: samples[nth % samples.length] }))
  return (
    <ul className="mb-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-gray-700">
      {[...items, ...(extra ? [extra] : [])].map(({ name, sample }) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden className={sample} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function describePoint(
  series: readonly ChartSeries[],
  index: number,
  format: (value: number) => string,
  events: readonly string[],
) {
  const values = series.map(({ name, points, ownTimes }) => {
    const point = points[index]
    const value = point ? format(point.value) : 'no data'
    if (series.length === 1) return value
    return ownTimes && point ? `${name}, ${point.label} ${value}` : `${name} ${value}`
  })
  return [`${series[0]?.points[index]?.label ?? ''}: ${values.join(', ')}`, ...events].join('. ')
}

function clamp(index: number, count: number) {
  return Math.max(0, Math.min(count - 1, index))
}
