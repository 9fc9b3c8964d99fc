import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Document } from '#contract/document/document.ts'
import { Id } from '#contract/shapes.ts'
import { Actor, DraftFields, OneArticle } from './articles.ts'

/** What a submission contains besides its revision. */
export const SubmittedFields = DraftFields.omit({ title: true, subtitle: true, body: true })
export type SubmittedFields = z.infer<typeof SubmittedFields>

export const ChecklistItem = z.object({
  text: z.string(),
  /** Null while it is not ticked. `by` is null when the account was deleted. */
  ticked: z.object({ by: Actor.nullable(), at: z.iso.datetime() }).nullable(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>

const Neighbour = z.object({ id: z.string(), title: z.string() })

/** The review of a story: who reviews it, what is left to check, and its place in the queue. */
export const Review = z.object({
  /** The submission that waits for review. */
  submission: z.object({ id: z.string(), by: Actor.nullable(), at: z.iso.datetime() }).nullable(),
  reviewer: Actor.nullable(),
  checklist: z.array(ChecklistItem),
  queue: z.object({
    /** From 1, oldest submission first. Null when the story is not in the queue. */
    place: z.int().nullable(),
    of: z.int(),
    previous: Neighbour.nullable(),
    /** The oldest submission when the story is not in the queue. */
    next: Neighbour.nullable(),
  }),
  /** What the story can be compared with: the submission before, or this one when the story was edited since. */
  comparison: z.enum(['previous', 'current']).nullable(),
})
export type Review = z.infer<typeof Review>

export const SubmittedVersion = z.object({
  by: Actor.nullable(),
  at: z.iso.datetime(),
  title: z.string(),
  subtitle: z.string(),
  body: Document,
  /** Null for old submissions, of which only the text was kept. */
  fields: SubmittedFields.nullable(),
})
export type SubmittedVersion = z.infer<typeof SubmittedVersion>

export const submissionEndpoints = {
  'GET /api/admin/articles/{id}/review': {
    access: 'editor',
    scope: 'stories:read',
    says: 'Returns the reviewer, the checklist and the place in the review queue.',
    params: OneArticle,
    reply: Review,
  },
  'GET /api/admin/articles/{id}/submitted': {
    access: 'editor',
    scope: 'stories:read',
    says: 'Returns the version that the working copy is compared with: the previous submission, or the current one.',
    params: OneArticle,
    reply: SubmittedVersion,
  },
  'PUT /api/admin/articles/{id}/checklist': {
    access: 'editor',
    scope: 'stories:write',
    says: 'Ticks or clears an item of the checklist of a submission. Reviewers share the checklist.',
    params: OneArticle,
    body: z.object({ submission: Id, item: z.string().min(1).max(200), ticked: z.boolean() }),
    reply: z.array(ChecklistItem),
  },
} satisfies EndpointTable
