import type { SourceName } from '#contract/analytics/analytics.ts'

/** The sites of each group, by domain. A domain includes its subdomains. A name without a dot stands for every top-level domain. */
const groups: Record<'search' | 'social' | 'mail' | 'assistant', readonly string[]> = {
  search: [
    'google',
    'bing.com',
    'duckduckgo.com',
    'yahoo',
    'yandex',
    'ya.ru',
    'baidu.com',
    'ecosia.org',
    'qwant.com',
    'startpage.com',
    'search.brave.com',
    'kagi.com',
    'mojeek.com',
    'naver.com',
    'daum.net',
    'seznam.cz',
    'sogou.com',
    'so.com',
    'ask.com',
    'aol.com',
    'metager.org',
    'swisscows.com',
    'presearch.com',
    'dogpile.com',
    'searx.be',
    'coccoc.com',
    'petalsearch.com',
    'lycos.com',
    'rambler.ru',
    'search.marginalia.nu',
  ],
  social: [
    'facebook.com',
    'fb.com',
    'messenger.com',
    'instagram.com',
    'threads.net',
    'threads.com',
    'twitter.com',
    'x.com',
    't.co',
    'linkedin.com',
    'lnkd.in',
    'reddit.com',
    'redd.it',
    'pinterest',
    'pin.it',
    'youtube.com',
    'youtu.be',
    'tiktok.com',
    'snapchat.com',
    'tumblr.com',
    'vk.com',
    'ok.ru',
    'weibo.com',
    'weixin.qq.com',
    'telegram.org',
    't.me',
    'whatsapp.com',
    'wa.me',
    'discord.com',
    'discord.gg',
    'slack.com',
    'news.ycombinator.com',
    'lobste.rs',
    'lemmy.world',
    'quora.com',
    'medium.com',
    'substack.com',
    'bsky.app',
    'mastodon.social',
    'mastodon.online',
    'mstdn.social',
    'fosstodon.org',
    'hachyderm.io',
    'mas.to',
    'infosec.exchange',
    'chaos.social',
    'xing.com',
    'line.me',
    'nextdoor.com',
    'flipboard.com',
    'pocket.com',
    'getpocket.com',
    'digg.com',
    'twitch.tv',
    'vimeo.com',
    'flickr.com',
    'meetup.com',
    'github.com',
  ],
  mail: [
    'mail.google.com',
    'mail.yahoo',
    'outlook.live.com',
    'outlook.office.com',
    'outlook.office365.com',
    'mail.aol.com',
    'mail.proton.me',
    'mail.protonmail.com',
    'webmail',
    'mail.ru',
    'mail.yandex',
    'mail.zoho.com',
    'app.fastmail.com',
    'navigator.gmx.net',
    'web.de',
    'mail.com',
    'mailchi.mp',
    'list-manage.com',
    'app.hey.com',
    'tuta.com',
  ],
  assistant: [
    'chatgpt.com',
    'chat.openai.com',
    'perplexity.ai',
    'claude.ai',
    'gemini.google.com',
    'copilot.microsoft.com',
    'chat.mistral.ai',
    'you.com',
    'phind.com',
    'poe.com',
    'grok.com',
    'chat.deepseek.com',
    'meta.ai',
  ],
}

/** Apps that name themselves as `android-app://…`, of which the host is the package. */
const apps: Record<string, SourceName> = {
  'com.google.android.gm': 'mail',
  'com.google.android.googlequicksearchbox': 'search',
  'com.twitter.android': 'social',
  'com.linkedin.android': 'social',
  'com.reddit.frontpage': 'social',
  'org.telegram.messenger': 'social',
}

const byDomain = new Map<string, SourceName>(Object.entries(apps))
for (const name of ['search', 'social', 'mail', 'assistant'] as const)
  for (const domain of groups[name]) byDomain.set(domain, name)

const MAIL_MEDIUM = /^(e-?mail|newsletter)$/i
const MAX_LENGTH = 100

type Given = {
  referrer?: string | undefined
  utm?: { source?: string | undefined; medium?: string | undefined; campaign?: string | undefined } | undefined
}
export type Source = { source: SourceName; referrer: string; campaign: string }

/** Where a reader came from. The labels of a campaign count more than the referrer, which mail programs and apps hide. */
export function sourceOf({ referrer = '', utm }: Given, ownHosts: ReadonlySet<string>): Source {
  const host = normalizeHost(referrer)
  const campaign = clean(utm?.campaign || utm?.source || '')
  if (utm?.source || utm?.campaign) {
    const name = clean(utm.source ?? '').toLowerCase()
    if (MAIL_MEDIUM.test(utm.medium?.trim() ?? '')) return { source: 'mail', referrer: name || host, campaign }
    return { source: 'campaign', referrer: name || host, campaign }
  }
  if (host === '') return { source: 'direct', referrer: '', campaign }
  if (ownHosts.has(host)) return { source: 'internal', referrer: '', campaign }
  return { source: groupOf(host), referrer: host, campaign }
}

function groupOf(host: string): SourceName {
  const labels = host.split('.')
  // The longest match wins: mail.google.com is mail, and www.google.de is search.
  for (let from = 0; from < labels.length; from += 1) {
    const found = byDomain.get(labels.slice(from).join('.'))
    if (found) return found
    // google.co.uk, mail.yahoo.com and webmail.example.org.
    for (let until = labels.length - 1; until > from && until >= labels.length - 2; until -= 1) {
      const anywhere = byDomain.get(labels.slice(from, until).join('.'))
      if (anywhere) return anywhere
    }
  }
  return labels[0] === 'webmail' ? 'mail' : 'link'
}

function normalizeHost(host: string) {
  return clean(host)
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
}

function clean(text: string) {
  return text.trim().replace(/\s+/g, ' ').slice(0, MAX_LENGTH)
}
