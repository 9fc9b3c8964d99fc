import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { type RouteObject, type StaticHandlerContext, StaticRouterProvider, createStaticRouter } from 'react-router'
import type { Site } from '#contract/settings.ts'
import { pageColorMode } from './color-mode.ts'
import { Document } from './document.tsx'
import { type Boot, BootContext, type Shell, emptyShell, isShell } from './page.ts'
import type { PageRow } from './routes.ts'
import { Manifest, builtAssets, developmentAssets } from './server-assets.ts'
import { headOf } from './metadata/page-head.ts'
import { IconContext, type IconData } from './ui/icon-source.ts'
import { type PageState, toPageJson } from './page-data.ts'

type Options = {
  boot: Boot
  /** The public base URL, with a trailing slash. */
  home: string
  manifest: unknown
  icon(name: string): IconData | undefined
  dataRoutes: RouteObject[]
}

/** Offline, a stored page of a visitor gets the header of the signed-in person, and no icon can be fetched. */
const chromeIcons = ['bell', 'bookmark', 'house', 'search', 'square-pen']

type Prepared = { row: PageRow | null; result: StaticHandlerContext; state: PageState }

/** Renders prepared pages to HTML documents. */
export function createRenderer({ boot, home, manifest, icon, dataRoutes }: Options) {
  const assets = boot.development ? developmentAssets(boot.base) : builtAssets(Manifest.parse(manifest), boot.base)

  function page({ row, result, state }: Prepared): string {
    const icons = recordingIcons(icon)
    chromeIcons.forEach(icons.source.get)
    const html = renderToString(
      <BootContext value={boot}>
        <IconContext value={icons.source}>
          <StaticRouterProvider router={createStaticRouter(dataRoutes, result)} context={result} hydrate={false} />
        </IconContext>
      </BootContext>,
    )
    const shell = shellOf(state)
    const matches = result.matches.map(({ route }) => ({
      handle: route.handle,
      loaderData: state.loaderData[route.id],
    }))
    return doctype(
      <Document
        head={headOf(matches, Object.values(state.errors ?? {})[0], shell)}
        colorMode={pageColorMode(row?.colorMode)}
        site={shell.site}
        home={home}
        base={boot.base}
        assets={assets(row)}
        page={html}
        data={toPageJson({ ...state, boot, icons: icons.used })}
      />,
    )
  }

  function emptyPage(site: Site): string {
    const html = `<noscript><p>${boot.mode === 'hash' ? 'This site needs JavaScript.' : ''}</p></noscript>`
    return doctype(
      <Document
        head={{ title: site.name, description: site.tagline, path: '/', feeds: '/' }}
        colorMode={pageColorMode(undefined)}
        site={site}
        home={home}
        base={boot.base}
        assets={assets(null)}
        page={html}
        data={toPageJson({ loaderData: {}, errors: null, boot, icons: {} })}
      />,
    )
  }

  return { page, emptyPage }
}

/** Records the icons of a page, so that the browser has them at hydration. */
function recordingIcons(icon: Options['icon']) {
  const used: Record<string, IconData> = {}
  const get = (name: string) => {
    const found = icon(name)
    if (found) used[name] = found
    return found
  }
  return { used, source: { get, subscribe: () => () => {}, request: () => {} } }
}

function doctype(document: React.ReactElement) {
  return `<!doctype html>${renderToStaticMarkup(document)}`
}

function shellOf({ loaderData }: PageState): Shell {
  const shell = loaderData['root']
  return isShell(shell) ? shell : emptyShell
}
