import { z } from 'zod'
import { ID_PATTERN } from './id.ts'

/** A picture. Its size is known, so that the layout does not shift while it loads. */
export const Picture = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** Available widths of a library picture: `src` with another width in its last path segment. */
  widths: z.array(z.int()).optional(),
  /** The focal point for cropping, in per cent. */
  focus: z.object({ x: z.number(), y: z.number() }).nullable().optional(),
  /** A tiny preview as a data URL. */
  placeholder: z.string().nullable().optional(),
})
export type Picture = z.infer<typeof Picture>

/** A permanent id, made by the server, or by a browser that needs idempotent requests. */
export const Id = z.string().regex(ID_PATTERN)

/** An id, slug or handle in a URL. */
export const Ref = z.string().min(1).max(120)

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))+$/

/** A domain with at least two labels. Other scripts are converted to ASCII, as in email addresses and URLs. */
export const Domain = z
  .string()
  .trim()
  .overwrite((domain) => (URL.canParse(`http://${domain}`) ? toHostname(domain) : domain))
  .regex(DOMAIN, 'Enter a domain such as example.org, without https:// and without a path.')

/** The domain itself if it is more than a host. */
function toHostname(domain: string) {
  const { hostname, href } = new URL(`http://${domain}`)
  return href === `http://${hostname}/` ? hostname : domain
}

/** `before` is an opaque cursor, the `next` of the previous page. */
export const PageQuery = z.object({
  before: z.string().max(120).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})

/** A page of a list with cursor pagination. `next` is null on the last page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() })
}
export type PageOf<Item> = { items: Item[]; next: string | null }
