import { z } from 'zod'
import { DOCUMENT_REQUEST_BYTES, Document } from './document/document.ts'
import type { EndpointTable } from './endpoint.ts'
import { PersonCard } from './people.ts'
import { Id, PageQuery, Picture, Ref, pageOf } from './shapes.ts'

/** Where an article stands. What readers see is only ever published. */
export const ArticleState = z.enum(['draft', 'in-review', 'scheduled', 'published', 'removed', 'trashed'])
export type ArticleState = z.infer<typeof ArticleState>

/** Everything that can be done to an article's state. Who may, and from where, is one table on the server. */
export const Move = z.enum([
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
export type Move = z.infer<typeof Move>

export const accesses = ['public', 'members', 'preview'] as const
export type Access = (typeof accesses)[number]

/** A point of a picture that must stay in view, in parts of a hundred from the left and the top. */
export const Focus = z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) })

/** A word a story is found by. */
export const TagName = z.string().trim().min(1).max(40)
export const Slug = z
  .string()
  .regex(/^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u)
  .max(120)
export const LanguageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
  .max(35)

/** What a writer writes and sets. Saved as it changes; readers see it when it is published. */
export const DraftFields = z.object({
  title: z.string().max(200),
  subtitle: z.string().max(300),
  body: Document,
  /** A cover that is in no library (`media` is null) can be kept, not chosen. */
  cover: z.object({ media: Id.nullable(), alt: z.string().max(500), focus: Focus.nullable() }).nullable(),
  /** The slug of a category. */
  category: z.string().max(60).nullable(),
  tags: z.array(TagName).max(5),
  /** Empty, and the beginning of the text is shown. */
  excerpt: z.string().max(500),
  /** Null, and the title decides. */
  slug: Slug.nullable(),
  canonical: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  seoTitle: z.string().max(200),
  seoDescription: z.string().max(500),
  access: z.enum(accesses),
  language: LanguageTag,
  takesResponses: z.boolean(),
})
export type DraftFields = z.infer<typeof DraftFields>

const Who = z.object({ id: z.string(), handle: z.string(), name: z.string() })

/** What a save tells back. */
export const Saved = z.object({
  version: z.int(),
  savedAt: z.iso.datetime(),
  words: z.int(),
  readingMinutes: z.int(),
  /** Whether readers would see something else if it were published now. */
  changed: z.boolean(),
})
export type Saved = z.infer<typeof Saved>

/** An article as its writers and editors work on it. */
export const Article = DraftFields.extend(Saved.shape).extend({
  id: z.string(),
  state: ArticleState,
  /** Its address now: the readable one of a story, the id before. */
  ref: z.string(),
  author: PersonCard,
  coAuthors: z.array(PersonCard),
  coverPicture: Picture.nullable(),
  savedBy: Who.nullable(),
  featured: z.boolean(),
  scheduledFor: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updateAsked: z.boolean(),
  /** What was said with the last move, if anything: why changes are asked for, why it was removed. */
  lastNote: z.object({ move: Move, text: z.string(), by: Who.nullable(), at: z.iso.datetime() }).nullable(),
  /** What this viewer may do next: the buttons to show. The server checks again. */
  can: z.array(Move),
  /** Whether this viewer may change the text, feature it, choose co-authors. */
  may: z.object({ edit: z.boolean(), feature: z.boolean(), invite: z.boolean(), review: z.boolean() }),
})
export type Article = z.infer<typeof Article>

/** An article in a list of the desk. */
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
  /** Since when it waits for a reviewer, while it does. */
  waitingSince: z.iso.datetime().nullable().optional(),
  /** Whether the viewer writes it with its author, and so may leave its byline. */
  coWritten: z.boolean(),
})
export type DeskItem = z.infer<typeof DeskItem>

export const deskSorts = ['changed', 'published', 'title', 'words'] as const
export type DeskSort = (typeof deskSorts)[number]

const DeskQuery = PageQuery.extend({
  /** Longer than elsewhere: a list by title goes on from a title. */
  before: z.string().max(2000).optional(),
  state: ArticleState.default('draft'),
  q: z.string().max(200).optional(),
  sort: z.enum(deskSorts).default('changed'),
})

export const Counts = z.record(ArticleState, z.int())

export const RevisionKind = z.enum(['saved', 'submitted', 'published', 'restored'])
export type RevisionKind = z.infer<typeof RevisionKind>

export const RevisionCard = z.object({
  id: z.string(),
  kind: RevisionKind,
  version: z.int(),
  title: z.string(),
  words: z.int(),
  savedBy: Who.nullable(),
  savedAt: z.iso.datetime(),
})
export type RevisionCard = z.infer<typeof RevisionCard>

export const Revision = RevisionCard.extend({ subtitle: z.string(), body: Document })
export type Revision = z.infer<typeof Revision>

