import { z } from 'zod'
import { DateFilter, adminListQuery } from '#contract/admin-list.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id, pageOf } from '#contract/shapes.ts'
import { mailStates } from './mail-states.ts'

/** A mail as admins see it. Links and codes are included only when no mail server is configured. */
export const Mail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  link: z.string().nullable(),
  code: z.string().nullable(),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
})
export type Mail = z.infer<typeof Mail>

/** A mail with its text, without links and codes when a mail server is configured. */
export const MailDetail = Mail.extend({
  /** Null when the text was deleted after delivery. */
  content: z.object({ text: z.string(), html: z.string() }).nullable(),
  /** Whether links and codes were removed from the text. */
  redacted: z.boolean(),
  /** Why it cannot be sent again, or null when it can. */
  cannotSend: z.string().nullable(),
})
export type MailDetail = z.infer<typeof MailDetail>

export const mailSorts = ['created'] as const

export const mailEndpoints = {
  'GET /api/admin/mail': {
    access: 'admin',
    says: 'Lists mail, newest first. `q` is the address of the recipient or its beginning.',
    query: adminListQuery(mailSorts).extend({
      kind: z.string().max(60).optional(),
      state: z.enum(mailStates).optional(),
      from: DateFilter,
      to: DateFilter,
    }),
    reply: pageOf(Mail),
  },
  'GET /api/admin/mail/summary': {
    access: 'admin',
    says: 'The kinds of mail that occur, and whether a mail server is configured.',
    reply: z.object({ kinds: z.array(z.string()), server: z.string().nullable() }),
  },
  'GET /api/admin/mail/{id}': {
    access: 'admin',
    says: 'Returns a mail with its text.',
    params: z.object({ id: Id }),
    reply: MailDetail,
  },
  'POST /api/admin/mail/send': {
    access: 'admin',
    says: 'Retries mail that was not delivered, and sends copies of delivered mail. Replies for each.',
    body: z.object({ ids: z.array(Id).min(1).max(100) }),
    reply: z.array(
      z.object({ id: z.string(), refused: z.object({ code: z.string(), message: z.string() }).nullable() }),
    ),
  },
} satisfies EndpointTable
