import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { Id } from '#contract/shapes.ts'

export const LAST_MS = Date.UTC(9999)
const MOST_INTEGER = 2 ** 31 - 1

/** What a list can be sorted by, within what the columns of the database can be compared with. */
export const time = z.codec(z.int().min(0).max(LAST_MS), z.date(), {
  decode: (ms) => new Date(ms),
  encode: (date) => date.getTime(),
})
export const integer = z.int().min(0).max(MOST_INTEGER)
export const score = z.number()

/**
 * A cursor for a list: the sort key of the last row of a page, in a shape that the list declares once for writing and
 * reading. A cursor of any other shape is refused.
 */
export function cursorOf<Shape extends z.ZodType>(shape: Shape) {
  return {
    read(before: string | undefined): z.output<Shape> | null {
      if (before === undefined) return null
      const parsed = shape.safeParse(decode(before))
      if (parsed.success) return parsed.data
      throw new Refusal('invalid', { issues: [{ path: ['query', 'before'], message: 'Not a cursor of this list.' }] })
    },

    /** The page made of rows of which one more than it holds was asked for: that one only says that the list goes on. */
    cut<Row>(rows: readonly Row[], limit: number, keyOf: (last: Row) => z.output<Shape>) {
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return { shown, next: rows.length > limit && last !== undefined ? encode(z.encode(shape, keyOf(last))) : null }
    },
  }
}

export const timeCursor = cursorOf(z.tuple([time, Id]))
export const countCursor = cursorOf(z.tuple([integer, Id]))
export const scoreCursor = cursorOf(z.tuple([score, Id]))

function encode(key: unknown) {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
