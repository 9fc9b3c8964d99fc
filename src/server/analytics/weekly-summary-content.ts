import { describeBerries } from '#contract/rewards/outcomes.ts'
import { absoluteUrl } from '#server/platform/base-url.ts'
import { escapeHtml, mailButton, mailPage } from '#server/platform/mail-layout.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { renderFooter } from '#server/notifications/mail-content.ts'
import { type WeekFigures, weekOf } from './week-figures.ts'

type Summary = WeekFigures & {
  /** The name of the site. */
  name: string
  monday: string
  /** Whether readers can give berries on this site. */
  hasBerries: boolean
  /** Tokens of the unsubscribe links. */
  unsubscribe: string
  unsubscribeAll: string
}

export function renderWeeklySummary(site: SiteConfig, summary: Summary) {
  const { name, monday, totals, stories } = summary
  const at = (path: `/${string}`) => absoluteUrl(site, path)
  const { from, to } = weekOf(monday)
  const all = { text: 'See your figures', link: at(`/articles/analytics?range=custom&from=${from}&to=${to}`) }
  const subject = `Your stories last week: ${count(totals.views, 'view')}`
  const lead = `Your stories on ${name} from ${formatDay(from)} to ${formatDay(to)}:`
  const lines = linesOf(summary)
  const best = stories.map(({ id, title, views, reads }) => ({
    title: title.trim() || 'Untitled',
    figures: `${count(views, 'view')}, ${count(reads, 'read')}`,
    link: at(`/articles/analytics/${id}`),
  }))
  const footer = renderFooter(
    {
      unsubscribe: { kind: 'weekly-summary', token: summary.unsubscribe },
      unsubscribeAll: summary.unsubscribeAll,
    },
    at,
  )
  return { subject, text: plain(), html: html() }

  function plain() {
    const figures = lines.map((line) => `${line}\n`).join('')
    const list = best.map(({ title, figures: text, link }) => `${title}\n${text}\n${link}\n`)
    const viewed = list.length > 0 ? `\nMost viewed:\n\n${list.join('\n')}` : ''
    return `${lead}\n\n${figures}${viewed}\n${all.text}:\n${all.link}\n${footer.text}`
  }

  function html() {
    const figures = lines.map((line) => `<li style="margin:0 0 8px">${escapeHtml(line)}</li>`)
    const list = best.map(
      ({ title, figures: text, link }) =>
        `<li dir="auto" style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="color:#166534">${escapeHtml(title)}</a><br><span style="color:#4b5563">${text}</span></li>`,
    )
    const viewed =
      list.length > 0
        ? `<p>Most viewed:</p><ul style="list-style:none;margin:0;padding:0">
${list.join('\n')}</ul>`
        : ''
    const body = `<p>${escapeHtml(lead)}</p><ul style="list-style:none;margin:0 0 24px;padding:0">
${figures.join('\n')}</ul>
${viewed}
<p style="margin:28px 0"><a href="${escapeHtml(all.link)}" style="${mailButton}">${all.text}</a></p>
${footer.html}`
    return mailPage({ subject, name, body })
  }
}

function linesOf({ totals, totalsBefore, followers, berries, hasBerries }: Summary) {
  const compared = (['views', 'visitors', 'reads'] as const).map(
    (one) => `${count(totals[one], one.slice(0, -1))} (${describeChange(totals[one], totalsBefore[one])})`,
  )
  const gained = followers > 0 ? [count(followers, 'new follower')] : []
  return [...compared, ...gained, ...(hasBerries && berries > 0 ? [describeBerries(berries)] : [])]
}

function describeChange(value: number, before: number) {
  if (value === before) return 'the same as the week before'
  if (before === 0) return 'none the week before'
  const percent = Math.max(1, Math.round((Math.abs(value - before) / before) * 100))
  return `${percent.toLocaleString('en')}% ${value > before ? 'more' : 'less'} than the week before`
}

function count(number: number, unit: string) {
  return `${number.toLocaleString('en')} ${number === 1 ? unit : `${unit}s`}`
}

function formatDay(day: string) {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
}
