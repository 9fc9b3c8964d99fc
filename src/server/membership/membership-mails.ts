import { absoluteUrl } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { escapeHtml, mailButton, mailPage } from '#server/platform/mail-layout.ts'
import { queueMail } from '#server/platform/mail.ts'
import { getSite } from '#server/settings/site.ts'

type GiftMail = { to: string; recipientName: string; by: string; message: string; months: number; code: string }

/** Call in the transaction that creates the code. */
export async function mailGiftCode(tx: Ctx, { to, recipientName, by, message, months, code }: GiftMail) {
  const { name } = await getSite(tx)
  const link = absoluteUrl(tx.site, `/membership?gift=${encodeURIComponent(code)}`)
  const subject = `${by} gave you a membership of ${name}`
  const greeting = recipientName ? `Hello ${recipientName},` : 'Hello,'
  const lead = `${by} gave you ${describeMonths(months)} of membership of ${name}. Members read every story.`
  const after = 'The code works once and costs nothing. You need an account to redeem it.'
  const quote = message ? `“${message}”\n\n` : ''
  const text = `${greeting}\n\n${lead}\n\n${quote}Your code: ${code}\n\nRedeem your gift:\n${link}\n\n${after}\n`
  const body = `<p dir="auto">${escapeHtml(greeting)}</p><p>${escapeHtml(lead)}</p>
${message ? `<blockquote dir="auto" style="margin:20px 0;padding-inline-start:16px;border-inline-start:3px solid #15803d;white-space:pre-line">${escapeHtml(message)}</blockquote>` : ''}
<p style="margin:24px 0;font-family:ui-monospace,monospace;font-size:20px;letter-spacing:1px">${code}</p>
<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="${mailButton}">Redeem your gift</a></p>
<p style="color:#4b5563;font-size:14px">${after}</p>`
  await queueMail(tx, { kind: 'gift', to, subject, text, html: mailPage({ subject, name, body }), link, code })
}

/** Call in the transaction that creates the invitation. */
export async function mailSeatInvitation(tx: Ctx, { to, by, token }: { to: string; by: string; token: string }) {
  const { name } = await getSite(tx)
  const link = absoluteUrl(tx.site, `/membership?seat=${token}`)
  const subject = `${by} invites you to a membership of ${name}`
  const lead = `${by} pays for a group membership of ${name} and offers you a seat. Members read every story.`
  const action = 'Accept the invitation'
  const after = 'You pay nothing. If you didn’t expect this, you can ignore this email.'
  const body = `<p>${escapeHtml(lead)}</p>
<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="${mailButton}">${action}</a></p>
<p style="color:#4b5563;font-size:14px">${after}</p>
<p style="color:#4b5563;font-size:13px;word-break:break-all">${escapeHtml(link)}</p>`
  const text = `${lead}\n\n${action}:\n${link}\n\n${after}\n`
  await queueMail(tx, { kind: 'seat', to, subject, text, html: mailPage({ subject, name, body }), link })
}

function describeMonths(months: number) {
  if (months % 12 === 0) return months === 12 ? 'a year' : `${months / 12} years`
  return months === 1 ? 'a month' : `${months} months`
}
