import { z } from 'zod'
import { DOCUMENT_REQUEST_BYTES, Document } from './document/document.ts'
import type { EndpointTable } from './endpoint.ts'
import { PersonCard } from './people.ts'
import { Id, PageQuery, Picture, Ref, pageOf } from './shapes.ts'

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

export const accessLevels = ['public', 'members', 'preview'] as const
export type Access = (typeof accessLevels)[number]

/** The point of a picture that stays in view when it is cropped, in percent from the left and top. */
export const Focus = z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) })

export const TagName = z.string().trim().min(1).max(40)
export const Slug = z
  .string()
  .regex(/^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u)
  .max(120)
export const LanguageTag = z
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

const Actor = z.object({ id: z.string(), handle: z.string(), name: z.string() })

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

export const DeskItem = Article.pick({
  id: true,
  state: true,
  ref: true,
  title: true,
  subtitle: true,
  coverPicture: true,
  author: true,
  words: true,
  readingMinutes: true,
  changed: true,
  updateAsked: true,
  savedAt: true,
  scheduledFor: true,
  publishedAt: true,
  featured: true,
  language: true,
  can: true,
}).extend({
  likes: z.int(),
  responses: z.int(),
  trashedAt: z.iso.datetime().nullable(),
  /** When it was submitted, while it waits for review. */
  waitingSince: z.iso.datetime().nullable().optional(),
  /** Whether the viewer is a co-author and may leave the byline. */
  coWritten: z.boolean(),
})
export type DeskItem = z.infer<typeof DeskItem>

export const deskSorts = ['changed', 'published', 'title', 'words'] as const
export type DeskSort = (typeof deskSorts)[number]

const DeskQuery = PageQuery.extend({
  /** Longer than elsewhere: the cursor of a list sorted by title contains a title. */
  before: z.string().max(2000).optional(),
  state: ArticleState.default('draft'),
  q: z.string().max(200).optional(),
  sort: z.enum(deskSorts).default('changed'),
})

export const ArticleCounts = z.record(ArticleState, z.int())

export const RevisionKind = z.enum(['saved', 'submitted', 'published', 'restored'])
export type RevisionKind = z.infer<typeof RevisionKind>

export const RevisionCard = z.object({
  id: z.string(),
  kind: RevisionKind,
  version: z.int(),
  title: z.string(),
  words: z.int(),
  savedBy: Actor.nullable(),
  savedAt: z.iso.datetime(),
})
export type RevisionCard = z.infer<typeof RevisionCard>

export const Revision = RevisionCard.extend({ subtitle: z.string(), body: Document })
export type Revision = z.infer<typeof Revision>

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

export const ReviewNote = z.object({
  id: z.string(),
  by: Actor.nullable(),
  /** The quoted passage; empty for a note on the whole article. */
  quote: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  mine: z.boolean(),
})
export type ReviewNote = z.infer<typeof ReviewNote>

