import { area, line } from 'd3-shape'
import type { Annotation } from './annotations.ts'
import { ChartFrame } from './chart-frame.tsx'
import { type ChartPoint, type ChartProps, type ChartSeries, type Scale, centerOf, topOf } from './chart-scale.ts'

/** Dots of more points would hide the line. */
const MOST_DOTS = 14
/** In percent of the height, so that beside a spike a small value differs from none. */
const LEAST_HEIGHT = 1.5

const lines = ['stroke-primary-700', 'stroke-gray-500 [stroke-dasharray:4_4]']
const dots = ['stroke-primary-700', 'stroke-gray-500']
const samples = ['h-0.5 w-5 bg-primary-700', 'w-5 border-t-2 border-dashed border-gray-500']

type Props = ChartProps & { annotations?: readonly Annotation[] }

/** Values over time as a line. The first series has a filled area; others are dashed, so that colour is not the only sign. */
export function LineChart(props: Props) {
  return <ChartFrame {...props} samples={samples} draw={drawLines} />
}

function drawLines(series: readonly ChartSeries[], scale: Scale, shown: number | null) {
  const count = series[0]?.points.length ?? 0
  const zero = topOf(0, scale)
  const x = (_: ChartPoint, index: number) => centerOf(index, count)
  const y = ({ value }: ChartPoint) => heightOf(value, scale, zero)
  // A series of other times may be longer, such as the month before February.
  const drawn = series.map(({ name, points }) => ({ name, points: points.slice(0, count) }))
  // The first series is on top.
  return drawn
    .map(({ name, points }, nth) => (
      <g key={name} fill="none" strokeWidth={nth === 0 ? 2 : 1.5} strokeLinejoin="round" strokeLinecap="round">
        {nth === 0 && <path d={area<ChartPoint>(x, zero, y)(points) ?? ''} className="fill-primary-100 opacity-60" />}
        <path
          d={line<ChartPoint>(x, y)(points) ?? ''}
          vectorEffect="non-scaling-stroke"
          className={lines[nth % lines.length]}
        />
        {points.map(
          (point, index) =>
            (index === shown || points.length === 1 || (nth === 0 && points.length <= MOST_DOTS)) && (
              // A line without length: its round ends stay round when the drawing is stretched.
              <path
                key={point.at}
                d={`M${x(point, index)} ${y(point)}h0`}
                strokeWidth={index === shown ? 9 : 6}
                vectorEffect="non-scaling-stroke"
                className={dots[nth % dots.length]}
              />
            ),
        )}
      </g>
    ))
    .toReversed()
}

function heightOf(value: number, scale: Scale, zero: number) {
  const top = topOf(value, scale)
  if (value === 0 || Math.abs(zero - top) >= LEAST_HEIGHT) return top
  return value > 0 ? zero - LEAST_HEIGHT : zero + LEAST_HEIGHT
}