/** A step of an article's life. */
export const MoveRecord = z.object({
  id: z.string(),
  move: Move,
  from: ArticleState,
  to: ArticleState,
  by: Who.nullable(),
  note: z.string(),
  at: z.iso.datetime(),
})
export type MoveRecord = z.infer<typeof MoveRecord>

export const ReviewNote = z.object({
  id: z.string(),
  by: Who.nullable(),
  /** The passage it is about; empty for the whole. */
  quote: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  mine: z.boolean(),
})
export type ReviewNote = z.infer<typeof ReviewNote>

export const ShareLink = z.object({
  id: z.string(),
  by: Who.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type ShareLink = z.infer<typeof ShareLink>

export const ContentsItem = z.object({ id: z.string(), level: z.int(), text: z.string() })
export type ContentsItem = z.infer<typeof ContentsItem>

/** An article as its readers would see it if it were published now. */
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
  /** The part for everybody, and what follows the members-only line. */
  html: z.string(),
  membersHtml: z.string(),
  contents: z.array(ContentsItem),
  can: z.array(Move),
  /** Whether the viewer may open it in the editor. */
  mayEdit: z.boolean(),
})
export type Preview = z.infer<typeof Preview>

export const TemplateKind = z.enum(['template', 'prompt'])
export type TemplateKind = z.infer<typeof TemplateKind>

