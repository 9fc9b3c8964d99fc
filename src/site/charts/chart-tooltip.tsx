import { Icon } from '#site/ui/icon.tsx'
import { type AnnotationGroup, annotationNames, describeGroup } from './annotations.ts'
import { type ChartSeries, centerOf } from './chart-scale.ts'

type Props = {
  series: readonly ChartSeries[]
  index: number
  format(value: number): string
  /** Leaves room for the marks above the plot. */
  overMarks: boolean
  events: readonly AnnotationGroup[]
}

/** Stays inside the chart at both ends. */
export function ChartTooltip({ series, index, format, overMarks, events }: Props) {
  const center = centerOf(index, series[0]?.points.length ?? 1)
  return (
    <div
      aria-hidden
      className={`pointer-events-none absolute bottom-full z-10 w-max ${overMarks ? 'mb-9' : 'mb-1'} max-w-full rounded-md bg-gray-900 px-3 py-2 text-white shadow-float`}
      style={{ left: `${center}%`, translate: `-${center}%` }}
    >
      <p className="text-gray-300">{series[0]?.points[index]?.label}</p>
      {series.map(({ name, points, ownTimes }) => {
        const point = points[index]
        return (
          <p key={name} className="flex justify-between gap-4">
            {series.length > 1 && <span>{ownTimes && point ? point.label : name} </span>}
            <span className="font-semibold whitespace-nowrap">{point ? format(point.value) : '–'}</span>
          </p>
        )
      })}
      {events.length > 0 && (
        <ul className="mt-1.5 grid gap-1 border-t border-gray-700 pt-1.5">
          {events.map((group) => (
            <li key={group.kind} className="flex gap-2">
              <Icon name={annotationNames[group.kind].icon} size={16} className="mt-0.5" />
              <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
                {describeGroup(group)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
