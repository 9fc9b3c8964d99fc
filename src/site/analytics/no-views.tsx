import type { Period } from '#contract/analytics/analytics.ts'
import type { RangeQuery } from '#site/charts/range-picker.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { rangeHref } from './range.ts'

type Props = { path: string; period: Period; picked: RangeQuery }

/** For a period in which nobody came. */
export function NoViews({ path, period, picked }: Props) {
  const isEver = period.range === 'all'
  return (
    <EmptyState
      icon="chart-line"
      title={isEver ? 'No views yet' : 'No views in this period'}
      action={
        !isEver && (
          <ButtonLink to={rangeHref(path, { ...picked, range: 'all' })} tone="quiet">
            Show all time
          </ButtonLink>
        )
      }
    >
      Views appear here within a minute. Bots and visitors who ask not to be tracked are not counted.
    </EmptyState>
  )
}
