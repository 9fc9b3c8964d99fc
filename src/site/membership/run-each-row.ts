import type { RunOnRows } from '#site/admin/list/list-types.ts'
import { errorMessage } from '#site/errors/messages.ts'

/** One request for each row, one after the other. A row that fails stops nothing. */
export function runEachRow<Row extends { id: string }>(work: (row: Row) => Promise<unknown>): RunOnRows<Row> {
  return async (rows) => {
    const failed: { id: string; message: string }[] = []
    for (const row of rows) {
      try {
        await work(row)
      } catch (error) {
        failed.push({ id: row.id, message: errorMessage(error) })
      }
    }
    return failed
  }
}
