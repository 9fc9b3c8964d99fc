import type { Site } from '#contract/settings/site.ts'
import type { Head } from './page.ts'
import type { PageAssets } from './server-assets.ts'
import { escapeHtml, tag } from './metadata/element.ts'
import { metaTags, named } from './metadata/meta-tags.ts'
import { themePath } from './metadata/theme.ts'

export const DATA_ID = 'bramble-data'
export const APP_ID = 'app'

/** When the code of a page starts: with the page, at the first user input, or also when the browser is idle before that. */
export type Start = 'now' | 'input' | 'idle'

/** Whether analytics counts the document as a page view. In hash mode the app reports it; an error page is none. */
export type DocumentView = 'document' | 'app' | 'none'

type Props = {
  head: Head
  colorMode: string
  site: Site
  /** The public base URL of the site. */
  home: string
  base: string
  assets: PageAssets
  start: Start
  view: DocumentView
  /** The ID at the outside analytics service. */
  measurementId: string | null
  /** The rendered page, and the data for hydration. */
  page: string
  data: string
}

/** The HTML document around a page. It has no inline script and no nonce, so it can be cached. */
export function renderDocument(props: Props): string {
  const { head, colorMode, site, home, base, assets, start, view, measurementId, page, data } = props
  const { tags, structuredData } = metaTags(head, { site, home })
  const theme = themePath(site.accent, base)
  const parts = [
    '<!doctype html>',
    tag('html', { 'lang': 'en', 'dir': 'ltr', 'data-color-mode': colorMode, 'data-home': home }),
    '<head><meta charset="utf-8">',
    named('viewport', 'width=device-width, initial-scale=1, viewport-fit=cover'),
    // Runs before the first paint, so that no click is lost. It loads the other code if the document does not.
    script(assets.firstScript, {
      'async': '',
      'blocking': 'render',
      'fetchpriority': 'high',
      'data-analytics': assets.analytics,
      'data-base': base,
      'data-view': view,
      ...(measurementId !== null && { 'data-measurement': measurementId, 'data-measurement-code': assets.measurement }),
      ...(start !== 'now' && { 'data-start': start, 'data-code': [assets.script, ...assets.preloads].join(' ') }),
    }),
    `<title>${escapeHtml(head.title)}</title>`,
    head.description ? named('description', head.description) : '',
    head.noIndex || site.switchedOff.includes('indexing') ? named('robots', 'noindex') : '',
    tags,
    named('theme-color', '#ffffff'),
    ...iconLinks(site, base),
    tag('link', { rel: 'manifest', href: `${base}site.webmanifest` }),
    ...assets.fonts.map((href) => tag('link', { ...fontPreload, href })),
    ...(start === 'now'
      ? assets.preloads.map((href) => tag('link', { rel: 'modulepreload', href, fetchpriority: 'low' }))
      : []),
    structuredData,
    ...assets.styles.map((href) => tag('link', { rel: 'stylesheet', href })),
    // After the tokens that it replaces.
    theme === null ? '' : tag('link', { rel: 'stylesheet', href: theme }),
    // Low priority: styles and the first image come first.
    start === 'now' ? script(assets.script, { fetchpriority: 'low' }) : '',
    `</head><body><div id="${APP_ID}">${page}</div>`,
    `<script id="${DATA_ID}" type="application/json">${data}</script></body></html>`,
  ]
  return parts.join('')
}

function iconLinks({ icon }: Site, base: string) {
  const folder = icon === null ? base : `${base}site-icon/${icon}/`
  return [
    icon === null
      ? tag('link', { rel: 'icon', href: `${folder}favicon.svg`, type: 'image/svg+xml' })
      : tag('link', { rel: 'icon', href: `${folder}icon-48.png`, type: 'image/png', sizes: '48x48' }),
    tag('link', { rel: 'apple-touch-icon', href: `${folder}apple-touch-icon.png` }),
  ]
}

const fontPreload = {
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossorigin: 'anonymous',
  fetchpriority: 'low',
}

function script(src: string, more: Record<string, string>) {
  return `${tag('script', { type: 'module', src, ...more })}</script>`
}
