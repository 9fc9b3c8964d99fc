import { z } from 'zod'
import { LONGEST_RESPONSE } from '#contract/constants.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { PersonCard } from '#contract/people.ts'
import { Id, PageQuery, Ref, pageOf } from '#contract/shapes.ts'

export const EDIT_WINDOW_MINUTES = 15

export const responseSorts = ['best', 'newest', 'oldest'] as const
export type ResponseSort = (typeof responseSorts)[number]
export const responseReportReasons = ['spam', 'abuse', 'harmful', 'other'] as const
export type ResponseReportReason = (typeof responseReportReasons)[number]
export const responseStates = ['shown', 'held', 'hidden', 'deleted'] as const
export type ResponseState = (typeof responseStates)[number]
/** The rule that put a response into moderation. */
export const heldReasons = ['first', 'links', 'words', 'domains', 'reports', 'shadow'] as const
export type HeldFor = (typeof heldReasons)[number]

/** In which role a response was hidden. What an editor hid, only an editor shows again. */
const hiddenAs = ['author', 'editor'] as const
export type HiddenAs = (typeof hiddenAs)[number]

/** A segment of a response: plain text, a mention or a link. */
export const ResponseSegment = z.union([
  z.object({ text: z.string() }),
  z.object({ mention: z.object({ handle: z.string(), name: z.string() }) }),
  z.object({ address: z.string() }),
])
export type ResponseSegment = z.infer<typeof ResponseSegment>

/** The viewer's permissions, used to decide which buttons to show. The server checks them again on every call. */
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
  /** The thread this reply belongs to; null for a thread. */
  parent: z.string().nullable(),
  /** Null when the response was deleted. */
  author: PersonCard.nullable(),
  /** True when the author of the response is in the story's byline. */
  byStoryAuthor: z.boolean(),
  state: z.enum(responseStates),
  /** Why it waits for review. Null unless it is held. */
  heldFor: z.enum(heldReasons).nullable(),
  /** Who hid it: an author of the story or an editor. Null unless it is hidden. */
  hiddenAs: z.enum(hiddenAs).nullable(),
  /** The source text. Empty when the response was deleted. */
  text: z.string(),
  pieces: z.array(ResponseSegment),
  likes: z.int(),
  liked: z.boolean(),
  replies: z.int(),
  pinned: z.boolean(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  /** When editing ends. Null unless the viewer can edit. */
  editableUntil: z.iso.datetime().nullable(),
  can: Can,
})
export type StoryResponse = z.infer<typeof StoryResponse>

/** A response with the first page of its replies, oldest first. */
export const Thread = z.object({ response: StoryResponse, replies: pageOf(StoryResponse) })
export type Thread = z.infer<typeof Thread>

const Text = z.string().trim().min(1).max(LONGEST_RESPONSE)
const ResponseParams = z.object({ id: Id })
const Liked = z.object({ liked: z.boolean(), likes: z.int() })

export const conversationEndpoints = {
  'GET /api/stories/{ref}/responses': {
    feature: 'responses',
    access: 'anyone',
    scope: 'responses:read',
    says: 'Lists the response threads of a story, pinned thread first.',
    params: z.object({ ref: Ref }),
    query: PageQuery.extend({
      sort: z.enum(responseSorts).default('best'),
      /** Puts the thread of this response first. */
      at: Id.optional(),
    }),
    reply: pageOf(Thread).extend({ count: z.int() }),
  },
  'GET /api/responses/{id}/replies': {
    feature: 'responses',
    access: 'anyone',
    scope: 'responses:read',
    says: 'Lists replies to a response, oldest first.',
    params: ResponseParams,
    query: PageQuery,
    reply: pageOf(StoryResponse),
  },
  'GET /api/responses/{id}': {
    feature: 'responses',
    access: 'anyone',
    scope: 'responses:read',
    says: 'Returns a response as the viewer can see it.',
    params: ResponseParams,
    reply: StoryResponse,
  },
  'POST /api/stories/{ref}/responses': {
    feature: 'responses',
    access: 'reader',
    scope: 'responses:write',
    limit: 'respond',
    says: 'Creates a response to a story or a reply to a response. A reply to a reply joins the same thread. Idempotent by `key`.',
    params: z.object({ ref: Ref }),
    body: z.object({ text: Text, parent: Id.nullable().default(null), key: Id.optional() }),
    bodyBytes: 64 * 1024,
    reply: StoryResponse,
  },
  'GET /api/stories/{ref}/responses/review': {
    feature: 'responses',
    access: 'reader',
    says: 'Returns which of your responses to a story are reviewed before they appear: all until the first is approved, only those with many links or blocked words, or none.',
    params: z.object({ ref: Ref }),
    reply: z.object({ reviewed: z.enum(['all', 'some', 'none']), maxLinks: z.int() }),
  },
  'PATCH /api/responses/{id}': {
    feature: 'responses',
    access: 'reader',
    scope: 'responses:write',
    says: 'Edits your own response within 15 minutes of posting it.',
    params: ResponseParams,
    body: z.object({ text: Text }),
    bodyBytes: 64 * 1024,
    reply: StoryResponse,
  },
  'DELETE /api/responses/{id}': {
    access: 'reader',
    scope: 'responses:write',
    says: 'Deletes your own response; editors can delete any. Replies stay in place.',
    params: ResponseParams,
    reply: z.object({}),
  },
  'PUT /api/responses/{id}/like': {
    feature: 'responses',
    access: 'reader',
    limit: 'toggle',
    says: 'Likes a response.',
    params: ResponseParams,
    reply: Liked,
  },
  'DELETE /api/responses/{id}/like': {
    access: 'reader',
    limit: 'toggle',
    says: 'Removes your like from a response.',
    params: ResponseParams,
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
    says: 'Removes your like from a story.',
    params: z.object({ ref: Ref }),
    reply: Liked,
  },
  'PUT /api/responses/{id}/pin': {
    feature: 'responses',
    access: 'reader',
    scope: 'responses:write',
    says: 'Pins a response to the top, replacing the pinned one. Story authors and editors only.',
    params: ResponseParams,
    reply: StoryResponse,
  },
  'DELETE /api/responses/{id}/pin': {
    access: 'reader',
    scope: 'responses:write',
    says: 'Unpins a response.',
    params: ResponseParams,
    reply: StoryResponse,
  },
  'PUT /api/responses/{id}/hidden': {
    access: 'reader',
    scope: 'responses:write',
    says: 'Hides a response from readers. Story authors and editors only.',
    params: ResponseParams,
    reply: StoryResponse,
  },
  'DELETE /api/responses/{id}/hidden': {
    access: 'reader',
    scope: 'responses:write',
    says: 'Approves a response that is hidden or waiting for review.',
    params: ResponseParams,
    reply: StoryResponse,
  },
  'POST /api/responses/{id}/report': {
    access: 'reader',
    says: 'Reports a response to the editors.',
    params: ResponseParams,
    body: z.object({ reason: z.enum(responseReportReasons), note: z.string().trim().max(1000).default('') }),
    reply: z.object({}),
  },
  'GET /api/stories/{ref}/mentionable': {
    access: 'reader',
    says: 'Suggests people to mention: participants first, then people whose name or handle starts with `q`.',
    params: z.object({ ref: Ref }),
    query: z.object({ q: z.string().trim().max(80).default('') }),
    reply: z.array(PersonCard),
  },
} satisfies EndpointTable
