import { z } from 'zod'

/** The query of an admin list: search, sort and cursor. A `-` before a sort key reverses its order. Lists add their filters. */
export function adminListQuery<const Sort extends string>(sorts: readonly Sort[]) {
  const reversed = sorts.map((sort) => `-${sort}` as const)
  return z.object({
    q: z.string().trim().max(200).optional(),
    sort: z.enum([...sorts, ...reversed]).optional(),
    /** Longer than elsewhere: the cursor of a list sorted by name contains a name. */
    before: z.string().max(2000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  })
}

/** A filter by time: a date in UTC, which counts from its start. */
export const DateFilter = z.iso.date().optional()
