import { z } from 'zod'
import { LONGEST_RESPONSE } from './constants.ts'
import type { EndpointTable } from './endpoint.ts'
import { PersonCard } from './people.ts'
import { Id, PageQuery, Ref, pageOf } from './shapes.ts'

export const EDIT_WINDOW_MINUTES = 15

export const responseSorts = ['best', 'newest', 'oldest'] as const
export type ResponseSort = (typeof responseSorts)[number]
export const responseReportReasons = ['spam', 'abuse', 'harmful', 'other'] as const
export type ResponseReportReason = (typeof responseReportReasons)[number]
export const responseStates = ['shown', 'held', 'hidden', 'deleted'] as const
export type ResponseState = (typeof responseStates)[number]
/** Which rule holds a response until somebody has looked at it. */
export type HeldFor = 'first' | 'links' | 'words' | 'reports'

/** A piece of a response's text: words, or somebody's handle that leads to them. */
export const ResponsePiece = z.union([
  z.object({ text: z.string() }),
  z.object({ mention: z.object({ handle: z.string(), name: z.string() }) }),
  z.object({ address: z.string() }),
])
export type ResponsePiece = z.infer<typeof ResponsePiece>

/** What this viewer may do with a response: the buttons to show. The server checks again. */
const Can = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  reply: z.boolean(),
  pin: z.boolean(),
  hide: z.boolean(),
  approve: z.boolean(),
  report: z.boolean(),
})

export const StoryResponse = z.object({
  id: z.string(),
  /** The response that this one replies to. */
  parent: z.string().nullable(),
  /** Null where it was deleted: only its place is left. */
  author: PersonCard.nullable(),
  /** Whether its author wrote the story. */
  byStoryAuthor: z.boolean(),
  state: z.enum(responseStates),
  /** As it was written, for whoever may edit it; empty where it was deleted. */
  text: z.string(),
  pieces: z.array(ResponsePiece),
  likes: z.int(),
  liked: z.boolean(),
  replies: z.int(),
  pinned: z.boolean(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  /** Until when its author may edit it; null for everybody else. */
  editableUntil: z.iso.datetime().nullable(),
  can: Can,
})
export type StoryResponse = z.infer<typeof StoryResponse>

/** A response with the first of its replies, oldest first. */
export const Thread = z.object({ response: StoryResponse, replies: pageOf(StoryResponse) })
export type Thread = z.infer<typeof Thread>

const Text = z.string().trim().min(1).max(LONGEST_RESPONSE)
const OneResponse = z.object({ id: Id })
const Liked = z.object({ liked: z.boolean(), likes: z.int() })

export const conversationEndpoints = {
  'GET /api/stories/{ref}/responses': {
    access: 'anyone',
    says: 'The conversation below a story: threads, what is pinned first.',
    params: z.object({ ref: Ref }),
    query: PageQuery.extend({
      sort: z.enum(responseSorts).default('best'),
      /** Begins with the thread of this response, for those who follow a link to it. */
      at: Id.optional(),
    }),
    reply: pageOf(Thread).extend({ count: z.int() }),
  },
  'GET /api/responses/{id}/replies': {
    access: 'anyone',
    says: 'Replies to a response, oldest first.',
    params: OneResponse,
    query: PageQuery,
    reply: pageOf(StoryResponse),
  },
  'GET /api/responses/{id}': {
    access: 'anyone',
    says: 'One response, as this viewer may see it.',
    params: OneResponse,
    reply: StoryResponse,
  },
  'POST /api/stories/{ref}/responses': {
    access: 'reader',
    limit: 'respond',
    says: 'Responds to a story, or replies to a response; a reply to a reply joins its thread. What is sent twice under one key is written once.',
    params: z.object({ ref: Ref }),
    body: z.object({ text: Text, parent: Id.nullable().default(null), key: Id.optional() }),
    bodyBytes: 64 * 1024,
    reply: StoryResponse,
  },
  'PATCH /api/responses/{id}': {
    access: 'reader',
    says: 'Changes one’s own response, for a quarter of an hour.',
    params: OneResponse,
    body: z.object({ text: Text }),
    bodyBytes: 64 * 1024,
    reply: StoryResponse,
  },
  'DELETE /api/responses/{id}': {
    access: 'reader',
    says: 'Deletes one’s own response, or any for an editor; replies keep their place below it.',
    params: OneResponse,
    reply: z.object({}),
  },
  'PUT /api/responses/{id}/like': {
    access: 'reader',
    limit: 'toggle',
    says: 'Likes a response.',
    params: OneResponse,
    reply: Liked,
  },
  'DELETE /api/responses/{id}/like': {
    access: 'reader',
    limit: 'toggle',
    says: 'Ends liking a response.',
    params: OneResponse,
    reply: Liked,
  },
  'PUT /api/stories/{ref}/like': {
    access: 'reader',
    limit: 'toggle',
    says: 'Likes a story.',
    params: z.object({ ref: Ref }),
    reply: Liked,
  },
  'DELETE /api/stories/{ref}/like': {
    access: 'reader',
    limit: 'toggle',
    says: 'Ends liking a story.',
    params: z.object({ ref: Ref }),
    reply: Liked,
  },
  'PUT /api/responses/{id}/pin': {
    access: 'reader',
    says: 'Pins a response to the top; for the story’s author and for editors. One at a time.',
    params: OneResponse,
    reply: StoryResponse,
  },
  'DELETE /api/responses/{id}/pin': {
    access: 'reader',
    says: 'Ends pinning a response.',
    params: OneResponse,
    reply: StoryResponse,
  },
  'PUT /api/responses/{id}/hidden': {
    access: 'reader',
    says: 'Hides a response from readers; for the story’s author and for editors.',
    params: OneResponse,
    reply: StoryResponse,
  },
  'DELETE /api/responses/{id}/hidden': {
    access: 'reader',
    says: 'Shows a response that was hidden or held.',
    params: OneResponse,
    reply: StoryResponse,
  },
  'POST /api/responses/{id}/report': {
    access: 'reader',
    says: 'Tells the editors about a response.',
    params: OneResponse,
    body: z.object({ reason: z.enum(responseReportReasons), note: z.string().trim().max(1000).default('') }),
    reply: z.object({}),
  },
  'GET /api/stories/{ref}/mentionable': {
    access: 'reader',
    says: 'People to mention: those of the conversation first, then all whose name or handle begins with the words.',
    params: z.object({ ref: Ref }),
    query: z.object({ q: z.string().trim().max(80).default('') }),
    reply: z.array(PersonCard),
  },
} satisfies EndpointTable
