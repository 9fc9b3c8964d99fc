import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

type Site = Pick<Ctx, 'identity' | 'site'>

/**
 * Whether a page may use this site's sign-in: our exact origin, and over https the configured domains with their
 * subdomains. Another port or a subdomain of our own host may belong to someone else.
 */
export function isAuthorizedPage({ identity, site }: Site, page: URL) {
  if (page.origin === site.origin) return true
  const own = new URL(site.origin).hostname
  if (loopback.has(page.hostname)) return loopback.has(own) || identity.authorizedDomains.includes(page.hostname)
  if (page.protocol !== 'https:') return false
  return identity.authorizedDomains.some(
    (domain) => domain !== own && (page.hostname === domain || page.hostname.endsWith(`.${domain}`)),
  )
}

export function isAuthorizedOrigin(site: Site, origin: string | null | undefined): origin is string {
  return origin !== null && origin !== undefined && URL.canParse(origin) && isAuthorizedPage(site, new URL(origin))
}

/** Refuses a malformed URL, and a page that may not use this site's sign-in. */
export function validateContinueUrl(ctx: Site, address: string | null | undefined): string | null {
  if (!address) return null
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new Refusal('invalid-continue-uri')
  if (!isAuthorizedPage(ctx, url)) throw new Refusal('unauthorized-continue-uri')
  return url.href
}

/** The path of a URL on this site; null for any other origin. */
export function pathOnSite(site: SiteConfig, address: string): string | null {
  const url = new URL(address)
  return url.origin === site.origin ? url.pathname + url.search + url.hash : null
}
