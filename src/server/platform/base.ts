import type { Picture } from '#contract/shapes.ts'

/** Pictures are stored by their place on the site; this is that place below the base address. */
export function pictureAt(base: string, picture: Picture | null): Picture | null {
  return picture && picture.src.startsWith('/') ? { ...picture, src: base + picture.src.slice(1) } : picture
}

/** The same for a story's HTML. A quote in its text is always escaped, so this meets only attributes. */
export function htmlAt(base: string, html: string): string {
  if (base === '/') return html
  return html
    .replace(/ (src|href)="\/(?!\/)/g, ` $1="${base}`)
    .replace(/ srcset="([^"]*)"/g, (_, list: string) => ` srcset="${list.replace(/(^|, )\//g, `$1${base}`)}"`)
}
