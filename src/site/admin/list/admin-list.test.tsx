import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRevalidator } from 'react-router'
import { expect, test } from 'vitest'
import { deferred } from '#test/deferred.ts'
import { fakeApi, renderPage } from '#test/render-page.tsx'
import { ToastHost } from '#site/ui/toast.tsx'
import { AdminList } from './admin-list.tsx'
import type { BulkAction, FailedRow, ListColumn, ListFilter } from './list-types.ts'

type Row = { id: string; name: string; stories: number }

const rows: Row[] = ['Ada', 'Bo', 'Cleo'].map((name, index) => ({ id: `r${index}`, name, stories: index * 10 }))
const columns: ListColumn<Row>[] = [
  { id: 'name', header: 'Name', primary: true, sort: 'name', cell: ({ name }) => name },
  {
    id: 'stories',
    header: 'Stories',
    numeric: true,
    sort: 'stories',
    firstOrder: 'descending',
    cell: (row) => row.stories,
  },
]
const filters: ListFilter[] = [
  { kind: 'choice', name: 'kind', label: 'Kind', options: [{ value: 'big', label: 'Big' }] },
]
const rowId = ({ id }: Row) => id
const rowLabel = ({ name }: Row) => name
const rowUrl = ({ id }: Row) => `/admin/things/${id}`

type Given = {
  query?: Record<string, string>
  tab?: string
  actions?: BulkAction<Row>[]
  shown?: Row[]
  load?(): Row[]
}

function show({ query = {}, tab, actions = [], shown = rows, load = () => shown }: Given = {}) {
  function Page() {
    // Renders again with fresh rows.
    useRevalidator()
    return (
      <>
        <ToastHost timeoutMs={5000} closeLabel="Close" />
        <AdminList
          title="Things"
          path="/admin/things"
          noun={['thing', 'things']}
          rows={load()}
          next="cursor"
          query={query}
          {...(tab !== undefined && { tab })}
          usualSort="name"
          columns={columns}
          filters={filters}
          rowId={rowId}
          rowLabel={rowLabel}
          rowUrl={rowUrl}
          searchLabel="Search things"
          csv="/api/admin/things.csv"
          actions={actions}
          empty={<p>Nothing here yet.</p>}
        />
      </>
    )
  }
  return renderPage(Page, { api: fakeApi({}).api, path: '/admin/things' })
}

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('search, filters, order, page and export are in the address', async () => {
  await show({ query: { q: 'x', kind: 'big', sort: '-stories', before: 'here' } })
  expect(href('Name')).toBe('/admin/things?q=x&kind=big')
  expect(href('Stories')).toBe('/admin/things?q=x&kind=big&sort=stories')
  expect(href('More')).toBe('/admin/things?q=x&kind=big&sort=-stories&before=cursor')
  expect(href('Back to the start')).toBe('/admin/things?q=x&kind=big&sort=-stories')
  expect(href('Clear')).toBe('/admin/things?sort=-stories')
  expect(href('Export CSV')).toBe('/api/admin/things.csv?q=x&sort=-stories&kind=big')
  expect(screen.getByRole('columnheader', { name: 'Stories' }).getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search things' }).value).toBe('x')
})

test('links keep the tab, which the export does not take', async () => {
  await show({ query: { show: 'things', q: 'x' }, tab: 'show' })
  expect(href('Clear')).toBe('/admin/things?show=things')
  expect(href('More')).toBe('/admin/things?show=things&q=x&before=cursor')
  expect(href('Export CSV')).toBe('/api/admin/things.csv?q=x')
})

test('each tab remembers its own hidden columns', async () => {
  await show({ query: { show: 'things' }, tab: 'show' })
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Stories' }))
  expect(screen.queryByRole('columnheader', { name: 'Stories' })).toBeNull()
  cleanup()
  await show({ query: { show: 'people' }, tab: 'show' })
  screen.getByRole('columnheader', { name: 'Stories' })
  cleanup()
  await show({ query: { show: 'things' }, tab: 'show' })
  expect(screen.queryByRole('columnheader', { name: 'Stories' })).toBeNull()
})

test('without rows it says whether the search or the list is empty', async () => {
  await show({ shown: [] })
  expect(screen.getByText('Nothing here yet.')).toBeTruthy()
  await show({ shown: [], query: { q: 'zebra' } })
  expect(screen.getByText('No things found')).toBeTruthy()
})

function anAction(run: BulkAction<Row>['run'], more: Partial<BulkAction<Row>> = {}): BulkAction<Row> {
  return { id: 'hide', label: 'Hide', icon: 'eye-off', run, done: (count) => `${count} hidden`, ...more }
}

test('a bulk action runs on the selection, in chunks, and can be undone', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ id: `m${index}`, name: `Row ${index}`, stories: 0 }))
  const sizes: number[] = []
  const undone: number[] = []
  const count = (into: number[]) => async (on: readonly Row[]) => {
    into.push(on.length)
    return []
  }
  await show({ shown: many, actions: [anAction(count(sizes), { undo: count(undone) })] })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  await screen.findByText('60 hidden')
  expect(sizes).toEqual([25, 25, 10])
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone')
  expect(undone).toEqual([25, 25, 10])
})

