import type { ReactNode } from 'react'
import { Link } from '#site/ui/link.tsx'
import { type Better, Change, changeOf } from './change.tsx'
import { formatCompact, formatNumber } from './format-figures.ts'
import { Sparkline } from './sparkline.tsx'

type Props = {
  label: string
  /** Null if there is nothing to calculate it from. */
  value: number | null
  format?(value: number): string
  /** With all digits, for the title and screen readers. */
  formatExact?(value: number): string
  /** The value of the period before. Null if there is none, which makes this one new. Left out, nothing is compared. */
  before?: number | null
  better?: Better
  /** What it is compared with, such as “the 30 days before”. */
  than?: string
  /** Values over the period. */
  values?: readonly number[]
  note?: ReactNode
  /** A page with more about it. */
  to?: string
  current?: boolean
}

/** One large number, in a `Figures` list. */
export function Figure({
  label,
  value,
  format = formatCompact,
  formatExact = format === formatCompact ? formatNumber : format,
  before,
  better = 'higher',
  than = 'the previous period',
  values,
  note,
  to,
  current = false,
}: Props) {
  const hasLine = values && values.length > 1
  return (
    <div
      className={`relative min-w-0 border-e border-b border-gray-200 p-4 sm:p-5 ${current ? 'bg-primary-50' : 'bg-white'}`}
    >
      <dt className="text-sm font-medium text-gray-600">
        {current && <span aria-hidden className="absolute inset-x-0 top-0 h-0.5 bg-primary-700" />}
        {to ? (
          <Link
            to={to}
            aria-current={current ? 'true' : undefined}
            preventScrollReset
            className="after:absolute after:inset-0 hover:text-gray-900 hover:underline hover:underline-offset-4"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="mt-1">
        {value === null ? (
          <span className="text-base text-gray-600">No data yet</span>
        ) : (
          <BigNumber text={format(value)} exact={formatExact(value)} />
        )}
      </dd>
      {value !== null && (before !== undefined || hasLine) && (
        <dd className="mt-1 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          {before !== undefined && <Change change={changeOf(value, before)} better={better} than={than} />}
          {hasLine && <Sparkline values={values} label="" className="h-8 max-w-28 min-w-20 flex-1" />}
        </dd>
      )}
      {note && <dd className="mt-1 text-sm text-gray-600">{note}</dd>}
    </div>
  )
}

function BigNumber({ text, exact }: { text: string; exact: string }) {
  const look = 'block text-xl font-semibold tracking-tight wrap-anywhere tabular-nums sm:text-2xl'
  // A unit stays with its number.
  const unbroken = text.replaceAll(/(\d) (?=\D)/g, '$1\u00a0')
  if (text === exact) return <span className={look}>{unbroken}</span>
  return (
    <span title={exact} className={look}>
      <span aria-hidden>{unbroken}</span>
      <span className="sr-only">{exact}</span>
    </span>
  )
}

/** Tiles with hairlines between them. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="overflow-hidden rounded-lg border border-gray-200">
      {/* The outer hairlines of the tiles are cut off. */}
      <dl className="-me-px -mb-px grid grid-cols-2 lg:grid-cols-4">{children}</dl>
    </section>
  )
}
