import { mailSubjects } from '#contract/notifications/mail-subjects.ts'
import type { MailKind } from '#contract/notifications/notifications.ts'
import { toNextUrl } from '#server/identity/next-address.ts'
import { escapeHtml, mailButton, mailPage } from '#server/platform/mail-layout.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { type NotificationContent, truncate, getExcerpt, summarize } from './summary.ts'

const MAX_SUBJECT_LENGTH = 140

type NotificationMail = {
  /** The name of the site. */
  name: string
  daily: boolean
  notifications: NotificationContent[]
  /** Number of notifications left out. */
  more: number
  /** Tokens of the unsubscribe links. Null when the mail covers several kinds. */
  unsubscribe: { kind: MailKind; token: string } | null
  unsubscribeAll: string
}

export function renderNotificationMail(site: SiteConfig, mail: NotificationMail) {
  const at = (path: string) => toNextUrl(site, path) ?? site.origin + site.base
  const items = mail.notifications.map((notification) => ({
    text: summarize(notification),
    excerpt: getExcerpt(notification),
    link: at(notification.path),
  }))
  const all = { text: `And ${mail.more} more`, link: at('/user/notifications') }
  const subject = subjectOf(mail)
  const lead = mail.daily ? `Here’s what happened on ${mail.name} since yesterday:` : `New on ${mail.name}:`
  const footer = renderFooter(mail, at)
  return { subject, text: plain(), html: html() }

  function plain() {
    const list = items.map(({ text, excerpt, link }) => `${text}\n${excerpt === null ? '' : `“${excerpt}”\n`}${link}\n`)
    const rest = mail.more > 0 ? `\n${all.text}:\n${all.link}\n` : ''
    return `${lead}\n\n${list.join('\n')}${rest}${footer.text}`
  }

  function html() {
    const list = items.map(({ text, excerpt, link }) => {
      const quote = excerpt === null ? '' : `<br><span style="color:#4b5563">“${escapeHtml(excerpt)}”</span>`
      return `<li dir="auto" style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="color:#166534">${escapeHtml(text)}</a>${quote}</li>`
    })
    const rest = mail.more > 0 ? all.text : 'See all notifications'
    const body = `<p>${escapeHtml(lead)}</p><ul style="list-style:none;margin:0;padding:0">
${list.join('\n')}</ul>
<p style="margin:28px 0"><a href="${escapeHtml(all.link)}" style="${mailButton}">${rest}</a></p>
${footer.html}`
    return mailPage({ subject, name: mail.name, body })
  }
}

function subjectOf({ notifications, more, daily, name }: NotificationMail) {
  const [first] = notifications
  const others = notifications.length + more - 1
  const summary = first ? summarize(first) : ''
  const whole = others > 0 ? `${summary}, and ${others} more` : summary
  return truncate(daily ? `Your daily update from ${name}: ${whole}` : whole, MAX_SUBJECT_LENGTH)
}

type Unsubscribing = Pick<NotificationMail, 'unsubscribe' | 'unsubscribeAll'>

/** The links that end mail and change what is mailed. */
export function renderFooter({ unsubscribe, unsubscribeAll }: Unsubscribing, at: (path: `/${string}`) => string) {
  const one = unsubscribe && {
    text: `Unsubscribe from emails about ${mailSubjects[unsubscribe.kind]}`,
    link: at(`/unsubscribe/${unsubscribe.token}`),
  }
  const links = [
    ...(one ? [one] : []),
    { text: 'Unsubscribe from all notification emails', link: at(`/unsubscribe/${unsubscribeAll}`) },
    { text: 'Manage email preferences', link: at('/user/notifications?show=preferences') },
  ]
  const anchors = links.map(
    ({ text, link }) => `<a href="${escapeHtml(link)}" style="color:#4b5563">${escapeHtml(text)}</a>`,
  )
  return {
    text: `\n-- \n${links.map(({ text, link }) => `${text}:\n${link}\n`).join('')}`,
    html: `<p style="color:#4b5563;font-size:13px">${anchors.join('<br>')}</p>`,
  }
}
