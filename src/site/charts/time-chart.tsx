import type { Annotation } from './annotations.ts'
import type { ChartPoint } from './chart-scale.ts'
import { LineChart } from './line-chart.tsx'

type Props = {
  /** What is counted, such as “Views”. It names the chart and its main line. */
  label: string
  points: readonly ChartPoint[]
  /** The same length of time before, aligned with `points` by index. */
  previous?: readonly ChartPoint[] | null
  previousName?: string
  annotations?: readonly Annotation[]
  format(value: number): string
  formatTick?(value: number): string
}

/** A figure over time: its line, that of the period before, and the events that may explain it. */
export function TimeChart({ label, points, previous, previousName = 'Previous period', ...rest }: Props) {
  const main = { name: label, points }
  const series = previous ? [main, { name: previousName, points: previous, ownTimes: true }] : [main]
  return <LineChart label={label} series={series} {...rest} />
}
