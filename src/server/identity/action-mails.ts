import type { Role } from '#contract/endpoint.ts'
import type { ActionKind } from '#contract/identity/identity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { escapeHtml, mailButton, mailPage } from '#server/platform/mail-layout.ts'
import { type NewMail, queueMail } from '#server/platform/mail.ts'
import { getSite } from '#server/settings/site.ts'

type Content = { subject: string; lead: string; action: string; after: string }

/** `name` is the site's. */
const contents: Record<ActionKind, (name: string, newEmail: string | null) => Content> = {
  'verify': (name) => ({
    subject: `Confirm your email for ${name}`,
    lead: `Welcome to ${name}. Please confirm your email address.`,
    action: 'Confirm email',
    after: 'This link expires in 24 hours. If you didn’t sign up, you can ignore this email.',
  }),
  'reset': (name) => ({
    subject: `Reset your password for ${name}`,
    lead: `We received a request to reset your password for ${name}.`,
    action: 'Reset password',
    after:
      'This link expires in 1 hour. If you didn’t request this, you can ignore this email. Your password won’t change.',
  }),
  'sign-in': (name) => ({
    subject: `Your sign-in link for ${name}`,
    lead: `Use this link to sign in to ${name} without a password.`,
    action: 'Sign in',
    after: 'This link expires in 24 hours and can be used once. If you didn’t request it, you can ignore this email.',
  }),
  'change': (name) => ({
    subject: `Confirm your new email for ${name}`,
    lead: `You asked to use this email address for your ${name} account.`,
    action: 'Confirm new email',
    after: 'This link expires in 24 hours. If you didn’t request this, you can ignore this email.',
  }),
  'recover': (name, newEmail) => ({
    subject: `Your email on ${name} was changed`,
    lead: `The email address of your ${name} account was changed to ${newEmail}.`,
    action: 'Undo this change',
    after: 'If you made this change, you don’t need to do anything. This link expires in 24 hours.',
  }),
}

type ActionMail = { kind: ActionKind; to: string; newEmail: string | null; link: string; code: string }

/** Call inside the transaction that creates the code. */
export async function mailCode(ctx: Ctx, { kind, to, newEmail, link, code }: ActionMail) {
  const { name } = await getSite(ctx)
  const { subject, lead, action, after } = contents[kind](name, newEmail)
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

const roleNames: Record<Role, string> = {
  reader: 'a reader',
  author: 'an author',
  editor: 'an editor',
  admin: 'an admin',
}

/** Call inside the transaction that creates the invitation. */
export async function mailInvitation(
  ctx: Ctx,
  { to, role, by, link }: { to: string; role: Role; by: string; link: string },
) {
  const { name } = await getSite(ctx)
  const content = {
    subject: `You’re invited to ${name}`,
    lead: `${by} invites you to join ${name} as ${roleNames[role]}.`,
    action: 'Accept the invitation',
    after: 'This link expires in 7 days. If you didn’t expect it, you can ignore this email.',
  }
  const { subject, lead, action, after } = content
  await queueMail(ctx, {
    kind: 'invitation',
    to,
    subject,
    text: `${lead}\n\n${action}:\n${link}\n\n${after}\n`,
    html: html({ ...content, link, name }),
    link,
  })
}

function html({ subject, lead, action, after, link, name }: Content & { link: string; name: string }) {
  return mailPage({
    subject,
    name,
    body: `<p>${escapeHtml(lead)}</p><p style="margin:28px 0"><a href="${escapeHtml(link)}" style="${mailButton}">${escapeHtml(action)}</a></p>
<p style="color:#4b5563;font-size:14px">${escapeHtml(after)}</p>
<p style="color:#4b5563;font-size:13px;word-break:break-all">${escapeHtml(link)}</p>`,
  })
}
