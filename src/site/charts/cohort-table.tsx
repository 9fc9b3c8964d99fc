import { formatNumber, formatWholeShare } from './format-figures.ts'

export type Cohort = {
  /** Identifies the row, such as the first day of the week. */
  at: string
  label: string
  /** How many people it started with. */
  size: number
  /** The fraction of them who were active in period 0, 1, 2 … Null for a period that is not over. */
  shares: readonly (number | null)[]
}

type Props = {
  label: string
  cohorts: readonly Cohort[]
  /** What a column stands for. */
  period?: string
  rowHeader?: string
}

const mixed = (percent: number) => `color-mix(in oklab, var(--color-primary-600) ${percent}%, var(--color-primary-200))`

/** The shares from which on a shade is used. Most values are small, so the steps grow. */
const shades = [
  [0.75, 'var(--color-primary-700)'],
  [0.5, mixed(60)],
  [0.3, mixed(30)],
  [0.15, 'var(--color-primary-200)'],
  [0.05, 'var(--color-primary-100)'],
  [Number.MIN_VALUE, 'var(--color-primary-50)'],
] as const
/** From this share on, the shade is dark. */
const DARK = shades[0][0]

/** The shares of people who come back. The shade repeats the number. Scrolls sideways, with the first column in place. */
export function CohortTable({ label, cohorts, period = 'Week', rowHeader = 'Signed up' }: Props) {
  if (cohorts.length === 0)
    return (
      <p className="grid h-48 place-items-center rounded-md bg-gray-50 px-4 text-center text-sm text-gray-600">
        No data yet
      </p>
    )
  const count = Math.max(...cohorts.map(({ shares }) => shares.length))
  const periods = Array.from({ length: count }, (_, nth) => nth)
  return (
    <section tabIndex={0} aria-label={label} className="relative overflow-x-auto rounded-sm">
      <table className="min-w-full border-separate border-spacing-0.5 text-sm tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky start-0 z-10 bg-white pe-3 text-start font-medium whitespace-nowrap text-gray-600"
            >
              {rowHeader}
            </th>
            <th scope="col" className="px-3 text-end font-medium text-gray-600">
              People
            </th>
            {periods.map((nth) => (
              <th key={nth} scope="col" className="px-2 py-2 text-center font-medium whitespace-nowrap text-gray-600">
                {period} {nth}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ at, label: name, size, shares }) => (
            <tr key={at}>
              <th
                scope="row"
                className="sticky start-0 z-10 bg-white pe-3 text-start font-normal whitespace-nowrap text-gray-700"
              >
                {name}
              </th>
              <td className="px-3 text-end font-medium">{formatNumber(size)}</td>
              {periods.map((nth) => (
                <Cell key={nth} share={shares[nth] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ share }: { share: number | null }) {
  if (share === null)
    return (
      <td>
        <span className="sr-only">Not yet</span>
      </td>
    )
  const [, backgroundColor = 'var(--color-gray-50)'] = shades.find(([least]) => share >= least) ?? []
  return (
    <td
      className={`h-9 rounded-sm px-3 text-center whitespace-nowrap ${share >= DARK ? 'text-white' : ''}`}
      style={{ backgroundColor }}
    >
      {formatWholeShare(share)}
    </td>
  )
}
