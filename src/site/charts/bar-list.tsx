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

/** `prefix` names a number that is not in a column. */
type NumberColumn = { name: string; prefix?: string; strong?: boolean; cell(row: BarListRow): ReactNode }

/** A ranking as a table. The bar behind a name is its value relative to the largest one. */
export function BarList({ label, nameHeader, rows, empty = 'No data in this period.', action, ...props }: Props) {
  const columns = columnsOf(rows, props)
  const most = Math.max(0, ...rows.map(({ value }) => value))
  // With more numbers, names would have no room on phones: there the numbers follow below them.
  const look = columns.length > 2 ? stackedLook : plainLook
  return (
    <div className="@container min-w-0">
      {rows.length === 0 ? (
        <p className="rounded-md bg-gray-50 px-4 py-8 text-center text-sm text-gray-600">{empty}</p>
      ) : (
        <table aria-label={label} className={`w-full border-separate border-spacing-y-1 text-sm ${look.table}`}>
          <thead className={look.head}>
            <tr>
              <th scope="col" className="pb-1 text-start align-bottom font-medium text-gray-600">
                {nameHeader}
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className="ps-4 pb-1 text-end align-bottom font-medium text-gray-600">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={look.table}>
            {rows.map((row) => (
              <tr key={row.key} className={look.row}>
                <th scope="row" className={`relative h-9 w-full text-start font-normal ${look.name}`}>
                  <Name row={row} width={most > 0 ? Math.max(0, row.value / most) * 100 : 0} />
                </th>
                {columns.map(({ name, prefix, strong, cell }) => (
                  <td
                    key={name}
                    data-label={prefix}
                    className={`ps-4 text-end whitespace-nowrap tabular-nums ${strong ? 'font-medium' : 'text-gray-600'} ${look.cell}`}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {action && <div className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-sm">{action}</div>}
    </div>
  )
}

const plainLook = { table: '', head: '', row: '', name: '', cell: '' }
const stackedLook = {
  table: '@max-lg:block',
  head: '@max-lg:sr-only',
  row: '@max-lg:mb-3 @max-lg:flex @max-lg:flex-wrap @max-lg:items-baseline @max-lg:gap-x-4',
  name: '@max-lg:block @max-lg:h-auto',
  cell: '@max-lg:py-1 @max-lg:ps-0 @max-lg:not-[[data-label]]:before:hidden @max-lg:before:me-1.5 @max-lg:before:font-normal @max-lg:before:text-gray-600 @max-lg:before:content-[attr(data-label)]',
}

type Numbers = Omit<Props, 'label' | 'nameHeader' | 'rows' | 'empty' | 'action'>

function columnsOf(
  rows: readonly BarListRow[],
  { valueHeader, total = sumOf(rows), format = formatNumber, second, better = 'higher' }: Numbers,
) {
  const columns: NumberColumn[] = [
    { name: valueHeader, prefix: valueHeader, strong: true, cell: ({ value }) => format(value) },
  ]
  if (total !== null)
    columns.push({ name: 'Share', cell: ({ value }) => formatWholeShare(total > 0 ? value / total : 0) })
  if (second) {
    const formatSecond = second.format ?? formatNumber
    columns.push({
      name: second.header,
      prefix: second.header,
      cell: (row) => (row.second == null ? '–' : formatSecond(row.second)),
    })
  }
  if (rows.some(({ change }) => change !== undefined))
    columns.push({
      name: 'Change',
      cell: ({ change }) => (change === undefined ? '–' : <Change change={change} better={better} />),
    })
  return columns
}

function Name({ row: { name, to, icon }, width }: { row: BarListRow; width: number }) {
  return (
    <>
      <span
        aria-hidden
        className="absolute inset-y-0 start-0 min-w-0.5 rounded-sm bg-primary-100"
        style={{ width: `${width}%` }}
      />
      <span className="relative flex items-center gap-2 px-2.5 py-1.5">
        {icon && <span aria-hidden>{icon}</span>}
        <span className="min-w-0 wrap-anywhere">{to ? <NameLink to={to} name={name} /> : <bdi>{name}</bdi>}</span>
      </span>
    </>
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

function sumOf(rows: readonly BarListRow[]) {
  return rows.reduce((sum, { value }) => sum + value, 0)
}
