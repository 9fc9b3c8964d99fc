import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'

/** The place in a list where the next page starts, as a word for an address. */
export function encodeCursor(key: (string | number)[]) {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Whatever was not made by `encodeCursor` for the same list is refused. */
export function decodeCursor<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new Refusal('invalid', { issues: [{ path: ['query', 'before'], message: 'Not a place in this list.' }] })
  }
}
