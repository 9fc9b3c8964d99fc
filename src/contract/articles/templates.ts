import { z } from 'zod'
import { DOCUMENT_REQUEST_BYTES, Document } from '#contract/document/document.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id } from '#contract/shapes.ts'
import { OneArticle } from './articles.ts'

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

export const templateEndpoints = {
  'GET /api/templates': {
    access: 'reader',
    scope: 'stories:read',
    says: 'Lists the templates and prompts for new articles.',
    reply: z.array(Template),
  },
  'POST /api/templates': {
    access: 'editor',
    scope: 'stories:write',
    says: 'Creates a template or prompt.',
    body: TemplateFields,
    bodyBytes: DOCUMENT_REQUEST_BYTES,
    reply: Template,
  },
  'PUT /api/templates/{id}': {
    access: 'editor',
    scope: 'stories:write',
    says: 'Updates a template or prompt.',
    params: OneArticle,
    body: TemplateFields,
    bodyBytes: DOCUMENT_REQUEST_BYTES,
    reply: Template,
  },
  'PUT /api/templates/order': {
    access: 'editor',
    scope: 'stories:write',
    says: 'Reorders templates.',
    body: z.object({ ids: z.array(Id).max(200) }),
    reply: z.array(Template),
  },
  'DELETE /api/templates/{id}': {
    access: 'editor',
    scope: 'stories:write',
    says: 'Deletes a template or prompt. Articles created from it stay.',
    params: OneArticle,
    reply: z.object({ deleted: z.literal(true) }),
  },
} satisfies EndpointTable
