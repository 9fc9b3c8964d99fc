import { area, line } from 'd3-shape'
import type { Annotation } from './annotations.ts'
import { ChartFrame } from './chart-frame.tsx'
import {
  type ChartPoint,
  type ChartProps,
  type ChartSeries,
  type Scale,
  centerOf,
  seriesOf,
  topOf,
} from './chart-scale.ts'

/** Dots of more points would hide the line. */
const MOST_DOTS = 14
/** More daily values are drawn fainter, below their average of a week: otherwise weekends hide the trend. */
const MOST_DAYS = 200
const WEEK = 7
/** In percent of the height, so that beside a spike a small value differs from none. */
const LEAST_HEIGHT = 1.5

const lines = ['stroke-primary-700', 'stroke-gray-600 [stroke-dasharray:5_4]']
const dots = ['stroke-primary-700', 'stroke-gray-600']
const samples = ['h-0.5 w-5 bg-primary-700', 'w-5 border-t-2 border-dashed border-gray-600']

const faintSample = 'h-3 w-5 border-t border-primary-600 bg-primary-100'
const average = { name: '7-day average', sample: 'h-0.5 w-5 bg-primary-700' }

type Props = ChartProps & { annotations?: readonly Annotation[] }

/** Values over time as a line. The first series has a filled area; others are dashed, so that colour is not the only sign. */
export function LineChart(props: Props) {
  const [main] = seriesOf(props, props.label)
  if (!isDense(main?.points ?? [])) return <ChartFrame {...props} samples={samples} draw={drawLines} />
  return <ChartFrame {...props} samples={[faintSample, ...samples.slice(1)]} extra={average} draw={drawLines} />
}

function drawLines(series: readonly ChartSeries[], scale: Scale, shown: number | null) {
  const main = series[0]?.points ?? []
  const count = main.length
  const dense = isDense(main)
  const zero = topOf(0, scale)
  const x = (_: unknown, index: number) => centerOf(index, count)
  const y = (value: number) => heightOf(value, scale, zero)
  const [drawArea, drawLine] = [area<number>(x, zero, y), line<number>(x, y)]
  return (
    series
      .map(({ name, points }, nth) => {
        // A series of other times may be longer, such as the month before February.
        const values = points.slice(0, count).map(({ value }) => value)
        return (
          <g key={name} fill="none" strokeWidth={nth === 0 ? 2 : 1.5} strokeLinejoin="round" strokeLinecap="round">
            {nth === 0 && <path d={drawArea(values) ?? ''} className="fill-primary-100 opacity-60" />}
            {nth === 0 && dense && (
              <path
                d={drawLine(values) ?? ''}
                strokeWidth={1}
                vectorEffect="non-scaling-stroke"
                className="stroke-primary-600 opacity-40"
              />
            )}
            <path
              d={drawLine(dense ? averagesOf(values) : values) ?? ''}
              vectorEffect="non-scaling-stroke"
              className={lines[nth % lines.length]}
            />
            {values.map(
              (value, index) =>
                (index === shown || count === 1 || (nth === 0 && count <= MOST_DOTS)) && (
                  // A line without length: its round ends stay round when the drawing is stretched.
                  <path
                    key={points[index]?.at}
                    d={`M${x(value, index)} ${y(value)}h0`}
                    strokeWidth={index === shown || count === 1 ? 9 : 6}
                    vectorEffect="non-scaling-stroke"
                    className={dots[nth % dots.length]}
                  />
                ),
            )}
          </g>
        )
      })
      // The first series is on top.
      .toReversed()
  )
}

function isDense(points: readonly ChartPoint[]) {
  return points.length > MOST_DAYS && points[0]?.at.length === '2026-03-04'.length
}

/** The average of the week around each day. */
function averagesOf(values: readonly number[]) {
  const half = (WEEK - 1) / 2
  return values.map((_, index) => {
    const week = values.slice(Math.max(0, index - half), index + half + 1)
    return week.reduce((sum, value) => sum + value, 0) / week.length
  })
}

function heightOf(value: number, scale: Scale, zero: number) {
  const top = topOf(value, scale)
  if (value === 0 || Math.abs(zero - top) >= LEAST_HEIGHT) return top
  return value > 0 ? zero - LEAST_HEIGHT : zero + LEAST_HEIGHT
}
