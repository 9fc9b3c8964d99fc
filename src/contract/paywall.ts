import { z } from 'zod'
import { MAX_GIFT_TOKEN } from './constants.ts'
import { ContentsItem } from './articles/articles.ts'
import type { EndpointTable } from './endpoint.ts'
import { Ref } from './shapes.ts'

const Time = z.iso.datetime()
const StoryRef = z.object({ ref: Ref })
/** The token of a gift link. */
export const GiftToken = z.string().min(1).max(MAX_GIFT_TOKEN)

export const MembersPart = z.object({
  /** Null for viewers who may not read it. */
  html: z.string().nullable(),
  /** The preview is an excerpt, which `html` replaces. Otherwise `html` continues the preview and ends with all footnotes. */
  replacesPreview: z.boolean(),
  /** The contents of the whole story; empty without `html`. */
  contents: z.array(ContentsItem),
  /** Why the viewer may read it: also `everyone`, when the story is no longer for members. */
  because: z.enum(['everyone', 'author', 'editor', 'member', 'opened', 'gift']).nullable(),
  /** The gift link that was sent; null without one. */
  gift: z.object({ valid: z.boolean(), from: z.string().nullable() }).nullable(),
  /** The free stories of this month. Null for members, and for visitors who are not counted. */
  free: z.object({ left: z.int(), limit: z.int(), resetsAt: Time }).nullable(),
  /** Whether a visitor has free stories only after signing in: their browser asked not to be tracked. */
  signInHelps: z.boolean(),
})
export type MembersPart = z.infer<typeof MembersPart>

export const GiftLink = z.object({
  address: z.string(),
  expiresAt: Time,
  /** How often it was opened. */
  opens: z.int(),
  /** New links that the person can still create this month. */
  left: z.int(),
})
export type GiftLink = z.infer<typeof GiftLink>

export const paywallEndpoints = {
  'GET /api/stories/{ref}/members-part': {
    access: 'anyone',
    scope: 'stories:read',
    says: 'Returns the part of a story that only members read, to members, authors, editors, and people who opened the story this month or have a gift link.',
    params: StoryRef,
    query: z.object({ gift: GiftToken.optional() }),
    reply: MembersPart,
  },
  'POST /api/stories/{ref}/open': {
    access: 'anyone',
    says: 'Uses one of the free members’ stories of the month, and returns the members’ part. With a gift link, only counts that it was opened.',
    params: StoryRef,
    body: z.object({ gift: GiftToken.optional() }),
    reply: MembersPart,
  },
  'POST /api/stories/{ref}/gift-link': {
    access: 'reader',
    says: 'Creates a link with which everyone can read a members’ story for 30 days. For members and the authors of the story. A second call returns the same link.',
    params: StoryRef,
    reply: GiftLink,
  },
} satisfies EndpointTable
