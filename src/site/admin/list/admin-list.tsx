import type { RowSelectionState } from '@tanstack/react-table'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { readStored, writeStored } from '#site/browser/web-storage.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { CsvLink } from '#site/ui/csv-link.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { ActionDialog, BulkBar, BulkFailureList } from './bulk-bar.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { formatHidden, hiddenColumns, isFiltered, listUrl } from './list-address.ts'
import { ListFilters } from './list-filters.tsx'
import { ListTable } from './list-table.tsx'
import type { AdminListProps } from './list-types.ts'
import { appliesToAll, useBulkActions } from './use-bulk-actions.ts'
import { useListKeys } from './use-list-keys.tsx'

const noFilters: AdminListProps<never>['filters'] & object = []

/**
 * A list screen of the admin area. Search, filters, sort, page and hidden columns are in the address, and the server
 * does the work, so the screen reads without scripts and is as fast with a million rows as with a hundred.
 * `columns`, `filters`, `actions` and the row functions are constants of the module or memoized.
 */
export function AdminList<Row extends object>(props: AdminListProps<Row>) {
  const { title, path, noun, rows, next, query, columns, rowId, rowLabel, filters = noFilters, keep = [] } = props
  const { tab, actions = [], csv, empty, aside, children, searchLabel, expanded } = props
  const kept = tab === undefined ? keep : [tab, ...keep]
  const list = useRef<HTMLTableElement>(null)
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [hidden, setHidden] = useHiddenColumns(props)
  const seen = useSeenRows(rows, rowId)
  const chosen = Object.keys(selection).flatMap((id) => (selection[id] ? (seen.get(id) ?? []) : []))
  const toggle = useCallback(
    (id: string) => setSelection((old) => (old[id] ? without(old, [id]) : { ...old, [id]: true })),
    [],
  )
  const bulk = useBulkActions<Row>({
    rowId,
    rowLabel,
    latest: (id) => seen.get(id),
    onDone: (done) => setSelection((old) => without(old, done.map(rowId))),
  })
  const help = useListKeys({
    list,
    onToggle: toggle,
    opensPanel: expanded !== undefined,
    extra: actions.flatMap((action) => {
      if (action.key === undefined) return []
      return {
        key: action.key,
        does: action.label,
        run(id: string | null) {
          const targets = chosen.length > 0 ? chosen : rows.filter((row) => rowId(row) === id)
          if (appliesToAll(action, targets)) bulk.start(action, targets)
        },
      }
    }),
  })
  const isLoading = useNavigation().location?.pathname.endsWith(path) ?? false
  const hideable = columns.filter(({ primary }) => !primary)
  return (
    <div className="py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold">{title}</h1>
        {aside}
      </div>
      {children}
      <ListFilters path={path} query={query} filters={filters} searchLabel={searchLabel} keep={kept} />
      {bulk.failures && <BulkFailureList failures={bulk.failures} onDismiss={bulk.dismiss} />}
      {rows.length > 0 && (
        <div className="flex items-center justify-end gap-1">
          <ColumnChoice columns={hideable} hidden={hidden} onChange={setHidden} />
          {csv && <CsvLink url={listUrl(csv, exportQuery(query, filters, keep))} />}
        </div>
      )}
      <div aria-busy={isLoading} className={`transition-opacity ${isLoading ? 'opacity-60' : ''}`}>
        {rows.length > 0 ? (
          <ListTable
            {...props}
            list={list}
            hidden={hidden}
            selectable={actions.length > 0}
            selection={selection}
            onSelection={setSelection}
            isRunning={bulk.isRunning}
            onAction={(action, row) => bulk.start(action, [row])}
          />
        ) : isFiltered(query, filters) ? (
          <EmptyState
            icon="search-x"
            title={`No ${noun[1]} found`}
            action={
              <ButtonLink to={listUrl(path, pick(query, ['sort', 'hide', ...kept]))} tone="quiet">
                Clear the search
              </ButtonLink>
            }
          >
            Try other words or fewer filters.
          </EmptyState>
        ) : (
          empty
        )}
      </div>
      <BulkBar chosen={chosen} actions={actions} noun={noun} bulk={bulk} onNone={() => setSelection({})} />
      <Pagination
        label={`More ${noun[1]}`}
        byTime={false}
        first={query['before'] ? listUrl(path, query) : null}
        next={next && listUrl(path, query, { before: next })}
      />
      <ActionDialog bulk={bulk} />
      {help}
    </div>
  )
}

/** The rows by id, also those of pages seen before: a selection can span pages. */
function useSeenRows<Row>(rows: readonly Row[], rowId: (row: Row) => string): ReadonlyMap<string, Row> {
  const [seen] = useState(() => new Map<string, Row>())
  for (const row of rows) seen.set(rowId(row), row)
  return seen
}

/** From the address; otherwise as chosen last in this browser. */
function useHiddenColumns<Row>({ path, query, tab, columns }: AdminListProps<Row>) {
  const navigate = useNavigate()
  const shown = tab === undefined ? undefined : query[tab]
  const key = `bramble:columns:${path}${shown === undefined ? '' : `?${tab}=${shown}`}`
  const [stored, setStored] = useState<string[] | null>(null)
  useEffect(() => {
    const text = readStored('localStorage', key)
    setStored(text === null ? null : text.split(',').filter((id) => id !== 'none'))
  }, [key])
  const usual = columns.filter(({ hiddenByDefault }) => hiddenByDefault).map(({ id }) => id)
  const hidden = hiddenColumns(query) ?? stored ?? usual

  function hide(ids: string[]) {
    writeStored('localStorage', key, formatHidden(ids))
    setStored(ids)
    const page = query['before'] ? { before: query['before'] } : {}
    void navigate(listUrl(path, query, { ...page, hide: formatHidden(ids) }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  return [hidden, hide] as const
}

function without(selection: RowSelectionState, ids: readonly string[]): RowSelectionState {
  return Object.fromEntries(Object.entries(selection).filter(([id]) => !ids.includes(id)))
}

function pick(query: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
}

/** An export takes what the list’s endpoint takes: not the columns or the tab. */
function exportQuery(
  query: Readonly<Record<string, string>>,
  filters: readonly { name: string }[],
  keep: readonly string[],
) {
  return pick(query, ['q', 'sort', ...filters.map(({ name }) => name), ...keep])
}
