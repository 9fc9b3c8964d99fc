import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { type DataRouter, type DataStrategyFunction, createBrowserRouter, createHashRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { aroundApi, createApi } from './api.ts'
import { pageColorMode } from './color-mode.ts'
import { APP_ID, DATA_ID } from './document.tsx'
import { offlinePage } from './errors/offline-error.ts'
import { errorTitle } from './head.ts'
import { type Api, ApiContext, type Boot, BootContext, isShell, linkPrefixOf } from './page.ts'
import { buildRoutes, matchedRow } from './router.tsx'
import { rowsFor } from './routes.ts'
import { track } from '#site/analytics/track.ts'
import { type LazySession, createSession } from '#site/identity/session/lazy-session.ts'
import { SessionContext } from '#site/identity/session/session.ts'
import { IconContext } from '#site/ui/icon-source.ts'
import { LinkPrefix } from '#site/ui/link.tsx'
import { type DataBlock, fromPageJson } from './page-data.ts'
import { adoptViewer, viewerOf } from '#site/offline/device-viewer.ts'
import { STORED } from './browser/stored-mark.ts'
import { storedWriter } from '#site/offline/writer.ts'
import { createAddresses, pathnameOf } from './browser/urls.ts'
import { hasUnsavedText, reloadIfReachable, watchBuilds } from './browser/builds.ts'
import { repeatClicks } from './browser/first-input.ts'
import { followLinks } from './browser/follow-links.ts'
import { hydrationState } from './browser/hydration.ts'
import { createIconSource } from './browser/icons.ts'
import { createLazyNavigation, watchPointer } from './browser/lazy-navigation.ts'
import { ignoreSkippedTransitions } from './browser/page-transitions.ts'
import { reloadOnce } from './browser/reload-once.ts'

const OFFLINE_AFTER_MS = 1500

/** Hydrates the page and starts the router. */
export async function start() {
  const block = fromPageJson(
    document.getElementById(DATA_ID)?.textContent ?? '{}',
    (id) => document.getElementById(id)?.innerHTML ?? '',
  )
  const { boot } = block
  const hashMode = boot.mode === 'hash'
  const addresses = createAddresses(boot)
  const { pathOf, addressOf, pathOfRequest } = addresses
  const rows = rowsFor(boot)
  const routes = buildRoutes(rows, { shell: () => null, page: () => () => null })
  if (hashMode && routes[0]) routes[0].HydrateFallback = (await import('./chrome/first-frame.tsx')).FirstFrame
  let outdated = false
  // In hash mode the router loads its first page while it is being created.
  let current: DataRouter | null = null

  const loadNavigation = createLazyNavigation({
    base: boot.base,
    build: boot.build,
    rows,
    addresses,
    here: () => {
      const shell: unknown = current?.state.loaderData['root']
      return isShell(shell) ? { path: pathOf(location), shell: { ...shell, viewer: viewerOf(shell) } } : null
    },
    nextHash: () => current?.state.navigation.location?.hash ?? '',
    outdated: () => outdated,
    codeMissing: reloadIfReachable,
  })
  const dataStrategy: DataStrategyFunction = async (args) => {
    try {
      return (await loadNavigation()).strategy(args)
    } catch (error) {
      // The code may belong to an older build: let the server handle the navigation.
      const path = pathOfRequest(new URL(args.request.url))
      if (await reloadIfReachable(addressOf(path))) return new Promise(() => {})
      return allRefused(args.matches, error, current?.state.loaderData['root'])
    }
  }
  const options = { basename: hashMode ? '/' : boot.base.replace(/(.)\/$/, '$1'), dataStrategy }
  const hydrationData = hashMode ? null : await hydrationState(block, { routes, rows, path: pathOf(location) })
  const router = hydrationData
    ? createBrowserRouter(routes, { ...options, hydrationData })
    : createHashRouter(routes, options)
  current = router
  ignoreSkippedTransitions()

  const session = createSession({
    base: boot.base,
    data: boot.services.data,
    reload: (uid) => reloadOnce(`for ${uid}`, () => location.reload()),
    leave: (address) => location.assign(address),
    typing: hasUnsavedText,
  })
  const served: unknown = hydrationData?.loaderData?.['root']
  if (isShell(served)) {
    const { viewer } = served
    if (STORED in document.documentElement.dataset) served.stored = true
    session.follow(adoptViewer(served))
    if (storedWriter())
      void import('#site/offline/article-copies.ts')
        .then(({ checkWriter }) => checkWriter(boot.base, viewer))
        // Offline: retried on the next page.
        .catch(() => {})
  }

  // In hash mode the document has no page of its own.
  let viewedPath = hashMode ? null : pathnameOf(pathOf(location))
  router.subscribe(({ navigation, matches, loaderData, errors }) => {
    if (navigation.state !== 'idle') return
    const shell: unknown = loaderData['root']
    const error: unknown = Object.values(errors ?? {})[0]
    const shown = matches.map(({ route }) => ({ handle: route.handle, loaderData: loaderData[route.id] }))
    if (isShell(shell)) {
      // The server rendered the head of the first page; the code for updates is loaded with the first navigation.
      loadNavigation().then(
        ({ applyHead }) => applyHead(shown, error, shell),
        () => {
          if (error) document.title = `${errorTitle(error)} · ${shell.site.name}`
        },
      )
      session.follow(adoptViewer(shell))
    }
    const path = pathnameOf(pathOf(location))
    if (path !== viewedPath)
      track({ kind: 'view', path: error ? null : path, story: storyIdIn(shown.at(-1)?.loaderData) })
    viewedPath = path
    document.documentElement.dataset['colorMode'] = pageColorMode(matchedRow(rows, matches)?.colorMode)
  })
  render(router, block, session)
  // After hydration, which must match the server's page. The guards run again and decide what is shown.
  if (hydrationData?.denied) void router.revalidate()

  watchBuilds({
    base: boot.base,
    build: boot.build,
    onNew() {
      outdated = true
      // Unsaved input: update with the next navigation.
      if (!hasUnsavedText()) reloadOnce(location.pathname + location.search)
    },
  })
  followLinks(linkPrefixOf(boot), (path, how) => void router.navigate(path, how))
  watchPointer(loadNavigation)
  if (!hashMode && !boot.development)
    setTimeout(() => {
      // Offline: stored pages still open.
      import('#site/offline/register.ts').then(
        ({ registerWorker }) => registerWorker(boot, router),
        () => {},
      )
    }, OFFLINE_AFTER_MS)
}

function storyIdIn(data: unknown) {
  const id: unknown = Reflect.get(Object(Reflect.get(Object(data), 'story')), 'id')
  return typeof id === 'string' ? id : undefined
}

/** The router's result when not even the code of navigations can be loaded. The header stays as it is. */
async function allRefused(matches: Parameters<DataStrategyFunction>[0]['matches'], error: unknown, shell: unknown) {
  const refused = navigator.onLine ? error : offlinePage
  const entries = matches.map(
    async ({ route, resolve }) =>
      [
        route.id,
        await resolve(async () => {
          if (route.id === 'root' && isShell(shell)) return shell
          throw refused
        }),
      ] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

function render(router: DataRouter, { boot, icons }: DataBlock, session: LazySession) {
  const container = document.getElementById(APP_ID)
  if (!container) throw new Error('This is not a page of the site')
  const iconHosts = boot.iconHosts.length > 0 ? boot.iconHosts : [`${boot.base}icons`]
  const app = (
    <StrictMode>
      <BootContext value={boot}>
        <ApiContext value={apiFor(boot, session)}>
          <SessionContext value={session}>
            <IconContext value={createIconSource(iconHosts, icons)}>
              <LinkPrefix value={linkPrefixOf(boot)}>
                <Hydrated>
                  <RouterProvider router={router} />
                </Hydrated>
              </LinkPrefix>
            </IconContext>
          </SessionContext>
        </ApiContext>
      </BootContext>
    </StrictMode>
  )
  if (boot.mode === 'hash') createRoot(container).render(app)
  // As a transition, so that scrolling is not blocked.
  else startTransition(() => void hydrateRoot(container, app))
}

/** With another site as identity service, the credentials go there. */
function apiFor({ base, services: { identity: service } }: Boot, session: LazySession): Api {
  const api = createApi(base, session)
  if (!service) return api
  return aroundApi(api, async (call, run) => {
    const { callThroughService } = await import('#site/identity/service/service-calls.ts')
    return callThroughService(call, run, { api, base, service })
  })
}

/** Wraps the page, so that its effects have run. As a sibling it would change the IDs of useId. */
function Hydrated({ children }: { children: ReactNode }) {
  // Not inside the effect: a click may render synchronously.
  useEffect(() => queueMicrotask(() => repeatClicks()), [])
  return children
}
