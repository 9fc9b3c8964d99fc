import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { MailTest, WrittenMailServer } from '#contract/mail/mail-server.ts'
import type { Viewer } from '#contract/viewer.ts'
import { findAccountByUid } from '#server/identity/find-accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { codeOf } from '#server/platform/errors.ts'
import { escapeHtml, mailPage } from '#server/platform/mail-layout.ts'
import type { MailEnvironment } from '#server/platform/mail.ts'
import { getSite } from '#server/settings/site.ts'
import { recordAudit } from '#server/audit/record.ts'
import { hostOf, mergeMailConfig, passwordAfter, readMailServer } from './mail-server.ts'

const TIMEOUT_MS = 15 * SECOND_MS
const MAX_ANSWER = 1000

/** Sends now, not through the queue, with values that need not be saved yet. A failure is the result, not an error. */
export async function testMailServer(
  ctx: Ctx<Viewer>,
  written: WrittenMailServer,
  environment: MailEnvironment,
): Promise<MailTest> {
  const to = (await findAccountByUid(ctx.db, ctx.viewer.uid))?.email
  if (!to)
    throw new Refusal('wrong-state', { message: 'Your account has no email address. Add one in your account first.' })
  const stored = await readMailServer(ctx)
  // Nothing of the form counts for a server of the environment.
  const password = environment.url === null ? passwordAfter(stored, written) : null
  const config = mergeMailConfig(environment, { ...written, password })
  if (config.kind === 'stored')
    throw new Refusal('invalid', { issues: [{ path: ['body', 'host'], message: 'Enter the host of a mail server.' }] })
  const { name } = await getSite(ctx)
  const subject = `Test mail from ${name}`
  const line = `This is a test mail from ${name}. The mail server works.`
  const content = { subject, text: `${line}\n`, html: mailPage({ subject, name, body: `<p>${escapeHtml(line)}</p>` }) }
  const result = await send(config, { to, ...content })
  const hidden = password ? { ...result, answer: result.answer?.replaceAll(password, '…') ?? null } : result
  await recordAudit(ctx, {
    action: 'mail-settings.tested',
    target: { kind: 'setting', id: 'mail-server' },
    after: { server: hostOf(config), delivered: result.ok },
  })
  return hidden
}

type Content = { to: string; subject: string; text: string; html: string }

async function send({ url, from }: { url: string; from: string }, content: Content): Promise<MailTest> {
  const { createTransport } = await import('nodemailer')
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url, ...limits, dnsTimeout: TIMEOUT_MS })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' })), TIMEOUT_MS)
  })
  try {
    const { response } = await Promise.race([transport.sendMail({ from, ...content }), late])
    return {
      ok: true,
      says: `The mail server accepted the test mail to ${content.to}.`,
      answer: cut(response),
      advice: 'Check your inbox. If it does not arrive within a few minutes, look in the spam folder.',
    }
  } catch (error) {
    return { ok: false, ...explain(error) }
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

type Explained = Omit<MailTest, 'ok'>

/** In plain words, with the exact answer of the server or error of the connection. */
function explain(error: unknown): Explained {
  const message = error instanceof Error ? error.message : String(error)
  const { response, code, responseCode } = detailsOf(error)
  const answer = cut(response ?? message)
  const report = (says: string, advice: string): Explained => ({ says, answer, advice })
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN|ENODATA/.test(message))
    return report('The host name was not found.', 'Check the spelling of the host.')
  if (/ECONNREFUSED/.test(message))
    return report('The server refused the connection.', 'Check the port, and whether a firewall blocks it.')
  if (code === 'ETIMEDOUT' || /ETIMEDOUT|timeout|Timeout/.test(message)) {
    const advice = 'Check the host, the port and the encryption. Many hosting providers block port 25; use 587 or 465.'
    return report(`The server did not answer within ${TIMEOUT_MS / SECOND_MS} seconds.`, advice)
  }
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return report(
      'The server did not accept the user name and password.',
      'Check both. Some services need an app password or an API key instead of your own password.',
    )
  if (/wrong version number|packet length too long/i.test(message))
    return report(
      'The server does not use TLS from the start on this port.',
      'Choose STARTTLS, or the port for TLS, which is usually 465.',
    )
  if (code === 'ETLS' || /STARTTLS/i.test(message))
    return report('The server does not offer STARTTLS.', 'Choose TLS from the start with port 465, or no encryption.')
  if (/certificate|self[- ]signed|altnames|CERT/i.test(message))
    return report(
      'The TLS certificate of the server is not valid.',
      'Use the host name that the certificate is issued for, or renew the certificate.',
    )
  if (code === 'EENVELOPE')
    return report(
      'The server refused the sender or the recipient.',
      'Use a sender address that this server may send from, then try again.',
    )
  if (responseCode !== null || code === 'EMESSAGE')
    return report('The server refused the mail.', 'Read its answer, or ask the provider of the server what it means.')
  if (/Greeting never received|closed|ECONNRESET|EPIPE/i.test(message))
    return report('The server closed the connection.', 'Check the port and the encryption.')
  return report('The mail could not be sent.', 'Check the host, the port and the encryption.')
}

function detailsOf(error: unknown) {
  const { response, responseCode }: { response?: unknown; responseCode?: unknown } =
    typeof error === 'object' && error !== null ? error : {}
  return {
    code: codeOf(error),
    response: typeof response === 'string' ? response : null,
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  }
}

const cut = (text: string) => text.slice(0, MAX_ANSWER)