export const Template = z.object({
  id: z.string(),
  kind: TemplateKind,
  /** What it is called; of a prompt, the question itself. */
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

/** Text sent with a move: why. */
const Note = z.string().trim().max(5000)
const OneArticle = z.object({ id: Id })

export const articleEndpoints = {
  'GET /api/articles': {
    access: 'reader',
    says: 'Your desk: the articles you write, alone or with others, of one state.',
    query: DeskQuery,
    reply: pageOf(DeskItem),
  },
  'GET /api/articles/counts': {
    access: 'reader',
    says: 'How many articles of yours are in each state.',
    reply: Counts,
  },
  'GET /api/admin/articles': {
    access: 'editor',
    says: 'Everybody’s articles of one state. In review also lists published ones whose changes wait to be looked at.',
    query: DeskQuery.extend({ author: Ref.optional(), category: Ref.optional() }),
    reply: pageOf(DeskItem),
  },
  'GET /api/admin/articles/counts': {
    access: 'editor',
    says: 'How many articles are in each state.',
    reply: Counts,
  },
  'POST /api/articles': {
    access: 'reader',
    says: 'Begins an article under an id the caller made, so that asking again after a lost answer makes no second one.',
    body: DraftFields.partial().extend({ id: Id, save: z.string().min(1).max(40) }),
    bytes: DOCUMENT_REQUEST_BYTES,
    reply: Article,
  },
  'GET /api/articles/{id}': {
    access: 'reader',
    says: 'An article to work on, for those who write it and for editors.',
    params: OneArticle,
    reply: Article,
  },
  'PUT /api/articles/{id}/draft': {
    access: 'reader',
    says: 'Saves what changed. `version` is the one it was changed from: when somebody saved in between, nothing is written.',
    params: OneArticle,
    body: DraftFields.partial().extend({ version: z.int().min(1), save: z.string().min(1).max(40) }),
    bytes: DOCUMENT_REQUEST_BYTES,
    reply: Saved,
    limit: 'save',
  },
  'PUT /api/articles/{id}/presence': {
    access: 'reader',
    says: 'Tells the other people who edit this draft that the viewer still has it open. Repeated every few seconds.',
    params: OneArticle,
    /** An id that the tab made for itself. */
    body: z.object({ client: Id }),
    reply: z.object({}),
    limit: 'presence',
  },
  'POST /api/articles/{id}/moves': {
    access: 'reader',
    says: 'Moves an article on: submit, approve, publish, schedule … Which moves there are now is in its `can`.',
    params: OneArticle,
    body: z.object({
      move: Move,
      note: Note.default(''),
      /** When it is to be published, for what schedules. */
      at: z.iso.datetime().nullable().default(null),
      /** The version that was looked at; what was saved after it is not published unseen. */
      version: z.int().min(1).nullable().default(null),
    }),
    reply: Article,
  },
  'GET /api/articles/{id}/moves': {
    access: 'reader',
    says: 'Every step of its life, newest first.',
    params: OneArticle,
    reply: z.array(MoveRecord),
  },
  'POST /api/articles/moves': {
    access: 'reader',
    says: 'The same move for many articles. Each is moved or refused on its own.',
    body: z.object({ ids: z.array(Id).min(1).max(50), move: Move, note: Note.default('') }),
    reply: z.array(
      z.object({ id: z.string(), refused: z.object({ code: z.string(), message: z.string() }).nullable() }),
    ),
  },
  'DELETE /api/articles/{id}': {
    access: 'reader',
    says: 'Deletes for ever what is in the trash.',
    params: OneArticle,
    reply: z.object({ deleted: z.literal(true) }),
  },
  'PUT /api/articles/{id}/featured': {
    access: 'editor',
    says: 'Puts a story on the front page, or takes it away.',
    params: OneArticle,
    body: z.object({ featured: z.boolean() }),
    reply: z.object({ featured: z.boolean() }),
  },
  'PUT /api/articles/{id}/co-authors': {
    access: 'reader',
    says: 'Who writes it with its author, in the order of the byline. They may edit it from then on.',
    params: OneArticle,
    body: z.object({ people: z.array(Id).max(10) }),
    reply: z.array(PersonCard),
  },
  'DELETE /api/articles/{id}/byline': {
    access: 'reader',
    says: 'Takes the viewer off the byline that its author put them on. Its author is told.',
    params: OneArticle,
    reply: z.object({}),
  },
  'GET /api/articles/{id}/revisions': {
    access: 'reader',
    says: 'What its text was before, newest first.',
    params: OneArticle,
    query: PageQuery,
    reply: pageOf(RevisionCard),
  },
  'GET /api/articles/{id}/revisions/{revision}': {
    access: 'reader',
    says: 'One earlier text, whole.',
    params: OneArticle.extend({ revision: Id }),
    reply: Revision,
  },
  'POST /api/articles/{id}/revisions/{revision}/restore': {
    access: 'reader',
    says: 'Takes an earlier text as the working copy. What it replaces is kept as a revision.',
    params: OneArticle.extend({ revision: Id }),
    body: z.object({ version: z.int().min(1) }),
    reply: Article,
  },
  'GET /api/articles/{id}/notes': {
    access: 'reader',
    says: 'What reviewers noted.',
    params: OneArticle,
    reply: z.array(ReviewNote),
  },
  'POST /api/articles/{id}/notes': {
    access: 'reader',
    says: 'Notes something about a passage; for editors and those who write it.',
    params: OneArticle,
    body: z.object({ quote: z.string().max(1000).default(''), text: Note.min(1) }),
    reply: ReviewNote,
  },
  'PATCH /api/articles/{id}/notes/{note}': {
    access: 'reader',
    says: 'Marks a note as dealt with, or not.',
    params: OneArticle.extend({ note: Id }),
    body: z.object({ resolved: z.boolean() }),
    reply: ReviewNote,
  },
  'DELETE /api/articles/{id}/notes/{note}': {
    access: 'reader',
    says: 'Deletes a note of one’s own.',
    params: OneArticle.extend({ note: Id }),
    reply: z.object({ deleted: z.literal(true) }),
  },
  'GET /api/articles/{id}/links': {
    access: 'reader',
    says: 'The links by which others may read it before it is published.',
    params: OneArticle,
    reply: z.array(ShareLink),
  },
  'POST /api/articles/{id}/links': {
    access: 'reader',
    says: 'Makes such a link. Its key is told this once.',
    params: OneArticle,
    body: z.object({ days: z.int().min(1).max(365).default(14) }),
    reply: ShareLink.extend({ key: z.string() }),
  },
  'DELETE /api/articles/{id}/links/{link}': {
    access: 'reader',
    says: 'Ends a link at once.',
    params: OneArticle.extend({ link: Id }),
    reply: z.object({ deleted: z.literal(true) }),
  },
  'GET /api/previews/{ref}': {
    access: 'anyone',
    says: 'An article before it is published: for those who write it, editors, and whoever holds the key of a link.',
    params: z.object({ ref: Ref }),
    query: z.object({ key: z.string().max(100).optional() }),
    reply: Preview,
  },
  'GET /api/templates': {
    access: 'reader',
    says: 'What a new article can start from.',
    reply: z.array(Template),
  },
  'POST /api/templates': {
    access: 'editor',
    says: 'Adds a template or a prompt.',
    body: TemplateFields,
    bytes: DOCUMENT_REQUEST_BYTES,
    reply: Template,
  },
  'PUT /api/templates/{id}': {
    access: 'editor',
    says: 'Changes one.',
    params: OneArticle,
    body: TemplateFields,
    bytes: DOCUMENT_REQUEST_BYTES,
    reply: Template,
  },
  'PUT /api/templates/order': {
    access: 'editor',
    says: 'Puts them into an order.',
    body: z.object({ ids: z.array(Id).max(200) }),
    reply: z.array(Template),
  },
  'DELETE /api/templates/{id}': {
    access: 'editor',
    says: 'Deletes one. What was begun from it stays.',
    params: OneArticle,
    reply: z.object({ deleted: z.literal(true) }),
  },
} satisfies EndpointTable
