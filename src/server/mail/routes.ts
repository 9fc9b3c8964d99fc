import type { Serve } from '#server/platform/api.ts'
import type { MailConfig } from '#server/platform/mail.ts'
import { getMail, getMailSummary, listMail } from './list.ts'
import { sendMailsAgain } from './send-again.ts'

export function mailRoutes(serve: Serve, config: MailConfig) {
  serve('GET /api/admin/mail', (ctx, { query }) => listMail(ctx, query, config))
  serve('GET /api/admin/mail/summary', (ctx) => getMailSummary(ctx, config))
  serve('GET /api/admin/mail/{id}', (ctx, { params }) => getMail(ctx, params.id, config))
  serve('POST /api/admin/mail/send', (ctx, { body }) => sendMailsAgain(ctx, body.ids, config))
}
