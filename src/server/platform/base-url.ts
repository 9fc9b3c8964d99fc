import type { Picture } from '#contract/shapes.ts'
import type { SiteConfig } from './site-config.ts'

/** The absolute URL of a path of the site. */
export function absoluteUrl({ origin, base, mode }: SiteConfig, path: `/${string}`): string {
  return mode === 'hash' ? `${origin}${base}#${path}` : `${origin}${base}${path.slice(1)}`
}

/** Pictures are stored with root-relative URLs. This adds the base path. */
export function pictureWithBase(base: string, picture: Picture | null): Picture | null {
  return picture && picture.src.startsWith('/') ? { ...picture, src: base + picture.src.slice(1) } : picture
}

/** The same for a story's HTML. Quotes in text are always escaped, so the patterns match attributes only. */
export function htmlWithBase(base: string, html: string): string {
  if (base === '/') return html
  return html
    .replace(/ (src|href)="\/(?!\/)/g, ` $1="${base}`)
    .replace(/ srcset="([^"]*)"/g, (_, list: string) => ` srcset="${list.replace(/(^|, )\//g, `$1${base}`)}"`)
}
