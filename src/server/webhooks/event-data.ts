import type { Picture } from '#contract/shapes.ts'
import { absoluteUrl, pictureWithBase } from '#server/platform/base-url.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'

type Named = { id: string; handle: string; name: string }

/** A person as part of an event. */
export function describePerson(site: SiteConfig, { id, handle, name }: Named) {
  return { id, handle, name, url: absoluteUrl(site, `/user/${encodeURIComponent(handle)}`) }
}

/** With an absolute URL: the receiver is on another site. */
export function describePicture(site: SiteConfig, picture: Picture | null) {
  const found = pictureWithBase(site.base, picture)
  if (!found) return null
  const { src, alt, width, height } = found
  return { src: new URL(src, site.origin).href, alt, width, height }
}

export function describeStoryLink(site: SiteConfig, { id, slug }: { id: string; slug: string }) {
  return { id, slug, url: absoluteUrl(site, `/story/${encodeURIComponent(slug)}`) }
}
