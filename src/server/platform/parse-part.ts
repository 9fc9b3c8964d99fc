import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'

export type Part = 'params' | 'query' | 'body'

/** Validates a part of a request. Refuses an invalid one with the path of each issue. */
export function parsePart<Shape extends z.ZodObject>(part: Part, shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: [part, ...path.map(String)], message }))
  throw new Refusal('invalid', { issues })
}
