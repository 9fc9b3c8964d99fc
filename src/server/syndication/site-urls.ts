import type { SiteConfig } from '#server/platform/site-config.ts'

/** The absolute URL of the site, with a trailing slash. */
export function siteUrl({ origin, base }: SiteConfig) {
  return origin + base
}

/** The absolute URL of a path. In hash mode the server redirects from it. */
export function urlOf(site: SiteConfig, path: string) {
  return siteUrl(site) + path.replace(/^\//, '')
}

/** The absolute URL of a picture, whose `src` already contains the base path or is absolute. */
export function pictureUrl(site: SiteConfig, src: string) {
  return new URL(src, siteUrl(site)).href
}

export function storyUrl(site: SiteConfig, slug: string) {
  return urlOf(site, `story/${encodeURIComponent(slug)}`)
}
