import { ChartFrame } from './chart-frame.tsx'
import { type ChartProps, type ChartSeries, type Scale, centerOf, topOf } from './chart-scale.ts'

/** Dots of more points would touch each other. */
const MOST_DOTS = 40

const lines = ['stroke-primary-700', 'stroke-gray-600 [stroke-dasharray:5_4]']
const dots = ['stroke-primary-700', 'stroke-gray-600']
const samples = ['h-0.5 w-5 bg-primary-700', 'w-5 border-t-2 border-dashed border-gray-600']

/** Values over time as a line. The first series has a filled area; others are dashed, so that colour is not the only sign. */
export function LineChart(props: ChartProps) {
  return <ChartFrame {...props} samples={samples} draw={drawLines} />
}

function drawLines(series: readonly ChartSeries[], scale: Scale) {
  const zero = topOf(0, scale)
  return series.map(({ name, points }, nth) => {
    const places = points.map(({ value }, index) => [centerOf(index, points.length), topOf(value, scale)] as const)
    const path = places.map(([x, y]) => `${x} ${y}`).join('L')
    const [first, last] = [places[0]?.[0] ?? 0, places.at(-1)?.[0] ?? 0]
    return (
      <g key={name} fill="none" strokeWidth={2} strokeLinejoin="round">
        {nth === 0 && <path d={`M${first} ${zero}L${path}L${last} ${zero}Z`} className="fill-primary-100 opacity-60" />}
        <path d={`M${path}`} vectorEffect="non-scaling-stroke" className={lines[nth % lines.length]} />
        {points.length <= MOST_DOTS &&
          places.map(([x, y]) => (
            // A line without length: its round ends stay round when the drawing is stretched.
            <path
              key={x}
              d={`M${x} ${y}h0`}
              strokeWidth={7}
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
              className={dots[nth % dots.length]}
            />
          ))}
      </g>
    )
  })
}
