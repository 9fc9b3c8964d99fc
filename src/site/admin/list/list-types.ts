import type { ComponentType, ReactNode } from 'react'

export type ListColumn<Row> = {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** The sort key of the list’s endpoint. Without it the column cannot be sorted. */
  sort?: string
  /** The order of the first click. Newest and largest first is `descending`. */
  firstOrder?: 'ascending' | 'descending'
  numeric?: boolean
  /** Names the row: its header, its link and the title of its card on phones. One column has it, the first. */
  primary?: boolean
  hiddenByDefault?: boolean
}

export type ListFilter = { name: string; label: string } & (
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
  | { kind: 'date' }
  | { kind: 'text'; placeholder?: string }
  /** A handle, with suggestions. */
  | { kind: 'person' }
)

/** A row that an action was refused for. */
export type FailedRow = { id: string; message: string }
export type RunOnRows<Row> = (rows: readonly Row[]) => Promise<readonly FailedRow[]>

export type BulkAction<Row> = {
  id: string
  label: string
  icon: string
  tone?: 'danger'
  /** An action is offered when it applies to every selected row. */
  appliesTo?(row: Row): boolean
  /** Called with up to 25 rows at a time, so that progress shows and a failure stops nothing. */
  run: RunOnRows<Row>
  /** The message after it ran, such as “3 people disabled”. */
  done(count: number): string
  /** Called with the rows as they were before. */
  undo?: RunOnRows<Row>
  /** Whether Undo restores these rows as they were. Without it, always. */
  canUndo?(rows: readonly Row[]): boolean
  /** Runs it on the selection, or on the row with the focus. */
  key?: string
  /** Offered in each row too. */
  inRow?: 'button' | 'menu'
  /** The label in a row, when it depends on the row. */
  labelInRow?(row: Row): string
  /** Asks first. */
  confirm?: { title(count: number): string; text: string; button: string }
  /** Whether it asks about these rows. Without it, always. */
  asks?(rows: readonly Row[]): boolean
  /** Asks for input. It calls `onRun` with what to do, instead of `run`. */
  Dialog?: ComponentType<{ rows: readonly Row[]; onRun(run: RunOnRows<Row>): void; onClose(): void }>
}

export type AdminListProps<Row> = {
  title: string
  /** The path of the page. The address is this path and the query. */
  path: string
  /** Singular and plural, such as `['person', 'people']`. */
  noun: readonly [string, string]
  rows: readonly Row[]
  next: string | null
  /** The query of the page as its data function got it. */
  query: Readonly<Record<string, string>>
  usualSort: string
  columns: readonly ListColumn<Row>[]
  /** Module-level functions: new ones on each render would rebuild the table. */
  rowId(row: Row): string
  rowLabel(row: Row): string
  rowUrl?(row: Row): string | null
  /** Given when `rowUrl` opens a panel below the row instead of a page: the open one, or null. */
  expanded?: { id: string; content: ReactNode } | null
  searchLabel?: string
  filters?: readonly ListFilter[]
  /** Query parameters of the list other than filters, which links and the export keep. */
  keep?: readonly string[]
  /** The query parameter that selects this list on a page with several. Links keep it; the export does not take it. */
  tab?: string
  actions?: readonly BulkAction<Row>[]
  /** The path of the CSV export, which takes the query of the list. */
  csv?: string
  /** Shown when there are no rows and no filters. */
  empty: ReactNode
  /** Beside the title, such as a button that creates something. */
  aside?: ReactNode
  /** Between the title and the filters, such as tabs. */
  children?: ReactNode
}
