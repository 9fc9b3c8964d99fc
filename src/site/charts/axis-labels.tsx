import { type ChartPoint, centerOf, labelledPoints } from './chart-scale.ts'

/** The least width of a plot in pixels, in a container of any, the `md` and the `3xl` size. */
const widths = [220, 380, 690] as const
const CHARACTER = 7.5
const GAP = 14
const MOST_LABELS = 12
/** With more points, labels at the ends would leave the chart. */
const CENTERED_POINTS = 9

/** As many labels below a chart as fit, which the size of the container decides. */
export function AxisLabels({ points }: { points: readonly ChartPoint[] }) {
  const count = points.length
  const longest = Math.max(...points.map(({ label, short = label }) => short.length))
  const [narrow, medium, wide] = widths.map((width) =>
    labelledPoints(count, Math.max(1, Math.min(MOST_LABELS, Math.floor(width / (longest * CHARACTER + GAP))))),
  )
  return points.map(({ at, label, short = label }, index) => {
    const [inNarrow, inMedium, inWide] = [narrow?.has(index), medium?.has(index), wide?.has(index)]
    if (!inNarrow && !inMedium && !inWide) return null
    const center = centerOf(index, count)
    return (
      <span
        key={at}
        className={`absolute whitespace-nowrap ${inNarrow ? '' : 'hidden'} ${inMedium ? '@md:block' : '@md:hidden'} ${inWide ? '@3xl:block' : '@3xl:hidden'}`}
        style={{ left: `${center}%`, translate: count > CENTERED_POINTS ? `-${center}%` : '-50%' }}
      >
        {short}
      </span>
    )
  })
}
