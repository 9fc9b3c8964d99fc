import type { Site } from '#contract/settings/site.ts'

// The page background in tokens.css.
const PAPER = '#ffffff'
const SHORT_NAME = 12

export function webManifest(site: Site, base: string) {
  const folder = site.icon === null ? base : `${base}site-icon/${site.icon}/`
  const icon = (file: string, size: number, purpose: string) => {
    return { src: `${folder}${file}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  const shortcut = (name: string, path: string) => {
    return { name, url: base + path, icons: [icon('icon-192', 192, 'any')] }
  }
  return {
    id: base,
    name: site.name,
    short_name: site.name.length <= SHORT_NAME ? site.name : (site.name.split(' ', 1)[0] ?? '').slice(0, SHORT_NAME),
    ...(site.tagline && { description: site.tagline }),
    lang: 'en',
    dir: 'ltr',
    start_url: base,
    scope: base,
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['books', 'magazines', 'news'],
    icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('icon-maskable-512', 512, 'maskable')],
    shortcuts: [shortcut('Latest stories', 'latest'), shortcut('Search', 'search'), shortcut('Write', 'articles/new')],
  }
}
