import { subjectsOfMail } from '#contract/notifications/mail-subjects.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { nextAddress } from '#server/identity/next-address.ts'
import { escapeHtml, mailButton, mailPage } from '#server/platform/mail-layout.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { type Line, cut, excerptOf, sentenceOf } from './words.ts'

const MOST_SUBJECT = 140

export type Letter = {
  /** The name of the site. */
  name: string
  daily: boolean
  lines: Line[]
  /** How many there are beside these lines. */
  more: number
  /** The secrets of the links at its foot; without a kind of its own there is only the one for all. */
  unsubscribe: { kind: NotificationKind; token: string } | null
  unsubscribeAll: string
}

/** The words of a mail, as plain text and as HTML that says the same. */
export function wordsOf(site: SiteConfig, letter: Letter) {
  const at = (path: string) => nextAddress(site, path) ?? site.origin + site.base
  const lines = letter.lines.map((line) => ({ says: sentenceOf(line), excerpt: excerptOf(line), link: at(line.path) }))
  const all = { says: `And ${letter.more} more`, link: at('/user/notifications') }
  const subject = subjectOf(letter)
  const lead = letter.daily ? `Since yesterday on ${letter.name}:` : `This just happened on ${letter.name}:`
  const foot = footOf(letter, at)
  return { subject, text: plain(), html: html() }

  function plain() {
    const told = lines.map(({ says, excerpt, link }) => `${says}\n${excerpt === null ? '' : `“${excerpt}”\n`}${link}\n`)
    const rest = letter.more > 0 ? `\n${all.says}:\n${all.link}\n` : ''
    const ways = foot.map(({ says, link }) => `${says}:\n${link}\n`)
    return `${lead}\n\n${told.join('\n')}${rest}\n-- \n${ways.join('')}`
  }

  function html() {
    const told = lines.map(({ says, excerpt, link }) => {
      const quote = excerpt === null ? '' : `<br><span style="color:#4b5563">“${escapeHtml(excerpt)}”</span>`
      return `<li dir="auto" style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="color:#166534">${escapeHtml(says)}</a>${quote}</li>`
    })
    const rest = letter.more > 0 ? all.says : 'See them all'
    const ways = foot.map(
      ({ says, link }) => `<a href="${escapeHtml(link)}" style="color:#4b5563">${escapeHtml(says)}</a>`,
    )
    const body = `<p>${escapeHtml(lead)}</p><ul style="list-style:none;margin:0;padding:0">
${told.join('\n')}</ul>
<p style="margin:28px 0"><a href="${escapeHtml(all.link)}" style="${mailButton}">${rest}</a></p>
<p style="color:#4b5563;font-size:13px">${ways.join('<br>')}</p>`
    return mailPage({ subject, name: letter.name, body })
  }
}

function subjectOf({ lines, more, daily, name }: Letter) {
  const [first] = lines
  const others = lines.length + more - 1
  const says = first ? sentenceOf(first) : ''
  const whole = others > 0 ? `${says}, and ${others} more` : says
  return cut(daily ? `Your day on ${name}: ${whole}` : whole, MOST_SUBJECT)
}

function footOf({ unsubscribe, unsubscribeAll }: Letter, at: (path: string) => string) {
  const one = unsubscribe && {
    says: `No more mail about ${subjectsOfMail[unsubscribe.kind]}`,
    link: at(`/unsubscribe/${unsubscribe.token}`),
  }
  return [
    ...(one ? [one] : []),
    { says: 'No more mail about what happens', link: at(`/unsubscribe/${unsubscribeAll}`) },
    { says: 'Choose what we mail you', link: at('/user/notifications?show=preferences') },
  ]
}
