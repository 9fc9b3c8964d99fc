import { formatMs, formatNumber, formatWholeShare } from './format-figures.ts'

export type Vital = 'LCP' | 'INP' | 'CLS' | 'FCP' | 'TTFB'

export const vitals: Record<Vital, { name: string; good: number; poor: number }> = {
  LCP: { name: 'Largest contentful paint', good: 2500, poor: 4000 },
  INP: { name: 'Interaction to next paint', good: 200, poor: 500 },
  CLS: { name: 'Cumulative layout shift', good: 0.1, poor: 0.25 },
  FCP: { name: 'First contentful paint', good: 1800, poor: 3000 },
  TTFB: { name: 'Time to first byte', good: 800, poor: 1800 },
}

type Props = {
  vital: Vital
  /** The 75th percentile, in milliseconds; for CLS the score. Null without measurements. */
  p75: number | null
  /** How many page views had each rating. */
  counts?: { good: number; fair: number; poor: number }
}

const ratings = [
  { id: 'good', name: 'Good', bar: 'bg-primary-600', text: 'text-primary-700' },
  { id: 'fair', name: 'Needs improvement', bar: 'bg-warning-200', text: 'text-warning-800' },
  { id: 'poor', name: 'Poor', bar: 'bg-danger-700', text: 'text-danger-700' },
] as const

export type Rating = (typeof ratings)[number]['id']

export function rateVital(vital: Vital, value: number): Rating {
  const { good, poor } = vitals[vital]
  return value <= good ? 'good' : value <= poor ? 'fair' : 'poor'
}

/** A Core Web Vital against its thresholds. */
export function VitalRating({ vital, p75, counts }: Props) {
  const rating = p75 === null ? null : ratings.find(({ id }) => id === rateVital(vital, p75))
  return (
    <div className="min-w-0 text-sm">
      <p className="font-medium text-gray-900">{vital}</p>
      <p className="text-gray-600">{vitals[vital].name}</p>
      <p className="mt-2 text-xl font-semibold tracking-tight tabular-nums">
        {p75 === null ? <span className="text-base font-normal text-gray-600">No data yet</span> : format(vital, p75)}
      </p>
      {rating && <p className={`font-medium ${rating.text}`}>{rating.name}</p>}
      {p75 !== null && <Thresholds vital={vital} value={p75} />}
      {counts && <Counts counts={counts} />}
    </div>
  )
}

function Thresholds({ vital, value }: { vital: Vital; value: number }) {
  const { good, poor } = vitals[vital]
  return (
    <div aria-hidden className="mt-3">
      <div className="relative flex gap-0.5">
        {ratings.map(({ id, bar }) => (
          <span key={id} className={`h-1.5 flex-1 first:rounded-s-full last:rounded-e-full ${bar}`} />
        ))}
        <span
          className="absolute top-1/2 h-4 w-1 -translate-1/2 rounded-full bg-gray-900 ring-2 ring-white"
          style={{ left: `${placeOf(vital, value)}%` }}
        />
      </div>
      <div className="relative mt-1.5 h-5 text-gray-600 tabular-nums *:absolute *:-translate-x-1/2">
        <span className="left-1/3">{formatThreshold(vital, good)}</span>
        <span className="left-2/3">{formatThreshold(vital, poor)}</span>
      </div>
    </div>
  )
}

function Counts({ counts }: { counts: Record<Rating, number> }) {
  const all = counts.good + counts.fair + counts.poor
  if (all === 0) return null
  return (
    <p className="mt-2 text-gray-600 tabular-nums">
      Good in {formatWholeShare(counts.good / all)} of {formatNumber(all)} page views
    </p>
  )
}

/** In percent of the bar, whose three parts have the same width. */
function placeOf(vital: Vital, value: number) {
  const { good, poor } = vitals[vital]
  if (value <= good) return (value / good) * 33.3
  if (value <= poor) return 33.3 + ((value - good) / (poor - good)) * 33.3
  return Math.min(99, 66.7 + ((value - poor) / poor) * 33.3)
}

/** With two decimals, so that a value just above a threshold differs from it. */
function format(vital: Vital, value: number) {
  if (vital === 'CLS') return value.toFixed(2)
  return value < 1000 ? formatMs(value) : `${(value / 1000).toFixed(2)} s`
}

function formatThreshold(vital: Vital, value: number) {
  return vital === 'CLS' ? String(value) : `${value / 1000} s`
}
