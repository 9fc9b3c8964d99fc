/** A value at a time. */
export type ChartPoint = {
  /** Identifies the point, such as a date. */
  at: string
  label: string
  /** For the axis, when the label is too long for it. */
  short?: string
  value: number
}

export type ChartSeries = { name: string; points: readonly ChartPoint[] }

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

const STEPS = [1, 2, 5, 10]

/** Round values from at most the smallest value to at least the largest one, 0 included. Only 0 when all values are 0. */
export function ticksOf(values: readonly number[]): number[] {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (least === most) return [0]
  const rough = (most - least) / 4
  const unit = 10 ** Math.floor(Math.log10(rough))
  const nice = (STEPS.find((step) => step * unit >= rough) ?? 10) * unit
  const step = values.every(Number.isInteger) ? Math.max(1, Math.ceil(nice)) : nice
  const steps = (value: number) => Math.ceil(Math.abs(value) / step - 1e-9)
  const below = steps(least)
  return Array.from({ length: below + steps(most) + 1 }, (_, nth) => Number(((nth - below) * step).toPrecision(12)))
}

/** The middle of a point’s share of the width, in percent. */
export function centerOf(index: number, count: number) {
  return ((index + 0.5) / count) * 100
}

/** The first and the last tick. */
export type Scale = { min: number; max: number }

/** The distance from the top in percent. */
export function topOf(value: number, { min, max }: Scale) {
  return min === max ? 100 : ((max - value) / (max - min)) * 100
}

/** Indexes of points that have a label on the axis: at most `most`, the last one included. */
export function labelledPoints(count: number, most: number): ReadonlySet<number> {
  const every = Math.max(1, Math.ceil(count / most))
  return new Set(
    Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0),
  )
}
