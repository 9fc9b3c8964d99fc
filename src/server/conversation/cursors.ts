import { z } from 'zod'
import { Id } from '#contract/shapes.ts'
import { MAX_TIME_MS, defineCursor, integer } from '#server/platform/cursor.ts'

// The sort key and id of the last response, then the ids shown above the list, which later pages must skip.
const byTime = defineCursor(z.tuple([z.int().min(0).max(MAX_TIME_MS), Id]).rest(Id))
const byLikes = defineCursor(z.tuple([integer, Id]).rest(Id))

export const threadCursors = { best: byLikes, newest: byTime, oldest: byTime }
export const replyCursor = byTime

export function positionOf(cursor: ReturnType<typeof byTime.read>) {
  if (!cursor) return { after: null, without: [] }
  const [value, id, ...without] = cursor
  return { after: { value, id }, without }
}
