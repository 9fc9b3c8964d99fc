import {
  columnVisibilityFeature,
  createColumnHelper,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { Fragment, type MouseEvent, type RefObject, useMemo } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { RowActions } from './row-actions.tsx'
import { ariaSort, listUrl, nextSort } from './list-address.ts'
import type { AdminListProps, BulkAction, ListColumn } from './list-types.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })

type Props<Row> = Pick<
  AdminListProps<Row>,
  | 'title'
  | 'path'
  | 'query'
  | 'rows'
  | 'columns'
  | 'rowId'
  | 'rowLabel'
  | 'rowUrl'
  | 'usualSort'
  | 'actions'
  | 'expanded'
> & {
  list: RefObject<HTMLTableElement | null>
  hidden: readonly string[]
  selectable: boolean
  selection: RowSelectionState
  onSelection(next: (old: RowSelectionState) => RowSelectionState): void
  /** Whether an action runs, so that no other can start. */
  isRunning: boolean
  onAction(action: BulkAction<Row>, row: Row): void
}

/** One table for all widths. On phones each row becomes a card. */
export function ListTable<Row extends object>(props: Props<Row>) {
  const { title, path, query, rows, columns, rowId, rowLabel, rowUrl, usualSort, hidden, selectable } = props
  const { list, selection, onSelection, actions = [], expanded, isRunning, onAction } = props
  const inRow = actions.filter((action) => action.inRow)
  const defined = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>()
    return columns.map(({ id, header, primary = false }) => helper.display({ id, header, enableHiding: !primary }))
  }, [columns])
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features,
    data,
    columns: defined,
    getRowId: rowId,
    state: {
      rowSelection: selection,
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    },
    onRowSelectionChange: (update) => onSelection((old) => (typeof update === 'function' ? update(old) : update)),
  })
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => columns.find((column) => column.id === id) ?? [])
  const sort = query['sort'] ?? usualSort
  const columnCount = shown.length + (selectable ? 1 : 0) + (inRow.length > 0 ? 1 : 0)
  return (
    <div className="overflow-x-auto max-sm:overflow-visible">
      <table ref={list} className="w-full border-collapse text-sm max-sm:block">
        <caption className="sr-only">{title}</caption>
        <thead className="max-sm:block">
          <tr className="border-b border-gray-300 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:border-0">
            {selectable && (
              <th scope="col" className="w-px ps-1 pe-2 max-sm:w-auto">
                <SelectBox
                  label="Select all on this page"
                  checked={table.getIsAllPageRowsSelected()}
                  indeterminate={table.getIsSomePageRowsSelected()}
                  onClick={() => table.toggleAllPageRowsSelected()}
                />
              </th>
            )}
            {shown.map((column) => (
              <Header
                key={column.id}
                column={column}
                sort={sort}
                to={(next) => listUrl(path, query, { sort: next === usualSort ? null : next })}
              />
            ))}
            {inRow.length > 0 && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {table.getRowModel().rows.map((row) => {
            const url = rowUrl?.(row.original) ?? null
            const panel = expanded?.id === row.id ? expanded.content : null
            return (
              <Fragment key={row.id}>
                <tr
                  data-row={row.id}
                  tabIndex={-1}
                  data-selected={row.getIsSelected() ? '' : undefined}
                  className={`border-gray-200 -outline-offset-2 hover:bg-gray-50 focus:bg-primary-50 data-selected:bg-primary-50 max-sm:relative max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:py-3 ${panel ? '' : 'border-b'}`}
                >
                  {selectable && (
                    <td className="w-px ps-1 pe-2 align-top max-sm:absolute max-sm:end-0 max-sm:top-1 max-sm:w-auto">
                      <SelectBox
                        label={`Select ${rowLabel(row.original)}`}
                        checked={row.getIsSelected()}
                        onClick={row.getToggleSelectedHandler()}
                      />
                    </td>
                  )}
                  {shown.map((column) => (
                    <Cell
                      key={column.id}
                      column={column}
                      row={row.original}
                      url={url}
                      isOpen={expanded === undefined ? undefined : panel !== null}
                    />
                  ))}
                  {inRow.length > 0 && (
                    <td className="w-px px-3 py-2 align-top max-sm:col-span-2 max-sm:w-auto">
                      <RowActions
                        row={row.original}
                        actions={inRow}
                        rowLabel={rowLabel}
                        disabled={isRunning}
                        onAction={onAction}
                      />
                    </td>
                  )}
                </tr>
                {panel && (
                  <tr data-panel={row.id} className="border-b border-gray-200 max-sm:block">
                    <td colSpan={columnCount} className="px-3 pb-5 max-sm:block max-sm:px-0">
                      {panel}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type HeaderProps<Row> = { column: ListColumn<Row>; sort: string; to(sort: string): string }

function Header<Row>({ column, sort, to }: HeaderProps<Row>) {
  const { header, numeric, primary, sort: key, firstOrder = 'ascending' } = column
  const order = key ? ariaSort(sort, key) : undefined
  return (
    <th
      scope="col"
      aria-sort={order === 'none' ? undefined : order}
      className={`px-3 font-medium whitespace-nowrap text-gray-600 ${numeric ? 'text-end' : 'text-start'} ${primary || key ? '' : 'max-sm:sr-only'}`}
    >
      {key ? (
        <Link
          to={to(nextSort(sort, key, firstOrder))}
          preventScrollReset
          className="inline-flex min-h-11 items-center gap-1 hover:text-gray-900 pointer-fine:min-h-10"
        >
          {header}
          <Icon
            name={order === 'ascending' ? 'arrow-up' : order === 'descending' ? 'arrow-down' : 'arrow-up-down'}
            size={14}
            className={order === 'none' ? 'text-gray-400' : 'text-gray-900'}
          />
        </Link>
      ) : (
        <span className="inline-flex min-h-10 items-center">{header}</span>
      )}
    </th>
  )
}

/** `isOpen` is given when the link opens a panel. */
type CellProps<Row> = { column: ListColumn<Row>; row: Row; url: string | null; isOpen: boolean | undefined }

function Cell<Row>({ column, row, url, isOpen }: CellProps<Row>) {
  const { header, cell, numeric, primary } = column
  if (primary) {
    return (
      <th
        scope="row"
        className="px-3 py-3 text-start align-top font-medium text-gray-900 max-sm:min-w-0 max-sm:wrap-anywhere max-sm:col-span-2 max-sm:pe-12"
      >
        {url ? (
          <Link
            to={url}
            {...(isOpen === undefined
              ? { viewTransition: true }
              : { 'preventScrollReset': true, 'aria-expanded': isOpen })}
            data-row-link=""
            className="underline-offset-4 hover:underline"
          >
            {cell(row)}
          </Link>
        ) : (
          cell(row)
        )}
      </th>
    )
  }
  return (
    <td
      className={`px-3 py-3 align-top text-gray-700 max-sm:min-w-0 max-sm:py-1 max-sm:text-start max-sm:wrap-anywhere ${numeric ? 'text-end tabular-nums' : ''}`}
    >
      <span aria-hidden className="block text-xs text-gray-600 sm:hidden">
        {header}
      </span>
      {cell(row)}
    </td>
  )
}

/** The click handles it; React wants a handler with `checked`. */
function ignore() {}

type BoxProps = { label: string; checked: boolean; indeterminate?: boolean; onClick(event: MouseEvent): void }

function SelectBox({ label, checked, indeterminate = false, onClick }: BoxProps) {
  return (
    <span className="inline-grid size-11 place-items-center pointer-fine:size-9">
      <input
        type="checkbox"
        aria-label={label}
        // There is no HTML attribute for `indeterminate`.
        ref={(box) => {
          if (box) box.indeterminate = indeterminate && !checked
        }}
        checked={checked}
        // The click, because a change event does not tell whether Shift was held.
        onClick={onClick}
        onChange={ignore}
        className="size-5 accent-primary-700"
      />
    </span>
  )
}
