import { z } from 'zod'

/** What can lie in the data tree. Nothing and null are the same, so null is only ever the whole answer. */
export type Tree = boolean | number | string | { [key: string]: Tree }

const text = z.string().optional()

/** What a read asks for, as it is written: JSON, and whole numbers for the limits. */
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

/** The query of a read. Whatever else a client adds (`ns`, `format`, `ac`) changes nothing. */
export const TreeParameters = TreeFilters.extend({ auth: text })

/** What children can be compared with. */
export const Primitive = z.union([z.null(), z.boolean(), z.number(), z.string()])
export type Primitive = z.infer<typeof Primitive>

export type TreeError = { error: string }
