import type { SiteConfig } from '#server/platform/site-config.ts'
import { addressOf } from './home-address.ts'

/** What is of no use to somebody who looks for something to read. */
const NOT_FOR_ROBOTS = [
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

/** Everything may be read but what is listed. Card pictures and feeds are for machines, so they stay open. */
export function robotsText(site: SiteConfig) {
  const rules = NOT_FOR_ROBOTS.map((path) => `Disallow: ${site.base}${path.slice(1)}`)
  return `${['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${addressOf(site, 'sitemap.xml')}`].join('\n')}\n`
}
