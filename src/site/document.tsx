import type { Site } from '#contract/settings.ts'
import type { Head } from './page.ts'
import type { PageAssets } from './server-assets.ts'
import { MetaTags } from './metadata/meta-tags.tsx'

export const DATA_ID = 'bramble-data'
export const APP_ID = 'app'

type Props = {
  head: Head
  colorMode: string
  site: Site
  /** The public base URL of the site. */
  home: string
  base: string
  assets: PageAssets
  /** The rendered page, and the data for hydration. */
  page: string
  data: string
}

/** The HTML document around a page. It has no inline script and no nonce, so it can be cached. */
export function Document({ head, colorMode, site, home, base, assets, page, data }: Props) {
  return (
    <html lang="en" dir="ltr" data-color-mode={colorMode} data-home={home}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{head.title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {head.noIndex && <meta name="robots" content="noindex" />}
        <MetaTags head={head} site={site} home={home} />
        <meta name="theme-color" content="#ffffff" />
        <link rel="icon" href={`${base}favicon.svg`} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={`${base}apple-touch-icon.png`} />
        <link rel="manifest" href={`${base}site.webmanifest`} />
        {/* Runs before hydration, so that no click is lost. */}
        <script type="module" async src={assets.firstScript} fetchPriority="high" />
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {assets.fonts.map((font) => (
          <link
            key={font}
            rel="preload"
            href={font}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            fetchPriority="low"
          />
        ))}
        {assets.preloads.map((script) => (
          <link key={script} rel="modulepreload" href={script} fetchPriority="low" />
        ))}
        {/* Low priority: styles and the first image come first. */}
        <script type="module" src={assets.script} fetchPriority="low" />
      </head>
      <body>
        <div id={APP_ID} dangerouslySetInnerHTML={{ __html: page }} />
        <script id={DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
      </body>
    </html>
  )
}
