import { z } from 'zod'

/** A picture as a page shows it. Sizes are known, so nothing jumps while it loads. */
export const Picture = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** The widths it can be had in, when it came from a library: `src` with another width in its last part. */
  widths: z.array(z.int()).optional(),
  /** The point that must stay in view when it is cut, in parts of a hundred. */
  focus: z.object({ x: z.number(), y: z.number() }).nullable().optional(),
  /** A few dozen bytes to show until it is there. */
  placeholder: z.string().nullable().optional(),
})
export type Picture = z.infer<typeof Picture>

/** What names a thing for ever: made by us, or by a browser that must be able to ask twice. */
export const Id = z.string().regex(/^[A-Za-z0-9]{20}$/)

/** An id or a readable name in an address. Both are looked up; neither is trusted. */
export const Ref = z.string().min(1).max(120)

/** Where a list goes on: opaque to the caller, made by the server. */
export const PageQuery = z.object({
  before: z.string().max(120).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})

/** A page of a list paged by key. `next` is null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() })
}
export type PageOf<Item> = { items: Item[]; next: string | null }
