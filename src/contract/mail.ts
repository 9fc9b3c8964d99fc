import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { PageQuery, pageOf } from './shapes.ts'

/** A mail as admins see it. Links and codes are included only when no mail server is configured. */
export const Mail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  link: z.string().nullable(),
  code: z.string().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
})
export type Mail = z.infer<typeof Mail>

export const mailEndpoints = {
  'GET /api/admin/mail': {
    access: 'admin',
    says: 'Lists sent mail, newest first. Filter by recipient address.',
    query: PageQuery.extend({ to: z.string().max(320).optional() }),
    reply: pageOf(Mail),
  },
} satisfies EndpointTable
