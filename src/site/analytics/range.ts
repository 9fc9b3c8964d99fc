import type { Period, RangeQuery } from '#contract/analytics/analytics.ts'
import { type RangeQuery as PickedRange, type RangeId, rangeNames } from '#site/charts/range-picker.tsx'

type Query = Readonly<Record<string, string>>
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The period that an address asks for. An invalid one is that of the default. For data functions and pages. */
export function readRange({ range, from, to }: Query): RangeQuery {
  const name = isRange(range) ? range : '30d'
  if (name !== 'custom') return { range: name }
  const isValid = DAY.test(from ?? '') && DAY.test(to ?? '') && String(from) <= String(to)
  return isValid && from && to ? { range: 'custom', from, to } : { range: '30d' }
}

function isRange(name: string | undefined): name is RangeId {
  return name !== undefined && Object.hasOwn(rangeNames, name)
}

/** What `RangePicker` shows as chosen. The comparison is on unless the address has `compare=no`. */
export function pickedRange(query: Query, { range, from, to }: Pick<Period, 'range' | 'from' | 'to'>): PickedRange {
  return { range, from, to, compare: query['compare'] !== 'no' && range !== 'all' }
}

/** The path with a period and the given parameters. The default period has none. */
export function rangeHref(path: string, { range, from, to, compare }: PickedRange, others: Query = {}) {
  const given = new URLSearchParams(others)
  if (range !== '30d') given.set('range', range)
  if (range === 'custom' && from && to) {
    given.set('from', from)
    given.set('to', to)
  }
  if (!compare && range !== 'all') given.set('compare', 'no')
  const search = given.toString()
  return search ? `${path}?${search}` : path
}

/** For the links to exports and to other pages with the same period. */
export function rangeParameters({ range, from, to }: Period): Record<string, string> {
  return range === 'custom' ? { range, from, to } : { range }
}
