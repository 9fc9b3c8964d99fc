import type { SiteConfig } from '#server/platform/site-config.ts'

/** Null for anything but a path on this site, to prevent open redirects. */
export function toNextUrl({ origin, base, mode }: SiteConfig, next: string | undefined): string | null {
  if (!next || !/^\/(?![/\\])/.test(next)) return null
  return mode === 'hash' ? `${origin}${base}#${next}` : `${origin}${base}${next.slice(1)}`
}
