import type { Serve } from '#server/platform/api.ts'
import type { MailConfig, MailEnvironment } from '#server/platform/mail.ts'
import { getMail, getMailSummary, listMail } from './list.ts'
import { getMailServer, updateMailServer } from './mail-server.ts'
import { sendMailsAgain } from './send-again.ts'
import { testMailServer } from './test-mail-server.ts'

/** `configOf` returns the mail server in use, which can change at any time. */
export function mailRoutes(serve: Serve, configOf: () => MailConfig, environment: MailEnvironment) {
  serve('GET /api/admin/mail', (ctx, { query }) => listMail(ctx, query, configOf()))
  serve('GET /api/admin/mail/summary', (ctx) => getMailSummary(ctx, configOf()))
  serve('GET /api/admin/mail/{id}', (ctx, { params }) => getMail(ctx, params.id, configOf()))
  serve('POST /api/admin/mail/send', (ctx, { body }) => sendMailsAgain(ctx, body.ids, configOf()))
  serve('GET /api/admin/mail-server', (ctx) => getMailServer(ctx, environment))
  serve('PUT /api/admin/mail-server', (ctx, { body }) => updateMailServer(ctx, body, environment))
  serve('POST /api/admin/mail-server/test', (ctx, { body }) => testMailServer(ctx, body, environment))
}
