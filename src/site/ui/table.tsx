import type { ReactNode } from 'react'

export type Column<Row> = { name: string; cell(row: Row): ReactNode; numeric?: boolean }

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  empty?: ReactNode
  /** On small screens a row is a card, with its first cell as the heading. */
  stacks?: boolean
}

const plainLook = { table: '', head: '', row: '', cell: '' }
const stackedLook = {
  table: 'max-md:block',
  head: 'max-md:sr-only',
  row: 'max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2 max-md:py-3',
  cell: 'max-md:min-w-0 max-md:p-0 max-md:text-start max-md:not-first:before:block max-md:not-first:before:text-gray-600 max-md:not-first:before:content-[attr(data-label)] max-md:first:col-span-full',
}

/** A table that scrolls horizontally when needed, by keyboard too. */
export function Table<Row>({ caption, columns, rows, keyOf, empty, stacks = false }: Props<Row>) {
  if (rows.length === 0 && empty) return empty
  const look = stacks ? stackedLook : plainLook
  return (
    <section className="overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className={`w-full border-collapse text-sm ${look.table}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={look.head}>
          <tr className="border-b border-gray-300">
            {columns.map(({ name, numeric }) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-2.5 font-medium text-gray-600 ${numeric ? 'text-end' : 'text-start'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={look.table}>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={`border-b border-gray-200 hover:bg-gray-50 ${look.row}`}>
              {columns.map(({ name, cell, numeric }) => (
                <td
                  key={name}
                  data-label={name}
                  className={`px-3 py-3 ${numeric ? 'text-end tabular-nums' : ''} ${look.cell}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
