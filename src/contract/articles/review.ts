import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id, Picture, Ref } from '#contract/shapes.ts'
import { Transition, Actor, Article, OneArticle, ContentsItem, NoteText } from './articles.ts'

export const NoteReply = z.object({
  id: z.string(),
  by: Actor.nullable(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  mine: z.boolean(),
})
export type NoteReply = z.infer<typeof NoteReply>

export const ReviewNote = z.object({
  id: z.string(),
  by: Actor.nullable(),
  /** The quoted passage; empty for a note on the whole article. */
  quote: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: Actor.nullable(),
  mine: z.boolean(),
  /** Oldest first. */
  replies: z.array(NoteReply),
})
export type ReviewNote = z.infer<typeof ReviewNote>

export const ShareLink = z.object({
  id: z.string(),
  by: Actor.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type ShareLink = z.infer<typeof ShareLink>

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

export const reviewEndpoints = {
  'GET /api/articles/{id}/notes': {
    access: 'reader',
    scope: 'stories:read',
    says: 'Lists review notes.',
    params: OneArticle,
    reply: z.array(ReviewNote),
  },
  'POST /api/articles/{id}/notes': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Adds a review note, optionally on a passage. For authors and editors.',
    params: OneArticle,
    body: z.object({ quote: z.string().max(1000).default(''), text: NoteText.min(1) }),
    reply: ReviewNote,
  },
  'PATCH /api/articles/{id}/notes/{note}': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Resolves or reopens a note.',
    params: OneArticle.extend({ note: Id }),
    body: z.object({ resolved: z.boolean() }),
    reply: ReviewNote,
  },
  'DELETE /api/articles/{id}/notes/{note}': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Deletes one of your notes. Notes with replies stay on record.',
    params: OneArticle.extend({ note: Id }),
    reply: z.object({ deleted: z.literal(true) }),
  },
  'POST /api/articles/{id}/notes/{note}/replies': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Replies to a note. The client chooses the id, so repeating the request creates no duplicate.',
    params: OneArticle.extend({ note: Id }),
    body: z.object({ id: Id, text: NoteText.min(1) }),
    reply: ReviewNote,
  },
  'DELETE /api/articles/{id}/notes/{note}/replies/{reply}': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Deletes one of your replies.',
    params: OneArticle.extend({ note: Id, reply: Id }),
    reply: ReviewNote,
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
    scope: 'stories:read',
    says: 'Previews the working copy, for authors, editors and holders of a share link key.',
    params: z.object({ ref: Ref }),
    query: z.object({ key: z.string().max(100).optional() }),
    reply: Preview,
  },
} satisfies EndpointTable
