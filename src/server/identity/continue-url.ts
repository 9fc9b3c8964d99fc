import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'

/** Whether a host, or one that it is below, may use the sign-in of this site. */
export function isAuthorized({ identity }: Pick<Ctx, 'identity'>, hostname: string) {
  return identity.authorizedDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}

/** Refuses an address to go on to that is none, or that is not of an authorized domain. */
export function checkContinueUrl(ctx: Pick<Ctx, 'identity'>, address: string | null | undefined): string | null {
  if (!address) return null
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new Refusal('invalid-continue-uri')
  if (!isAuthorized(ctx, url.hostname)) throw new Refusal('unauthorized-continue-uri')
  return url.href
}

/** The path of an address on this very site; null when it is elsewhere. */
export function continueTo(site: SiteConfig, address: string): string | null {
  const url = new URL(address)
  return url.origin === site.origin ? url.pathname + url.search + url.hash : null
}
