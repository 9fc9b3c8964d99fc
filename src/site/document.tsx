import type { Head } from './page.ts'
import type { PageAssets } from './server-assets.ts'

export const DATA_ID = 'bramble-data'
export const APP_ID = 'app'

type Props = {
  head: Head
  colorMode: string
  siteName: string
  base: string
  assets: PageAssets
  /** The rendered page, and everything the browser needs to take it over. */
  page: string
  data: string
}

/** The HTML around a page. No script is inline, so the page may be kept and sent to anybody as it is. */
export function Document({ head, colorMode, siteName, base, assets, page, data }: Props) {
  return (
    <html lang="en" dir="ltr" data-color-mode={colorMode}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{head.title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {head.noIndex && <meta name="robots" content="noindex" />}
        {head.canonical && <link rel="canonical" href={head.canonical} />}
        <meta property="og:site_name" content={siteName} />
        <meta property="og:title" content={head.title} />
        <meta property="og:type" content={head.type ?? 'website'} />
        {head.description && <meta property="og:description" content={head.description} />}
        {head.image && <meta property="og:image" content={head.image} />}
        <meta name="theme-color" content="#ffffff" />
        <link rel="icon" href={`${base}favicon.svg`} type="image/svg+xml" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {assets.preloads.map((script) => (
          <link key={script} rel="modulepreload" href={script} />
        ))}
        <script type="module" src={assets.script} />
      </head>
      <body>
        <div id={APP_ID} dangerouslySetInnerHTML={{ __html: page }} />
        <script id={DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
      </body>
    </html>
  )
}
