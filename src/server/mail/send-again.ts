import { Refusal } from '#contract/errors.ts'
import type { MailState } from '#contract/mail/mail-states.ts'
import { recordAudit } from '#server/audit/record.ts'
import { findCode } from '#server/identity/action-codes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type MailConfig, decryptMail, resendMail, retryMail } from '#server/platform/mail.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { mailById, stateOf } from './queries.ts'

type Sendable = { text: string | null; html: string | null; code: string | null; state: MailState }

/** A sentence, or null when it can be sent. */
export async function reasonNotToSend(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { text, html, code, state }: Sendable,
  config: MailConfig,
): Promise<string | null> {
  if (config.kind === 'stored') return 'No mail server is configured. Add one in the mail settings.'
  if (state === 'waiting') return 'This email is waiting to be sent.'
  if (text === null || html === null) {
    return 'Its text was deleted after delivery, because it contained a link that opens an account. Ask the person to request a new one.'
  }
  return code === null ? null : reasonOfCode(ctx, code)
}

async function reasonOfCode(ctx: Pick<Ctx, 'db' | 'now'>, code: string) {
  try {
    await findCode(ctx, code)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'expired-action-code'
      ? 'The link in this email has expired. Ask the person to request a new one.'
      : 'The link in this email was already used or replaced.'
  }
}

/** Retries mail that was not delivered, in place, and sends a copy of mail that was. */
export async function sendMailAgain(ctx: Ctx, id: string, config: MailConfig): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const found = await mailById(tx.db, id)
    if (!found) throw new Refusal('not-found')
    const mail = decryptMail(tx.vault, found)
    const state = stateOf(mail, { now: tx.now(), hasServer: config.kind === 'smtp' })
    const reason = await reasonNotToSend(tx, { ...mail, state }, config)
    if (reason !== null) throw new Refusal('wrong-state', { message: reason })
    if (state === 'delivered') await resendMail(tx, id)
    else await retryMail(tx, id)
    const target = { kind: 'mail', id }
    await recordAudit(tx, { action: 'mail.resent', target, before: { kind: mail.kind, state } })
  })
}

/** Each in its own transaction: a refusal does not stop the others. */
export async function sendMailsAgain(ctx: Ctx, ids: readonly string[], config: MailConfig) {
  const outcomes: { id: string; refused: { code: string; message: string } | null }[] = []
  for (const id of new Set(ids)) {
    try {
      await sendMailAgain(ctx, id, config)
      outcomes.push({ id, refused: null })
    } catch (error) {
      // Reported for this mail; any other error fails the whole request.
      if (!(error instanceof Refusal)) throw error
      outcomes.push({ id, refused: { code: error.code, message: error.message } })
    }
  }
  return outcomes
}
