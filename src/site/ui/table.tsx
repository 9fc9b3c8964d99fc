import type { ReactNode } from 'react'

export type Column<Row> = { name: string; cell(row: Row): ReactNode; numeric?: boolean }

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  empty?: ReactNode
}

/** A table that scrolls horizontally when needed, by keyboard too. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: Props<Row>) {
  if (rows.length === 0 && empty) return empty
  return (
    <section className="overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
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
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-gray-200 hover:bg-gray-50">
              {columns.map(({ name, cell, numeric }) => (
                <td key={name} className={`px-3 py-3 ${numeric ? 'text-end tabular-nums' : ''}`}>
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
