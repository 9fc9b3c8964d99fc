import { z } from 'zod'
import { embedProviders } from './document/embeds.ts'
import type { EndpointTable } from './endpoint.ts'
import { Media } from './media.ts'

const Address = z.url({ protocol: /^https?$/ }).max(2000)

/** Metadata of a URL, for a link card or an embed. */
export const LinkPreview = z.object({
  address: z.string(),
  title: z.string(),
  description: z.string(),
  /** The name of the site. */
  site: z.string(),
  author: z.string(),
  provider: z.enum(embedProviders),
  /** The embed URL; null when there is nothing to embed. */
  frame: z.string().nullable(),
  /** Width divided by height of the embed; null when its height depends on its content. */
  ratio: z.number().nullable(),
})
export type LinkPreview = z.infer<typeof LinkPreview>

export const linkEndpoints = {
  'POST /api/links/look': {
    access: 'reader',
    says: 'Returns a preview of a page on another site. The server fetches the page, never the reader’s browser.',
    body: z.object({ address: Address }),
    reply: LinkPreview,
    limit: 'look',
  },
  'POST /api/links/picture': {
    access: 'reader',
    scope: 'media:write',
    says: 'Imports a picture from another site into your library, for example after pasting text.',
    body: z.object({ address: Address, alt: z.string().max(500).default('') }),
    reply: Media,
    limit: 'look',
  },
} satisfies EndpointTable
