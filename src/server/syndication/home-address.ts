import type { SiteConfig } from '#server/platform/site-config.ts'

/** The site's own address as others find it, with the slash at its end. */
export function homeOf({ origin, base }: SiteConfig) {
  return origin + base
}

/** The address of a path of the site. In hash mode the server leads on from it. */
export function addressOf(site: SiteConfig, path: string) {
  return homeOf(site) + path.replace(/^\//, '')
}

/** The same for a picture, whose address has the base address already unless it is elsewhere altogether. */
export function pictureAddress(site: SiteConfig, src: string) {
  return new URL(src, homeOf(site)).href
}

export function storyAddress(site: SiteConfig, slug: string) {
  return addressOf(site, `story/${encodeURIComponent(slug)}`)
}
