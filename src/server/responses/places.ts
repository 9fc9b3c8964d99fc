import { z } from 'zod'
import { Id } from '#contract/shapes.ts'
import { decodeCursor } from '#server/platform/cursor.ts'

// The number and the id of the last one, then those that stood before the list and are not in it again.
const Key = z.tuple([z.int().min(0).max(8_640_000_000_000_000), Id]).rest(Id)
const MOST_LIKES = 2 ** 31 - 1

/** Where a list of responses goes on. The number is a time or, by likes, one that the database can compare with theirs. */
export function placeAfter(before: string | undefined, byLikes = false) {
  if (!before) return { after: null, without: [] }
  const [value, id, ...without] = decodeCursor(Key, before)
  return { after: { value: byLikes ? Math.min(value, MOST_LIKES) : value, id }, without }
}
