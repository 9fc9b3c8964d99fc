import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { Id } from '#contract/shapes.ts'

export const MAX_TIME_MS = Date.UTC(9999)
const MAX_INTEGER = 2 ** 31 - 1

/** Sort keys, limited to the range of the database's column types. */
export const time = z.codec(z.int().min(0).max(MAX_TIME_MS), z.date(), {
  decode: (ms) => new Date(ms),
  encode: (date) => date.getTime(),
})
export const integer = z.int().min(0).max(MAX_INTEGER)
export const score = z.number()

/** Defines a cursor: the sort key of the last row of a page. A cursor of any other shape is refused. */
export function defineCursor<Shape extends z.ZodType>(shape: Shape) {
  return {
    read(before: string | undefined): z.output<Shape> | null {
      if (before === undefined) return null
      const parsed = shape.safeParse(decode(before))
      if (parsed.success) return parsed.data
      throw new Refusal('invalid', {
        issues: [{ path: ['query', 'before'], message: 'Invalid cursor for this list.' }],
      })
    },

    /** Cuts a page from `limit + 1` rows: the extra row only shows that there is a next page. */
    paginate<Row>(rows: readonly Row[], limit: number, keyOf: (last: Row) => z.output<Shape>) {
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return { shown, next: rows.length > limit && last !== undefined ? encode(z.encode(shape, keyOf(last))) : null }
    },
  }
}

export const timeCursor = defineCursor(z.tuple([time, Id]))
export const countCursor = defineCursor(z.tuple([integer, Id]))
export const scoreCursor = defineCursor(z.tuple([score, Id]))

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
