import type { Site } from '#contract/settings/site.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { urlOf } from './site-urls.ts'

/** Paths without content for search engines. */
const DISALLOWED = [
  '/api/',
  '/v0/',
  '/v1/',
  '/admin',
  '/auth/',
  '/articles',
  '/library',
  '/migrate',
  '/preview/',
  '/search?',
  '/offline',
  '/debug-analytics',
  '/user/account',
  '/user/bookmarks',
  '/user/new/',
  '/user/notifications',
  '/*/_payload.json',
]

/** Social cards and feeds stay allowed. */
export function robotsText(site: SiteConfig, { switchedOff }: Pick<Site, 'switchedOff'>) {
  if (switchedOff.includes('indexing')) return `User-agent: *\nDisallow: ${site.base}\n`
  const rules = DISALLOWED.map((path) => `Disallow: ${site.base}${path.slice(1)}`)
  return `${['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${urlOf(site, 'sitemap.xml')}`].join('\n')}\n`
}
