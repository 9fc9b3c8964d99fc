import type { Mail, MailDetail } from '#contract/mail/mail.ts'
import { Refusal } from '#contract/errors.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type MailConfig, decryptMail } from '#server/platform/mail.ts'
import { distinctValues } from '#server/platform/distinct-values.ts'
import { hostOf } from './mail-server.ts'
import { presentMail } from './present.ts'
import { type MailQuery, mailById, mailPage, stateOf } from './queries.ts'
import { previewHtml, redactMail } from './redact.ts'
import { reasonNotToSend } from './send-again.ts'

type Needs = Pick<Ctx, 'db' | 'vault' | 'now'>

export async function listMail(ctx: Needs, asked: MailQuery, config: MailConfig): Promise<PageOf<Mail>> {
  const situation = { now: ctx.now(), hasServer: config.kind === 'smtp' }
  const { shown, next } = await mailPage(ctx.db, asked, situation)
  return { items: shown.map((row) => presentMail(decryptMail(ctx.vault, row), situation)), next }
}

export async function getMail(ctx: Needs, id: string, config: MailConfig): Promise<MailDetail> {
  const row = await mailById(ctx.db, id)
  if (!row) throw new Refusal('not-found')
  const situation = { now: ctx.now(), hasServer: config.kind === 'smtp' }
  const mail = decryptMail(ctx.vault, row)
  const content = mail.text === null || mail.html === null ? null : { text: mail.text, html: mail.html }
  const shown = content && (situation.hasServer ? redactMail(content, mail) : content)
  return {
    ...presentMail(mail, situation),
    content: shown && { ...shown, html: previewHtml(shown.html) },
    redacted: situation.hasServer && content !== null,
    cannotSend: await reasonNotToSend(ctx, { ...mail, state: stateOf(mail, situation) }, config),
  }
}

export async function getMailSummary({ db }: Pick<Ctx, 'db'>, config: MailConfig) {
  return { kinds: await distinctValues(db, 'mail', 'kind'), server: hostOf(config) }
}
