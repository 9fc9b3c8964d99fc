import { z } from 'zod'
import { Document } from '#contract/document/document.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id, PageQuery, pageOf } from '#contract/shapes.ts'
import { Actor, Article, OneArticle } from './articles.ts'

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

export const revisionEndpoints = {
  'GET /api/articles/{id}/revisions': {
    access: 'reader',
    scope: 'stories:read',
    says: 'Lists revisions, newest first.',
    params: OneArticle,
    query: PageQuery,
    reply: pageOf(RevisionCard),
  },
  'GET /api/articles/{id}/revisions/{revision}': {
    access: 'reader',
    scope: 'stories:read',
    says: 'Returns a revision with its full text.',
    params: OneArticle.extend({ revision: Id }),
    reply: Revision,
  },
  'POST /api/articles/{id}/revisions/{revision}/restore': {
    access: 'reader',
    scope: 'stories:write',
    says: 'Replaces the working copy with a revision. The replaced text is saved as a revision.',
    params: OneArticle.extend({ revision: Id }),
    body: z.object({ version: z.int().min(1) }),
    reply: Article,
  },
} satisfies EndpointTable
