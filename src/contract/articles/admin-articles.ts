import { z } from 'zod'
import { adminListQuery } from '#contract/admin-list.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id, Ref, pageOf } from '#contract/shapes.ts'
import { Actor, ArticleState } from './articles.ts'
import { DeskItem } from './desk.ts'

/** A row of the list of all articles. */
export const AdminArticle = DeskItem.pick({
  id: true,
  state: true,
  ref: true,
  title: true,
  subtitle: true,
  words: true,
  changed: true,
  updateAsked: true,
  featured: true,
  language: true,
  savedAt: true,
  scheduledFor: true,
  publishedAt: true,
  can: true,
}).extend({
  author: Actor,
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** When the story, or the changes to it, were submitted, while they wait for review. */
  waitingSince: z.iso.datetime().nullable(),
  reviewer: Actor.nullable(),
})
export type AdminArticle = z.infer<typeof AdminArticle>

export const articleSorts = ['saved', 'title', 'words', 'published', 'submitted'] as const

export const adminArticleEndpoints = {
  'GET /api/admin/articles': {
    access: 'editor',
    scope: 'stories:read',
    says: 'Lists articles of all authors. State `in-review` includes published stories with submitted changes. `q` searches titles.',
    query: adminListQuery(articleSorts).extend({
      state: z.enum([...ArticleState.options, 'all']).default('in-review'),
      /** An id or handle. */
      author: Ref.optional(),
      /** A slug. */
      category: Ref.optional(),
      /** Stories in review that are assigned to `me`, to `none`, or to the person with this id or handle. */
      reviewer: Ref.optional(),
    }),
    reply: pageOf(AdminArticle),
  },
  'GET /api/admin/reviewers': {
    access: 'editor',
    scope: 'stories:read',
    says: 'Lists the people that stories can be assigned to: editors and admins whose accounts are active.',
    reply: z.array(Actor),
  },
  'POST /api/admin/articles/reviewer': {
    access: 'editor',
    scope: 'stories:write',
    says: 'Assigns stories in review to an editor or admin, or to no one. Each is done or refused on its own.',
    body: z.object({
      ids: z.array(Id).min(1).max(50),
      reviewer: Id.nullable(),
      /** The reviewer that the caller saw. Stories that have another one by now are refused. */
      was: Id.nullable().optional(),
    }),
    reply: z.array(
      z.object({ id: z.string(), refused: z.object({ code: z.string(), message: z.string() }).nullable() }),
    ),
  },
} satisfies EndpointTable
