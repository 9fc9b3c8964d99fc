import { ChartFrame } from './chart-frame.tsx'
import { type ChartProps, type ChartSeries, type Scale, centerOf, topOf } from './chart-scale.ts'

/** Of the width of a point, in percent; the rest is the gap to the next. */
const FILLED = 70
/** In percent of the chart, so that a few points are not a few blocks. */
const MOST_WIDTH = 10
/** In percent, so that a small value differs from none. Bars below 0 go down. */
const LEAST_HEIGHT = 1

const bars = ['fill-primary-700', 'fill-white stroke-gray-600']
const samples = ['size-3 rounded-sm bg-primary-700', 'size-3 rounded-sm border border-gray-600']

/** Values over time as bars. Bars of a second series are outlined, so that colour is not the only sign. */
export function BarChart(props: ChartProps) {
  return <ChartFrame {...props} samples={samples} draw={drawBars} />
}

function drawBars(series: readonly ChartSeries[], scale: Scale) {
  const zero = topOf(0, scale)
  return series.map(({ name, points }, nth) => {
    const share = 100 / points.length
    const width = Math.min(MOST_WIDTH, (share * FILLED) / 100 / series.length)
    return (
      <g key={name} className={bars[nth % bars.length]}>
        {points.map(({ at, value }, index) => {
          const height = value === 0 ? 0 : Math.max(LEAST_HEIGHT, Math.abs(topOf(value, scale) - zero))
          const left = centerOf(index, points.length) + (nth - series.length / 2) * width
          return (
            <rect
              key={at}
              x={left}
              y={value > 0 ? zero - height : zero}
              width={width}
              height={height}
              vectorEffect="non-scaling-stroke"
            />
          )
        })}
      </g>
    )
  })
}
