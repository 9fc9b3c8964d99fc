import { z } from 'zod'
import { embedProviders } from './document/blocks.ts'
import type { EndpointTable } from './endpoint.ts'
import { Media } from './media.ts'

const Address = z.url({ protocol: /^https?$/ }).max(2000)

/** What is known of an address: enough for a card, and for what a known provider plays. */
export const LookedUp = z.object({
  address: z.string(),
  title: z.string(),
  description: z.string(),
  /** The name of the site it is on. */
  site: z.string(),
  author: z.string(),
  provider: z.enum(embedProviders),
  /** What a frame would show after the click; null when there is nothing to play. */
  frame: z.string().nullable(),
  /** Width by height of the frame; null when it is as high as its content. */
  ratio: z.number().nullable(),
})
export type LookedUp = z.infer<typeof LookedUp>

export const linkEndpoints = {
  'POST /api/links/look': {
    access: 'reader',
    says: 'Looks at a page of another site, for a link’s preview or a card. The server asks, never the reader’s browser.',
    body: z.object({ address: Address }),
    reply: LookedUp,
    limit: 'look',
  },
  'POST /api/links/picture': {
    access: 'reader',
    says: 'Takes a picture of another site into the library, for text pasted from there.',
    body: z.object({ address: Address, alt: z.string().max(500).default('') }),
    reply: Media,
    limit: 'look',
  },
} satisfies EndpointTable
