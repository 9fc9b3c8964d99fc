import { z } from 'zod'
import { Id } from '#contract/shapes.ts'
import { MAX_TIME_MS, defineCursor, integer } from '#server/platform/cursor.ts'

// The key of the last response, then the ids of those that stood before the list and are not in it again.
const byTime = defineCursor(z.tuple([z.int().min(0).max(MAX_TIME_MS), Id]).rest(Id))
const byLikes = defineCursor(z.tuple([integer, Id]).rest(Id))

export const threadCursors = { best: byLikes, newest: byTime, oldest: byTime }
export const replyCursor = byTime

/** Where a list of responses goes on, and which are left out of it. */
export function placeOf(cursor: ReturnType<typeof byTime.read>) {
  if (!cursor) return { after: null, without: [] }
  const [value, id, ...without] = cursor
  return { after: { value, id }, without }
}
