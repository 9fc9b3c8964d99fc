import type { Figure } from '#contract/analytics/analytics.ts'
import { BarList } from '#site/charts/bar-list.tsx'
import { changeOf } from '#site/charts/change.tsx'
import { Icon } from '#site/ui/icon.tsx'

type Props = {
  title: string
  /** The header of the names, such as “Source”. */
  nameHeader: string
  figures: readonly Figure[]
  /** The views of which each value has a share. */
  total: number
  compare: boolean
  /** The names and icons of values that are keys. */
  names?: Readonly<Record<string, { name: string; icon: string }>>
}

/** The values of a dimension by views, below a heading. */
export function FigureList({ title, nameHeader, figures, total, compare, names }: Props) {
  const rows = figures.map(({ value, name, views, reads, viewsBefore }) => {
    const known = names?.[value]
    return {
      key: value,
      name: known?.name ?? name,
      value: views,
      second: reads,
      ...(known && { icon: <Icon name={known.icon} size={16} className="text-gray-500" /> }),
      ...(compare && viewsBefore !== null && { change: changeOf(views, viewsBefore) }),
    }
  })
  return (
    <section className="min-w-0">
      <h2 className="mb-3 font-serif text-lg font-semibold">{title}</h2>
      <BarList
        label={title}
        nameHeader={nameHeader}
        valueHeader="Views"
        rows={rows}
        total={total}
        second={{ header: 'Reads' }}
      />
    </section>
  )
}
