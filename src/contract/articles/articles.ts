import { z } from 'zod'
import { DOCUMENT_REQUEST_BYTES, Document } from '#contract/document/document.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { PersonCard } from '#contract/people.ts'
import { Id, Picture } from '#contract/shapes.ts'

/** Readers see only published articles. */
export const ArticleState = z.enum(['draft', 'in-review', 'scheduled', 'published', 'removed', 'trashed'])
export type ArticleState = z.infer<typeof ArticleState>

/** State transitions. `server/articles/policy.ts` defines the states and permissions of each. */
export const Transition = z.enum([
  'submit',
  'withdraw',
  'request-changes',
  'approve',
  'publish',
  'schedule',
  'unschedule',
  'update',
  'submit-update',
  'decline-update',
  'unpublish',
  'remove',
  'restore',
  'trash',
  'untrash',
])
export type Transition = z.infer<typeof Transition>

const accessLevels = ['public', 'members', 'preview'] as const
export type Access = (typeof accessLevels)[number]

/** The point of a picture that stays in view when it is cropped, in percent from the left and top. */
export const Focus = z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) })

const TagName = z.string().trim().min(1).max(40)
const Slug = z
  .string()
  .regex(/^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u)
  .max(120)
const LanguageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
  .max(35)

/** The fields of the working copy. Readers see them after publication. */
export const DraftFields = z.object({
  title: z.string().max(200),
  subtitle: z.string().max(300),
  body: Document,
  /** A cover outside the library (`media` is null) can be kept but not chosen. */
  cover: z.object({ media: Id.nullable(), alt: z.string().max(500), focus: Focus.nullable() }).nullable(),
  /** Slug. */
  category: z.string().max(60).nullable(),
  tags: z.array(TagName).max(5),
  /** When empty, the excerpt is the beginning of the text. */
  excerpt: z.string().max(500),
  /** Null to generate it from the title. */
  slug: Slug.nullable(),
  canonical: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  seoTitle: z.string().max(200),
  seoDescription: z.string().max(500),
  access: z.enum(accessLevels),
  language: LanguageTag,
  takesResponses: z.boolean(),
})
export type DraftFields = z.infer<typeof DraftFields>

export const Actor = z.object({ id: z.string(), handle: z.string(), name: z.string() })

export const SaveResult = z.object({
  version: z.int(),
  savedAt: z.iso.datetime(),
  words: z.int(),
  readingMinutes: z.int(),
  /** Whether publishing now would change what readers see. */
  changed: z.boolean(),
})
export type SaveResult = z.infer<typeof SaveResult>

/** An article as authors and editors see it. */
export const Article = DraftFields.extend(SaveResult.shape).extend({
  id: z.string(),
  state: ArticleState,
  /** The slug of a published story, otherwise the id. */
  ref: z.string(),
  author: PersonCard,
  coAuthors: z.array(PersonCard),
  coverPicture: Picture.nullable(),
  savedBy: Actor.nullable(),
  featured: z.boolean(),
  scheduledFor: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updateAsked: z.boolean(),
  /** The note of the last transition, such as why changes were requested. */
  lastNote: z.object({ move: Transition, text: z.string(), by: Actor.nullable(), at: z.iso.datetime() }).nullable(),
  /** The transitions available to this viewer. */
  can: z.array(Transition),
  /** Other permissions of this viewer. */
  may: z.object({ edit: z.boolean(), feature: z.boolean(), invite: z.boolean(), review: z.boolean() }),
})
export type Article = z.infer<typeof Article>

export const TransitionRecord = z.object({
  id: z.string(),
  move: Transition,
  from: ArticleState,
  to: ArticleState,
  by: Actor.nullable(),
  note: z.string(),
  at: z.iso.datetime(),
})
export type TransitionRecord = z.infer<typeof TransitionRecord>

export const ContentsItem = z.object({ id: z.string(), level: z.int(), text: z.string() })
export type ContentsItem = z.infer<typeof ContentsItem>

