import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { type StaticHandlerContext, StaticRouterProvider, createStaticRouter } from 'react-router'
import type { Site } from '#contract/settings/site.ts'
import { pageColorMode } from './color-mode.ts'
import { type Start, renderDocument } from './document.tsx'
import { type Boot, BootContext, type Shell, emptyShell, isShell, linkPrefixOf } from './page.ts'
import type { PageRow } from './routes.ts'
import { Manifest, builtAssets, developmentAssets } from './server-assets.ts'
import { headOf } from './metadata/page-head.ts'
import { IconContext, type IconData } from './ui/icon-source.ts'
import { LinkPrefix } from './ui/link.tsx'
import { type PageState, insideScript, toPageJson } from './page-data.ts'
import { ProfileLink } from './chrome/account-button.tsx'
import { BellLink } from './chrome/bell.tsx'
import { announcementIcons } from './banners/announcement-bar.tsx'
import { AnnouncementBars } from './banners/announcement-bars.tsx'
import { NotificationsLabel } from './chrome/bottom-bar.tsx'
import { type Gap, gapFor, withGaps } from './rendering/gaps.ts'
import type { PersonalState } from './site-handler.ts'
import { OwnPicture } from './rendering/own-picture.tsx'
import { GapContext } from './rendering/personal-part.tsx'

type Options = {
  boot: Boot
  /** The public base URL, with a trailing slash. */
  home: string
  manifest: unknown
  icon(name: string): IconData | undefined
  measurementId: string | null
}

/** Offline, a stored page of a visitor gets the header of the signed-in person, and no icon can be fetched. */
const chromeIcons = ['bell', 'bookmark', 'house', 'search', 'square-pen']

type Prepared = { row: PageRow | null; result: StaticHandlerContext; state: PageState }

/** Renders prepared pages to HTML documents. */
export function createRenderer({ boot, home, manifest, icon, measurementId }: Options) {
  const assets = boot.development ? developmentAssets(boot.base) : builtAssets(Manifest.parse(manifest), boot.base)

  function page(prepared: Prepared): string {
    return render(prepared, prepared.state)
  }

  /** The page that members share, with gaps for what is personal. */
  function membersPage(prepared: Prepared): string {
    return render(prepared, withGaps(prepared.state), gapFor)
  }

  /** `data` is the state for the browser. */
  function render({ row, result, state }: Prepared, data: PageState, gap: typeof gapFor | null = null): string {
    const icons = recordingIcons(icon)
    chromeIcons.forEach(icons.source.get)
    const shell = shellOf(state)
    // For members announcements are in a gap, whose icons are not recorded.
    if (gap || shell.viewer) announcementIcons.forEach(icons.source.get)
    const html = renderToString(
      <BootContext value={boot}>
        <LinkPrefix value={linkPrefixOf(boot)}>
          <IconContext value={icons.source}>
            <GapContext value={gap}>
              {/* The matches contain the routes to render. */}
              <StaticRouterProvider router={createStaticRouter([], result)} context={result} hydrate={false} />
            </GapContext>
          </IconContext>
        </LinkPrefix>
      </BootContext>,
    )
    const matches = result.matches.map(({ route }) => ({
      handle: route.handle,
      loaderData: state.loaderData[route.id],
    }))
    return renderDocument({
      head: headOf(matches, Object.values(state.errors ?? {})[0], shell),
      colorMode: pageColorMode(row?.colorMode),
      site: shell.site,
      home,
      base: boot.base,
      assets: assets(row),
      start: startOf(row, { failed: state.errors !== null, member: gap !== null || shell.viewer !== null }),
      view: state.errors ? 'none' : 'document',
      measurementId,
      page: html,
      data: toPageJson({ ...data, boot, icons: icons.used }),
    })
  }

  function startOf(row: PageRow | null, { failed, member }: { failed: boolean; member: boolean }): Start {
    // In development the code also reloads the page after a change.
    if (!row?.onDemand || failed || boot.mode === 'hash' || boot.development) return 'now'
    // Members have live state, such as the unread count.
    return member ? 'idle' : 'input'
  }

  function emptyPage(site: Site): string {
    const html = `<noscript><p>${boot.mode === 'hash' ? 'This site needs JavaScript.' : ''}</p></noscript>`
    return renderDocument({
      head: { title: site.name, description: site.tagline, path: '/', feeds: '/' },
      colorMode: pageColorMode(undefined),
      site,
      home,
      base: boot.base,
      assets: assets(null),
      start: 'now',
      view: 'app',
      measurementId,
      page: html,
      data: toPageJson({ loaderData: {}, errors: null, boot, icons: {} }),
    })
  }

  function gapsFor({ viewer, notifications, announcements }: PersonalState): Record<Gap, string> {
    const { unread } = notifications
    return {
      header: part(
        <>
          <BellLink unread={unread} />
          <ProfileLink viewer={viewer} />
        </>,
      ),
      notifications: part(<NotificationsLabel unread={unread} />),
      picture: part(<OwnPicture viewer={viewer} />),
      banner: part(<AnnouncementBars announcements={announcements} signedIn />),
      viewer: insideScript(JSON.stringify(viewer)),
      unread: JSON.stringify(notifications),
      announcements: insideScript(JSON.stringify(announcements)),
    }
  }

  function part(element: ReactElement): string {
    return renderToString(
      <BootContext value={boot}>
        <LinkPrefix value={linkPrefixOf(boot)}>
          <IconContext value={recordingIcons(icon).source}>{element}</IconContext>
        </LinkPrefix>
      </BootContext>,
    )
  }

  return { page, membersPage, gapsFor, emptyPage }
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

function shellOf({ loaderData }: PageState): Shell {
  const shell = loaderData['root']
  return isShell(shell) ? shell : emptyShell
}
