import type { ReactNode } from 'react'
import { Link } from '#site/ui/link.tsx'
import { type Better, Change } from './change.tsx'
import { formatNumber, formatWholeShare } from './format-figures.ts'

export type BarListRow = {
  key: string
  name: string
  /** A path of the site, or the address of another one. */
  to?: string
  value: number
  second?: number | null
  /** A fraction; null if it was not there before. */
  change?: number | null
  /** Before the name, such as a flag. Decoration only. */
  icon?: ReactNode
}

type Props = {
  /** The name of the list, such as “Sources”. */
  label: string
  /** The header of the names, such as “Source”. */
  nameHeader: string
  /** The header of the values, such as “Visitors”. */
  valueHeader: string
  rows: readonly BarListRow[]
  /** Of which each row is a share. By default their sum; null leaves the shares out, for values that cannot be added up. */
  total?: number | null
  format?(value: number): string
  second?: { header: string; format?(value: number): string }
  better?: Better
  empty?: string
  /** Below the list, such as links to all rows and to a CSV file. */
  action?: ReactNode
}

/** A ranking as a table. The bar behind a name is its value relative to the largest one. */
export function BarList(props: Props) {
  const { label, rows, empty = 'No data in this period.', action } = props
  return (
    <div className="min-w-0">
      {rows.length === 0 ? (
        <p className="rounded-md bg-gray-50 px-4 py-8 text-center text-sm text-gray-600">{empty}</p>
      ) : (
        <table aria-label={label} className="w-full border-separate border-spacing-y-1 text-sm">
          <Head {...props} />
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} {...props} />
            ))}
          </tbody>
        </table>
      )}
      {action && <div className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-sm">{action}</div>}
    </div>
  )
}

const header = 'ps-4 pb-1 text-end align-bottom font-medium text-gray-600'

function Head({ nameHeader, valueHeader, rows, total, second }: Props) {
  return (
    <thead>
      <tr>
        <th scope="col" className="pb-1 text-start align-bottom font-medium text-gray-600">
          {nameHeader}
        </th>
        {second && (
          <th scope="col" className={header}>
            {second.header}
          </th>
        )}
        <th scope="col" className={header}>
          {valueHeader}
        </th>
        {total !== null && (
          <th scope="col" className={header}>
            Share
          </th>
        )}
        {hasChanges(rows) && (
          <th scope="col" className={header}>
            Change
          </th>
        )}
      </tr>
    </thead>
  )
}

const cell = 'ps-4 text-end whitespace-nowrap tabular-nums'

function Row({
  row,
  rows,
  total = sumOf(rows),
  format = formatNumber,
  second,
  better = 'higher',
}: Props & { row: BarListRow }) {
  const most = Math.max(0, ...rows.map(({ value }) => value))
  const { name, to, value, icon, change } = row
  return (
    <tr>
      <th scope="row" className="relative h-9 w-full rounded-sm text-start font-normal">
        <span
          aria-hidden
          className="absolute inset-y-0 start-0 rounded-sm bg-primary-100"
          style={{ width: `${most > 0 ? Math.max(0, value / most) * 100 : 0}%` }}
        />
        <span className="relative flex items-center gap-2 px-2.5 py-1.5">
          {icon && <span aria-hidden>{icon}</span>}
          <span className="min-w-0 wrap-anywhere">{to ? <NameLink to={to} name={name} /> : <bdi>{name}</bdi>}</span>
        </span>
      </th>
      {second && (
        <td className={`${cell} text-gray-600`}>
          {row.second === undefined || row.second === null ? '–' : (second.format ?? formatNumber)(row.second)}
        </td>
      )}
      <td className={`${cell} font-medium`}>{format(value)}</td>
      {total !== null && <td className={`${cell} text-gray-600`}>{formatWholeShare(total > 0 ? value / total : 0)}</td>}
      {hasChanges(rows) && (
        <td className={cell}>{change === undefined ? '–' : <Change change={change} better={better} />}</td>
      )}
    </tr>
  )
}

function NameLink({ to, name }: { to: string; name: string }) {
  const look = 'underline decoration-transparent underline-offset-4 hover:decoration-current'
  if (to.startsWith('/'))
    return (
      <Link to={to} viewTransition className={look}>
        <bdi>{name}</bdi>
      </Link>
    )
  return (
    <a href={to} rel="noreferrer" className={look}>
      <bdi>{name}</bdi>
    </a>
  )
}

function hasChanges(rows: readonly BarListRow[]) {
  return rows.some(({ change }) => change !== undefined)
}

function sumOf(rows: readonly BarListRow[]) {
  return rows.reduce((sum, { value }) => sum + value, 0)
}