export const ShareLink = z.object({
  id: z.string(),
  by: Actor.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type ShareLink = z.infer<typeof ShareLink>

export const ContentsItem = z.object({ id: z.string(), level: z.int(), text: z.string() })
export type ContentsItem = z.infer<typeof ContentsItem>

/** The working copy as readers would see it. */
export const Preview = Article.pick({
  id: true,
  state: true,
  ref: true,
  title: true,
  subtitle: true,
  language: true,
  access: true,
  author: true,
  coAuthors: true,
  words: true,
  readingMinutes: true,
  seoTitle: true,
  seoDescription: true,
  scheduledFor: true,
  publishedAt: true,
  savedAt: true,
  version: true,
}).extend({
  cover: Picture.nullable(),
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  tags: z.array(z.object({ slug: z.string(), name: z.string() })),
  excerpt: z.string(),
  /** Public HTML, and the HTML below the members-only line. */
  html: z.string(),
  membersHtml: z.string(),
  contents: z.array(ContentsItem),
  can: z.array(Transition),
  mayEdit: z.boolean(),
})
export type Preview = z.infer<typeof Preview>

export const TemplateKind = z.enum(['template', 'prompt'])
export type TemplateKind = z.infer<typeof TemplateKind>

export const Template = z.object({
  id: z.string(),
  kind: TemplateKind,
  /** For a prompt, the question itself. */
  name: z.string(),
  description: z.string(),
  title: z.string(),
  body: Document.nullable(),
})
export type Template = z.infer<typeof Template>
const TemplateFields = z.object({
  kind: TemplateKind,
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().max(500).default(''),
  title: z.string().trim().max(200).default(''),
  body: Document.nullable().default(null),
})

const Note = z.string().trim().max(5000)
const OneArticle = z.object({ id: Id })

export const articleEndpoints = {
  'GET /api/articles': {
    access: 'reader',
    says: 'Lists your articles in one state, including those you co-author.',
    query: DeskQuery,
    reply: pageOf(DeskItem),
  },
  'GET /api/articles/counts': {
    access: 'reader',
    says: 'Counts your articles by state.',
    reply: ArticleCounts,
  },
  'GET /api/admin/articles': {
    access: 'editor',
    says: 'Lists all articles in one state. `in-review` includes published stories with a pending update.',
    query: DeskQuery.extend({ author: Ref.optional(), category: Ref.optional() }),
    reply: pageOf(DeskItem),
  },
  'GET /api/admin/articles/counts': {
    access: 'editor',
    says: 'Counts all articles by state.',
    reply: ArticleCounts,
  },
  'POST /api/articles': {
    access: 'reader',
    says: 'Creates an article. The client chooses the id, so repeating the request creates no duplicate.',
    body: DraftFields.partial().extend({ id: Id, save: z.string().min(1).max(40) }),
    bodyBytes: DOCUMENT_REQUEST_BYTES,
    reply: Article,
  },
  'GET /api/articles/{id}': {
    access: 'reader',
    says: 'Returns an article and its working copy, for authors and editors.',
    params: OneArticle,
    reply: Article,
  },
  'PUT /api/articles/{id}/draft': {
    access: 'reader',
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
    says: 'Applies a state transition, such as submit, approve, publish or schedule. The article’s `can` lists those available.',
    params: OneArticle,
    body: z.object({
      move: Transition,
      note: Note.default(''),
      /** Publishing time, for transitions that schedule. */
      at: z.iso.datetime().nullable().default(null),
      /** The version that was reviewed. The transition is refused after a later save. */
      version: z.int().min(1).nullable().default(null),
    }),
    reply: Article,
  },
  'GET /api/articles/{id}/moves': {
    access: 'reader',
    says: 'Lists the transitions of an article, newest first.',
    params: OneArticle,
    reply: z.array(TransitionRecord),
  },
  'POST /api/articles/moves': {
    access: 'reader',
    says: 'Applies a transition to many articles. Each succeeds or is refused on its own.',
    body: z.object({ ids: z.array(Id).min(1).max(50), move: Transition, note: Note.default('') }),
    reply: z.array(
      z.object({ id: z.string(), refused: z.object({ code: z.string(), message: z.string() }).nullable() }),
    ),
  },
  'DELETE /api/articles/{id}': {
    access: 'reader',
    says: 'Permanently deletes a trashed article.',
    params: OneArticle,
    reply: z.object({ deleted: z.literal(true) }),
  },
  'PUT /api/articles/{id}/featured': {
    access: 'editor',
    says: 'Features a story on the front page, or stops featuring it.',
    params: OneArticle,
    body: z.object({ featured: z.boolean() }),
    reply: z.object({ featured: z.boolean() }),
  },
  'PUT /api/articles/{id}/co-authors': {
    access: 'reader',
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
  'GET /api/articles/{id}/revisions': {
    access: 'reader',
    says: 'Lists revisions, newest first.',
    params: OneArticle,
    query: PageQuery,
    reply: pageOf(RevisionCard),
  },
  'GET /api/articles/{id}/revisions/{revision}': {
    access: 'reader',
    says: 'Returns a revision with its full text.',
    params: OneArticle.extend({ revision: Id }),
    reply: Revision,
  },
  'POST /api/articles/{id}/revisions/{revision}/restore': {
    access: 'reader',
    says: 'Replaces the working copy with a revision. The replaced text is saved as a revision.',
    params: OneArticle.extend({ revision: Id }),
    body: z.object({ version: z.int().min(1) }),
    reply: Article,
  },
  'GET /api/articles/{id}/notes': {
    access: 'reader',
    says: 'Lists review notes.',
    params: OneArticle,
    reply: z.array(ReviewNote),
  },
  'POST /api/articles/{id}/notes': {
    access: 'reader',
    says: 'Adds a review note, optionally on a passage. For authors and editors.',
    params: OneArticle,
    body: z.object({ quote: z.string().max(1000).default(''), text: Note.min(1) }),
    reply: ReviewNote,
  },
  'PATCH /api/articles/{id}/notes/{note}': {
    access: 'reader',
    says: 'Resolves or reopens a note.',
    params: OneArticle.extend({ note: Id }),
    body: z.object({ resolved: z.boolean() }),
    reply: ReviewNote,
  },
  'DELETE /api/articles/{id}/notes/{note}': {
    access: 'reader',
    says: 'Deletes one of your notes.',
    params: OneArticle.extend({ note: Id }),
    reply: z.object({ deleted: z.literal(true) }),
  },
  'GET /api/articles/{id}/links': {
    access: 'reader',
    says: 'Lists share links, which let others read the article before publication.',
    params: OneArticle,
    reply: z.array(ShareLink),
  },
  'POST /api/articles/{id}/links': {
    access: 'reader',
    says: 'Creates a share link. The key is returned only once.',
    params: OneArticle,
    body: z.object({ days: z.int().min(1).max(365).default(14) }),
    reply: ShareLink.extend({ key: z.string() }),
  },
  'DELETE /api/articles/{id}/links/{link}': {
    access: 'reader',
    says: 'Revokes a share link.',
    params: OneArticle.extend({ link: Id }),
    reply: z.object({ deleted: z.literal(true) }),
  },
  'GET /api/previews/{ref}': {
    access: 'anyone',
    says: 'Previews the working copy, for authors, editors and holders of a share link key.',
    params: z.object({ ref: Ref }),
    query: z.object({ key: z.string().max(100).optional() }),
    reply: Preview,
  },
  'GET /api/templates': {
    access: 'reader',
    says: 'Lists the templates and prompts for new articles.',
    reply: z.array(Template),
  },
  'POST /api/templates': {
    access: 'editor',
    says: 'Creates a template or prompt.',
    body: TemplateFields,
    bodyBytes: DOCUMENT_REQUEST_BYTES,
    reply: Template,
  },
  'PUT /api/templates/{id}': {
    access: 'editor',
    says: 'Updates a template or prompt.',
    params: OneArticle,
    body: TemplateFields,
    bodyBytes: DOCUMENT_REQUEST_BYTES,
    reply: Template,
  },
  'PUT /api/templates/order': {
    access: 'editor',
    says: 'Reorders templates.',
    body: z.object({ ids: z.array(Id).max(200) }),
    reply: z.array(Template),
  },
  'DELETE /api/templates/{id}': {
    access: 'editor',
    says: 'Deletes a template or prompt. Articles created from it stay.',
    params: OneArticle,
    reply: z.object({ deleted: z.literal(true) }),
  },
} satisfies EndpointTable
