import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { PageQuery, pageOf } from '#contract/shapes.ts'
import { ArticleState, Article } from './articles.ts'

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
  lastNote: true,
  savedAt: true,
  scheduledFor: true,
  publishedAt: true,
  featured: true,
  language: true,
  can: true,
}).extend({
  likes: z.int(),
  responses: z.int(),
  /** Of published stories, since they were first published. */
  views: z.int(),
  reads: z.int(),
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

const ArticleCounts = z.record(ArticleState, z.int())

export const deskEndpoints = {
  'GET /api/articles': {
    access: 'reader',
    scope: 'stories:read',
    says: 'Lists your articles in one state, including those you co-author. `q` searches titles and texts and tolerates typos.',
    query: DeskQuery,
    reply: pageOf(DeskItem),
  },
  'GET /api/articles/counts': {
    access: 'reader',
    scope: 'stories:read',
    says: 'Counts your articles by state.',
    reply: ArticleCounts,
  },
} satisfies EndpointTable