export const NoteText = z.string().trim().max(5000)
export const OneArticle = z.object({ id: Id })

export const articleEndpoints = {
  'POST /api/articles': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Creates an article. The client chooses the id, so repeating the request creates no duplicate.',
    body: DraftFields.partial().extend({ id: Id, save: z.string().min(1).max(40) }),
    bodyBytes: DOCUMENT_REQUEST_BYTES,
    reply: Article,
  },
  'GET /api/articles/new': {
    access: 'reader',
    scope: 'stories:read',
    says: 'Returns the transitions that you can apply to a new article of yours.',
    reply: z.object({ can: z.array(Transition) }),
  },
  'POST /api/articles/{id}/duplicate': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Copies an article that you can edit to a new draft of yours. The client chooses the id of the copy.',
    params: OneArticle,
    body: z.object({ id: Id }),
    reply: Article,
  },
  'GET /api/articles/{id}': {
    access: 'reader',
    scope: 'stories:read',
    says: 'Returns an article and its working copy, for authors and editors.',
    params: OneArticle,
    reply: Article,
  },
  'PUT /api/articles/{id}/draft': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Saves the changed fields. `version` is the version the changes are based on; an outdated version is refused.',
    params: OneArticle,
    body: DraftFields.partial().extend({ version: z.int().min(1), save: z.string().min(1).max(40) }),
    bodyBytes: DOCUMENT_REQUEST_BYTES,
    reply: SaveResult,
    limit: 'save',
  },
  'PUT /api/articles/{id}/presence': {
    access: 'reader',
    says: 'Shows other editors of this draft that the viewer has it open. Repeat every few seconds.',
    params: OneArticle,
    /** An id generated by the tab. */
    body: z.object({ client: Id }),
    reply: z.object({}),
    limit: 'presence',
  },
  'POST /api/articles/{id}/moves': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Applies a state transition, such as submit, approve, publish or schedule. The article’s `can` lists those available.',
    params: OneArticle,
    body: z.object({
      move: Transition,
      note: NoteText.default(''),
      /** Publishing time, for transitions that schedule. */
      at: z.iso.datetime().nullable().default(null),
      /** The version that was reviewed. The transition is refused after a later save. */
      version: z.int().min(1).nullable().default(null),
    }),
    reply: Article,
  },
  'GET /api/articles/{id}/moves': {
    access: 'reader',
    scope: 'stories:read',
    says: 'Lists the transitions of an article, newest first.',
    params: OneArticle,
    reply: z.array(TransitionRecord),
  },
  'POST /api/articles/moves': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Applies a transition to many articles. Each succeeds or is refused on its own.',
    body: z.object({ ids: z.array(Id).min(1).max(50), move: Transition, note: NoteText.default('') }),
    reply: z.array(
      z.object({ id: z.string(), refused: z.object({ code: z.string(), message: z.string() }).nullable() }),
    ),
  },
  'DELETE /api/articles/{id}': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Permanently deletes a trashed article.',
    params: OneArticle,
    reply: z.object({ deleted: z.literal(true) }),
  },
  'PUT /api/articles/{id}/featured': {
    access: 'editor',
    scope: 'stories:write',
    says: 'Features a story on the front page, or stops featuring it.',
    params: OneArticle,
    body: z.object({ featured: z.boolean() }),
    reply: z.object({ featured: z.boolean() }),
  },
  'PUT /api/articles/{id}/co-authors': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Sets the co-authors, in byline order. Co-authors can edit the article.',
    params: OneArticle,
    body: z.object({ people: z.array(Id).max(10) }),
    reply: z.array(PersonCard),
  },
  'DELETE /api/articles/{id}/byline': {
    access: 'reader',
    says: 'Removes you from the byline. The author is notified.',
    params: OneArticle,
    reply: z.object({}),
  },
} satisfies EndpointTable
