import type { MailedKind } from '#contract/identity/identity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { escapeHtml, mailButton, mailPage } from '#server/platform/mail-layout.ts'
import { type NewMail, queueMail } from '#server/platform/mail.ts'
import { getSite } from '#server/settings/site.ts'

type Words = { subject: string; lead: string; action: string; after: string }

/** What each mail says; `name` is the site's. */
const words: Record<MailedKind, (name: string, newEmail: string | null) => Words> = {
  'verify': (name) => ({
    subject: `Confirm your address for ${name}`,
    lead: `Welcome to ${name}. Please confirm that this address is yours.`,
    action: 'Confirm my address',
    after: 'The link is good for a day. If you did not sign up, ignore this mail.',
  }),
  'reset': (name) => ({
    subject: `Choose a new password for ${name}`,
    lead: `Somebody, hopefully you, asked to reset your password on ${name}.`,
    action: 'Choose a new password',
    after: 'The link is good for an hour. If it was not you, ignore this mail: your password stays as it is.',
  }),
  'sign-in': (name) => ({
    subject: `Your link to sign in to ${name}`,
    lead: `Here is your link to sign in to ${name}, without a password.`,
    action: 'Sign in',
    after: 'The link is good for a day and works once. If you did not ask for it, ignore this mail.',
  }),
  'change': (name) => ({
    subject: `Confirm your new address for ${name}`,
    lead: `You asked to use this address on ${name} from now on.`,
    action: 'Use this address',
    after: 'The link is good for a day. If you did not ask for it, ignore this mail.',
  }),
  'recover': (name, newEmail) => ({
    subject: `Your address on ${name} was changed`,
    lead: `The address of your account on ${name} was changed to ${newEmail}.`,
    action: 'This was not me: restore my address',
    after: 'If it was you, there is nothing to do. The link is good for a day.',
  }),
}

type Mailed = { kind: MailedKind; to: string; newEmail: string | null; link: string; code: string }

/** Writes the mail that carries a code, in the transaction that made the code. */
export async function mailCode(ctx: Ctx, { kind, to, newEmail, link, code }: Mailed) {
  const { name } = await getSite(ctx)
  const { subject, lead, action, after } = words[kind](name, newEmail)
  const mail: NewMail = {
    kind,
    to,
    subject,
    text: `${lead}\n\n${action}:\n${link}\n\n${after}\n`,
    html: html({ subject, lead, action, after, link, name }),
    link,
    code,
  }
  await queueMail(ctx, mail)
}

function html({ subject, lead, action, after, link, name }: Words & { link: string; name: string }) {
  return mailPage({
    subject,
    name,
    body: `<p>${escapeHtml(lead)}</p><p style="margin:28px 0"><a href="${escapeHtml(link)}" style="${mailButton}">${escapeHtml(action)}</a></p>
<p style="color:#4b5563;font-size:14px">${escapeHtml(after)}</p>
<p style="color:#4b5563;font-size:13px;word-break:break-all">${escapeHtml(link)}</p>`,
  })
}
