import { Icon } from '#site/ui/icon.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { type Annotation, annotationNames, describeGroup, groupByKind } from './annotations.ts'
import { ChartDisclosure } from './chart-table.tsx'

type Props = { label: string; annotations: readonly Annotation[]; points: readonly { at: string; label: string }[] }

/** The annotations of a chart as text, in the order of time. */
export function AnnotationList({ label, annotations, points }: Props) {
  const days = points.flatMap((point) => {
    const groups = groupByKind(annotations.filter(({ at }) => at === point.at))
    return groups.length > 0 ? [{ ...point, groups }] : []
  })
  if (days.length === 0) return null
  const count = days.reduce((sum, { groups }) => sum + groups.reduce((all, { items }) => all + items.length, 0), 0)
  return (
    <ChartDisclosure summary={count === 1 ? 'Show 1 event' : `Show ${count.toLocaleString('en')} events`} label={label}>
      <ul className="grid grid-cols-1 gap-3 py-2 text-sm">
        {days.map(({ at, label: day, groups }) => (
          <li key={at} className="grid grid-cols-1 gap-1 @md:grid-cols-[11rem_minmax(0,1fr)]">
            <span className="text-gray-600 tabular-nums">{day}</span>
            <ul className="grid grid-cols-1 gap-1">
              {groups.map((group) => (
                <li key={group.kind} className="flex gap-2">
                  <Icon name={annotationNames[group.kind].icon} size={16} className="mt-0.5 text-gray-500" />
                  <div className="min-w-0 wrap-anywhere">
                    <span>{group.items.length === 1 ? annotationNames[group.kind].name : describeGroup(group)}: </span>
                    {group.items.map(({ title, to }, nth) => (
                      // oxlint-disable-next-line react/no-array-index-key -- two stories may have the same title
                      <span key={nth}>
                        {nth > 0 && ', '}
                        <bdi>{to ? <TextLink to={to}>{title}</TextLink> : title}</bdi>
                      </span>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </ChartDisclosure>
  )
}
