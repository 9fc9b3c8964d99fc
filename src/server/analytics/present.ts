import type { Dimension, Figure, Period, Point, Totals } from '#contract/analytics/analytics.ts'
import type { Db } from '#server/platform/db.ts'
import { stepsOf } from './period.ts'
import { type ValueRow, storiesById } from './queries.ts'

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Every step of the period, also those without figures. */
export function fillSeries(series: ReadonlyMap<string, Totals>, period: Pick<Period, 'from' | 'to' | 'step'>): Point[] {
  return stepsOf(period).map((at) => ({ at, ...(series.get(at) ?? { views: 0, visitors: 0, reads: 0 }) }))
}

export function sumTotals(all: readonly Totals[]): Totals {
  return all.reduce(
    (sum, { views, visitors, reads }) => ({
      views: sum.views + views,
      visitors: sum.visitors + visitors,
      reads: sum.reads + reads,
    }),
    { views: 0, visitors: 0, reads: 0 },
  )
}

/** With names to show. */
export async function presentFigures(
  db: Db,
  dimension: Dimension,
  rows: readonly ValueRow[],
  before: ReadonlyMap<string, number> | null,
): Promise<Figure[]> {
  const stories =
    dimension === 'story'
      ? await storiesById(
          db,
          rows.map(({ value }) => value),
        )
      : null
  return rows.map((row) => {
    const story = stories?.get(row.value)
    return {
      ...row,
      name: stories ? (story?.title ?? 'Deleted story') : nameOf(dimension, row.value),
      ref: story?.ref ?? null,
      viewsBefore: before ? (before.get(row.value) ?? 0) : null,
    }
  })
}

function nameOf(dimension: Dimension, value: string) {
  if (value === '') return 'Unknown'
  if (dimension === 'language') return languages.of(value) ?? value
  if (dimension === 'country') return countries.of(value) ?? value
  return value
}
