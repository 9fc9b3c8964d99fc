import { z } from 'zod'
import { Actor, ArticleState, Transition } from '#contract/articles/articles.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { PersonCard } from '#contract/people.ts'
import { setupSteps } from './setup-steps.ts'

export const Overview = z.object({
  /** What waits for a decision. */
  inReview: z.int(),
  heldResponses: z.int(),
  reported: z.int(),
  appeals: z.int(),
  /** Rewards that people redeemed and an admin must fulfil. 0 for editors, who cannot. */
  redemptions: z.int(),
  /** Null for editors, who cannot repair it. */
  operations: z
    .object({
      failedJobs: z.int(),
      failedMail: z.int(),
      problems: z.array(z.object({ code: z.string(), message: z.string() })),
    })
    .nullable(),
  activity: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      move: Transition,
      by: Actor.nullable(),
      article: z.object({ id: z.string(), title: z.string() }),
    }),
  ),
  /** Null for editors, and when it was dismissed. */
  setup: z.object({ done: z.array(z.enum(setupSteps)) }).nullable(),
})
export type Overview = z.infer<typeof Overview>

export const FoundArticle = z.object({ id: z.string(), title: z.string(), state: ArticleState, author: z.string() })
export type FoundArticle = z.infer<typeof FoundArticle>

export const adminEndpoints = {
  'GET /api/admin/overview': {
    access: 'editor',
    says: 'Returns what needs attention, recent changes of articles and, for admins, the state of the set-up.',
    reply: Overview,
  },
  'POST /api/admin/overview/dismiss-setup': {
    access: 'admin',
    says: 'Hides the set-up checklist for all admins.',
    reply: z.object({}),
  },
  'GET /api/admin/find': {
    access: 'editor',
    says: 'Finds people by name or handle and articles of every state by title.',
    query: z.object({ q: z.string().trim().min(1).max(100) }),
    reply: z.object({ people: z.array(PersonCard), articles: z.array(FoundArticle) }),
  },
} satisfies EndpointTable
