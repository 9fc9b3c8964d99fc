import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'

/** The place in a list where the next page starts, as a word for an address. */
function encodeCursor(key: (string | number)[]) {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** The page made of rows of which one more than it holds was asked for: that one only says that the list goes on. */
export function cutPage<Row>(rows: readonly Row[], limit: number, keyOf: (last: Row) => (string | number)[]) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null }
}

/** Whatever was not made by `cutPage` for the same list is refused. */
export function decodeCursor<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new Refusal('invalid', { issues: [{ path: ['query', 'before'], message: 'Not a place in this list.' }] })
  }
}
