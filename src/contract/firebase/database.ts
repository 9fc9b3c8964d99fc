import { z } from 'zod'

/** A node of the data tree. Null means no data, so it occurs only as a whole response. */
export type Tree = boolean | number | string | { [key: string]: Tree }

const text = z.string().optional()

/** Query parameters before parsing: JSON, and integers for the limits. */
export const TreeFilters = z.object({
  orderBy: text,
  startAt: text,
  startAfter: text,
  endAt: text,
  endBefore: text,
  equalTo: text,
  limitToFirst: text,
  limitToLast: text,
})
export type TreeFilters = z.infer<typeof TreeFilters>

/** Other parameters that clients send (`ns`, `format`, `ac`) are ignored. */
export const TreeParameters = TreeFilters.extend({ auth: text })

/** A value that children can be compared with. */
export const Primitive = z.union([z.null(), z.boolean(), z.number(), z.string()])
export type Primitive = z.infer<typeof Primitive>

export type TreeError = { error: string }
