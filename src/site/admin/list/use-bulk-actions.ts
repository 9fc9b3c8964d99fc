import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { errorMessage } from '#site/errors/messages.ts'
import { toast } from '#site/ui/toast.tsx'
import type { BulkAction, FailedRow, RunOnRows } from './list-types.ts'

const CHUNK = 25

type Progress = { label: string; of: number; finished: number }
type Asking<Row> = { action: BulkAction<Row>; rows: readonly Row[] }
export type BulkFailures = {
  label: string
  of: number
  failed: readonly (FailedRow & { name: string })[]
  retry(): void
}

type Options<Row> = {
  rowId(row: Row): string
  rowLabel(row: Row): string
  /** The row as it was loaded last. */
  latest(id: string): Row | undefined
  /** Deselects the rows that were done. Those that failed stay selected. */
  onDone(rows: readonly Row[]): void
}

/** Runs an action on many rows in chunks. Rows that fail are listed and can be repeated; the others are done. */
export function useBulkActions<Row>({ rowId, rowLabel, latest, onDone }: Options<Row>) {
  const { revalidate } = useRevalidator()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [failures, setFailures] = useState<BulkFailures | null>(null)
  const [asking, setAsking] = useState<Asking<Row> | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  /** The runs that have not ended. An answer or an Undo given meanwhile runs after them. */
  const runs = useRef(0)
  const lastRun = useRef<Promise<unknown>>(Promise.resolve())

  function start(action: BulkAction<Row>, rows: readonly Row[]) {
    // A double click must not run it twice.
    if (runs.current > 0) return
    if (asksFirst(action, rows)) setAsking({ action, rows })
    else void run(action, rows)
  }

  function answer(work?: RunOnRows<Row>) {
    if (asking) void run(asking.action, asking.rows, work)
    setAsking(null)
  }

  async function run(action: BulkAction<Row>, rows: readonly Row[], work: RunOnRows<Row> = action.run) {
    // Fresh rows, so that a conflict with a colleague is not repeated.
    const retry = (rest: readonly Row[]) =>
      run(
        action,
        rest.map((row) => latest(rowId(row)) ?? row),
        work,
      )
    await runNext(() => runAndReport(action, { rows, work, retry }))
  }

  /** An undo needs the rows as they were before the action, also when it is repeated. */
  async function undo({ undo: work, ...action }: BulkAction<Row>, rows: readonly Row[]) {
    if (!work) return
    const reverse = { ...action, label: `Undo: ${action.label}`, done: () => 'Undone' }
    const retry = (rest: readonly Row[]) => undo({ ...action, undo: work }, rest)
    await runNext(() => runAndReport(reverse, { rows, work, retry }))
  }

  async function runNext(work: () => Promise<void>) {
    runs.current += 1
    setIsRunning(true)
    setFailures(null)
    const done = Promise.allSettled([lastRun.current]).then(work)
    lastRun.current = done
    try {
      await done
    } finally {
      runs.current -= 1
      setIsRunning(runs.current > 0)
      setProgress(null)
    }
    await revalidate()
  }

  type Work = { rows: readonly Row[]; work: RunOnRows<Row>; retry(rest: readonly Row[]): Promise<void> }

  async function runAndReport(action: BulkAction<Row>, { rows, work, retry }: Work) {
    const failed = await runInChunks(action.label, rows, work)
    const done = rows.filter((row) => !failed.some(({ id }) => id === rowId(row)))
    onDone(done)
    if (failed.length > 0) {
      const rest = rows.filter((row) => !done.includes(row))
      const named = failed.map((one) => ({ ...one, name: nameOf(rest, one.id) }))
      setFailures({ label: action.label, of: rows.length, failed: named, retry: () => void retry(rest) })
    }
    if (done.length > 0) await showDone(action, done)
  }

  async function runInChunks(label: string, rows: readonly Row[], work: RunOnRows<Row>) {
    const failed: FailedRow[] = []
    for (let from = 0; from < rows.length; from += CHUNK) {
      if (rows.length > 1) setProgress({ label, of: rows.length, finished: from })
      const chunk = rows.slice(from, from + CHUNK)
      try {
        failed.push(...(await work(chunk)))
      } catch (error) {
        failed.push(...chunk.map((row) => ({ id: rowId(row), message: errorMessage(error) })))
      }
    }
    return failed
  }

  function showDone(action: BulkAction<Row>, done: readonly Row[]) {
    const canUndo = action.undo && (!action.canUndo || action.canUndo(done))
    return toast({
      tone: 'success',
      title: action.done(done.length),
      ...(canUndo && { action: { label: 'Undo', run: () => void undo(action, done) } }),
    })
  }

  function nameOf(rows: readonly Row[], id: string) {
    const row = rows.find((one) => rowId(one) === id)
    return row === undefined ? id : rowLabel(row)
  }

  return {
    start,
    isRunning,
    progress,
    failures,
    dismiss: () => setFailures(null),
    asking,
    answer,
    cancel: () => setAsking(null),
  }
}

export function appliesToAll<Row>({ appliesTo }: BulkAction<Row>, rows: readonly Row[]) {
  return rows.length > 0 && (!appliesTo || rows.every(appliesTo))
}

export function asksFirst<Row>({ confirm, Dialog, asks }: BulkAction<Row>, rows: readonly Row[]) {
  return (confirm !== undefined || Dialog !== undefined) && (!asks || asks(rows))
}
