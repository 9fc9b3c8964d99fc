import type { SiteConfig } from '#server/platform/site-config.ts'

/** The address of a path of this site, or null: a link must not lead anywhere else. */
export function nextAddress({ origin, base, mode }: SiteConfig, next: string | undefined): string | null {
  if (!next || !/^\/(?![/\\])/.test(next)) return null
  return mode === 'hash' ? `${origin}${base}#${next}` : `${origin}${base}${next.slice(1)}`
}
