import { scaleLinear } from 'd3-scale'

/** A value at a time. */
export type ChartPoint = {
  /** Identifies the point, such as a date. */
  at: string
  label: string
  /** For the axis, when the label is too long for it. */
  short?: string
  value: number
}

export type ChartSeries = {
  name: string
  points: readonly ChartPoint[]
  /** Its points are at other times than those of the first series, and are shown with their own labels. */
  ownTimes?: boolean
}

/** One series, or several that have points at the same times. */
export type ChartData = { points: readonly ChartPoint[] } | { series: readonly ChartSeries[] }

export type ChartProps = ChartData & {
  label: string
  format(value: number): string
  /** A shorter form for the axis. */
  formatTick?(value: number): string
}

export function seriesOf(data: ChartData, label: string): readonly ChartSeries[] {
  return 'series' in data ? data.series : [{ name: label, points: data.points }]
}

/** Up to twice as many fit. */
const ROUGH_TICKS = 3

/** Round values from at most the smallest value to at least the largest one, 0 included. Only 0 when all values are 0. */
export function ticksOf(values: readonly number[]): number[] {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (least === most) return [0]
  // Whole numbers have no ticks between them.
  const count = values.every(Number.isInteger) ? Math.min(ROUGH_TICKS, most - least) : ROUGH_TICKS
  return scaleLinear().domain([least, most]).nice(count).ticks(count)
}

/** The middle of a point’s share of the width, in percent. */
export function centerOf(index: number, count: number) {
  return ((index + 0.5) / count) * 100
}

/** The first and the last tick. */
export type Scale = { min: number; max: number }

/** The distance from the top in percent. */
export function topOf(value: number, { min, max }: Scale) {
  return min === max ? 100 : scaleLinear([min, max], [100, 0])(value)
}

/** Indexes of points that have a label on the axis: at most `most`, the last one included. */
export function labelledPoints(count: number, most: number): ReadonlySet<number> {
  const every = Math.max(1, Math.ceil(count / most))
  return new Set(
    Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0),
  )
}