test('rows that fail are named and stay selected, and can be repeated', async () => {
  let failed: FailedRow[] = [{ id: 'r1', message: 'This is the last admin.' }]
  await show({ actions: [anAction(async () => failed, { confirm: confirmation })] })
  for (const { name } of rows) await userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  await userEvent.click(screen.getByRole('button', { name: 'Hide…' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hide them' }))
  expect(await screen.findByText('“Hide” failed for 1 of 3')).toBeTruthy()
  expect(screen.getByText(': This is the last admin.', { exact: false })).toBeTruthy()
  expect(screen.getByText('1 thing selected')).toBeTruthy()
  failed = []
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('1 thing selected')).toBeNull())
})

test('a repeated action gets the rows as they were loaded last, and a repeated undo those of before', async () => {
  let loaded = rows
  const done: number[] = []
  const undone: number[] = []
  const failsOnce = (into: number[]) => async (on: readonly Row[]) => {
    into.push(...on.map(({ stories }) => stories))
    loaded = rows.map((row) => ({ ...row, stories: row.stories + 100 * into.length }))
    return into.length === 1 ? [{ id: 'r1', message: 'Changed in the meantime.' }] : []
  }
  await show({ load: () => loaded, actions: [anAction(failsOnce(done), { undo: failsOnce(undone) })] })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bo' }))
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  await screen.findByText('110')
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Undone')
  expect(done).toEqual([10, 110])
  expect(undone).toEqual([110, 110])
})

test('while an action runs, no other starts and none asks for input that would be lost', async () => {
  const run = deferred<FailedRow[]>()
  const asking = anAction(async () => [], {
    id: 'warn',
    label: 'Warn',
    key: 'w',
    inRow: 'button',
    confirm: confirmation,
  })
  const hide = anAction(() => run.promise, { inRow: 'button' })
  await show({ shown: rows.slice(0, 2), actions: [hide, asking] })
  await userEvent.click(screen.getByRole('button', { name: 'Hide – Ada' }))
  const warn = screen.getByRole('button', { name: 'Warn… – Bo' })
  expect(warn.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(warn)
  await userEvent.keyboard('jw')
  expect(screen.queryByRole('dialog')).toBeNull()
  run.resolve([])
  await screen.findByText('1 hidden')
  await waitFor(() => expect(warn.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(warn)
  await screen.findByRole('dialog')
})

const confirmation = {
  title: (count: number) => `Hide ${count}?`,
  text: 'Readers no longer see them.',
  button: 'Hide them',
}

test('an action is offered only if it applies to every selected row', async () => {
  await show({ actions: [anAction(async () => [], { appliesTo: ({ stories }) => stories > 0 })] })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Cleo' }))
  expect(screen.getByRole('button', { name: 'Hide' })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ada' }))
  expect(screen.getByText('No bulk actions for this selection.')).toBeTruthy()
})

test('j and k move between rows, x selects, Enter opens, and ? lists the keys', async () => {
  const router = await show({ actions: [anAction(async () => [])] })
  await userEvent.keyboard('jjk')
  expect(document.activeElement?.getAttribute('data-row')).toBe('r0')
  await userEvent.keyboard('jx')
  expect(screen.getByText('1 thing selected')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Bo' }).checked).toBe(true)
  await userEvent.keyboard('?')
  expect(await screen.findByText('Select or deselect the row')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  // Focus returns to the row.
  await waitFor(() => expect(document.activeElement?.closest('[data-row="r1"]')).not.toBeNull())
  await userEvent.keyboard('k')
  expect(document.activeElement?.getAttribute('data-row')).toBe('r0')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/things/r0'))
})
