import type { ReactNode } from 'react'
import type { Period } from '#contract/analytics/analytics.ts'
import { RangePicker, type RangeQuery } from '#site/charts/range-picker.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { Time } from '#site/ui/time.tsx'
import { rangeHref } from './range.ts'

const screens = [
  { to: '/admin/analytics', name: 'Overview' },
  { to: '/admin/analytics/site', name: 'Site' },
] as const

type Props = {
  title: string
  path: (typeof screens)[number]['to']
  period: Period
  picked: RangeQuery
  /** The other parameters of the address, which stay when the period changes. */
  kept?: Readonly<Record<string, string>>
  action?: ReactNode
}

/** The title of an analytics screen, the links to the others, and the period. */
export function AnalyticsHeader({ title, path, period, picked, kept, action }: Props) {
  return (
    <header>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-serif text-2xl font-semibold">{title}</h1>
        {action}
      </div>
      <nav aria-label="Analytics" className="mt-4 mb-5 flex flex-wrap gap-2">
        {screens.map(({ to, name }) => (
          <PillLink key={to} to={rangeHref(to, picked)} current={to === path}>
            {name}
          </PillLink>
        ))}
      </nav>
      <RangePicker
        current={picked}
        hrefOf={(query) => rangeHref(path, query, kept)}
        today={period.countedUntil.slice(0, 10)}
      />
      <p className="mt-3 text-sm text-gray-600">
        Counted until <Time at={period.countedUntil} />. Days are in UTC. A visitor counts once a day.
      </p>
    </header>
  )
}
