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
  /** Deselects the rows that were done. Those that failed stay selected. */
  onDone(rows: readonly Row[]): void
}

/** Runs an action on many rows in chunks. Rows that fail are listed and can be repeated; the others are done. */
export function useBulkActions<Row>({ rowId, rowLabel, onDone }: Options<Row>) {
  const { revalidate } = useRevalidator()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [failures, setFailures] = useState<BulkFailures | null>(null)
  const [asking, setAsking] = useState<Asking<Row> | null>(null)
  const running = useRef(false)

  function start(action: BulkAction<Row>, rows: readonly Row[]) {
    if (action.confirm || action.Dialog) setAsking({ action, rows })
    else void run(action, rows)
  }

  function answer(work?: RunOnRows<Row>) {
    if (asking) void run(asking.action, asking.rows, work)
    setAsking(null)
  }

  async function run(action: BulkAction<Row>, rows: readonly Row[], work: RunOnRows<Row> = action.run) {
    // A double click must not run it twice.
    if (running.current) return
    running.current = true
    setFailures(null)
    try {
      const failed = await runInChunks(action.label, rows, work)
      const done = rows.filter((row) => !failed.some(({ id }) => id === rowId(row)))
      onDone(done)
      if (failed.length > 0) {
        const rest = rows.filter((row) => !done.includes(row))
        const named = failed.map((one) => ({ ...one, name: nameOf(rest, one.id) }))
        setFailures({ label: action.label, of: rows.length, failed: named, retry: () => void run(action, rest, work) })
      }
      if (done.length > 0) await showDone(action, done)
    } finally {
      running.current = false
      setProgress(null)
    }
    await revalidate()
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
    const { undo, ...rest } = action
    const reverse = { ...rest, label: `Undo: ${action.label}`, done: () => 'Undone' }
    return toast({
      tone: 'success',
      title: action.done(done.length),
      ...(undo && { action: { label: 'Undo', run: () => void run(reverse, done, undo) } }),
    })
  }

  function nameOf(rows: readonly Row[], id: string) {
    const row = rows.find((one) => rowId(one) === id)
    return row === undefined ? id : rowLabel(row)
  }

  return {
    start,
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
