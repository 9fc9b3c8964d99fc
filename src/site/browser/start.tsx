import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { type DataRouter, createBrowserRouter, createHashRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createApi } from '#site/api.ts'
import { pageColorMode } from '#site/color-mode.ts'
import { APP_ID, DATA_ID } from '#site/document.tsx'
import { createMatcher } from '#site/match.ts'
import { ApiContext, BootContext, isShell } from '#site/page.ts'
import { buildRoutes, loadPage, matchedRow } from '#site/router.tsx'
import { rowsFor } from '#site/routes.ts'
import { type LazySession, createSession } from '#site/session/lazy-session.ts'
import { SessionContext } from '#site/session/session.ts'
import { IconContext } from '#site/ui/icon-source.ts'
import { type DataBlock, fromPageJson } from '#site/wire.ts'
import { createAddresses, pathnameOf } from './addresses.ts'
import { createRouteRules, hasUnsavedText, reloadIfReachable, reloadOnce, watchBuilds } from './builds.ts'
import { hydrationState } from './hydration.ts'
import { createIconSource } from './icons.ts'
import { createDataStrategy } from './navigation.ts'
import { createPayloads } from './payloads.ts'
import { startPreloading } from './preload.ts'

const OFFLINE_AFTER_MS = 1500

/** Takes over the page that the server sent, and everything that happens in it from here on. */
export async function start() {
  const block = fromPageJson(
    document.getElementById(DATA_ID)?.textContent ?? '{}',
    (id) => document.getElementById(id)?.innerHTML ?? '',
  )
  const { boot } = block
  const hashMode = boot.mode === 'hash'
  const { pathOf, addressOf, pathOfRequest } = createAddresses(boot)
  const rows = rowsFor(boot)
  const routes = buildRoutes(rows, { shell: () => null, page: () => () => null })
  const match = createMatcher(rows)
  const rowOf = (path: string) => match(pathnameOf(path))
  const payloads = createPayloads(boot.base)
  let outdated = false
  // In hash mode the router asks for its first page before it is there itself.
  let current: DataRouter | null = null

  const options = {
    basename: hashMode ? '/' : boot.base.replace(/(.)\/$/, '$1'),
    dataStrategy: createDataStrategy({
      rows,
      addressOf,
      pathOf: pathOfRequest,
      here: () => {
        const shell: unknown = current?.state.loaderData['root']
        return isShell(shell) ? { path: pathOf(location), viewer: shell.viewer } : null
      },
      nextHash: () => current?.state.navigation.location?.hash ?? '',
      takePayload: payloads.take,
      findRedirect: createRouteRules(boot.base, boot.build),
      outdated: () => outdated,
      codeMissing: reloadIfReachable,
    }),
  }
  const hydrationData = hashMode ? null : await hydrationState(block, { routes, rows, path: pathOf(location) })
  const router = hydrationData
    ? createBrowserRouter(routes, { ...options, hydrationData })
    : createHashRouter(routes, options)
  current = router

  const session = createSession({
    base: boot.base,
    reload: (uid) => reloadOnce(`for ${uid}`, () => location.reload()),
    leave: (address) => location.assign(address),
    typing: hasUnsavedText,
  })
  const served: unknown = hydrationData?.loaderData?.['root']
  if (isShell(served)) session.follow(served.viewer)

  router.subscribe(({ navigation, matches, loaderData, errors }) => {
    const code = later()
    if (navigation.state !== 'idle') return
    const shell: unknown = loaderData['root']
    const shown = matches.map(({ route }) => ({ handle: route.handle, loaderData: loaderData[route.id] }))
    if (isShell(shell)) {
      void code.then((ready) => ready?.applyHead(shown, Object.values(errors ?? {})[0], shell))
      session.follow(shell.viewer)
    }
    document.documentElement.dataset['colorMode'] = pageColorMode(matchedRow(rows, matches)?.colorMode)
  })
  render(router, block, session)

  watchBuilds({
    base: boot.base,
    build: boot.build,
    onNew() {
      outdated = true
      // Half-written text is worth more than a new build; the next page will bring it.
      if (!hasUnsavedText()) reloadOnce(location.pathname + location.search)
    },
  })
  startPreloading({
    pathOf(link) {
      const foreign = link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')
      const path = foreign ? null : pathOf(link)
      return path !== null && rowOf(path) ? path : null
    },
    async loadCode(path) {
      const row = rowOf(path)
      if (row) await loadPage(row)
    },
    loadData: (path) => payloads.preload(path),
  })
  if (!hashMode && !boot.development)
    setTimeout(() => void later().then((ready) => ready?.startOffline(boot, router)), OFFLINE_AFTER_MS)
}

/** The server wrote the head of the first page; without a network this cannot come, and is asked for again. */
function later() {
  return import('./later.ts').catch(() => null)
}

function render(router: DataRouter, { boot, icons }: DataBlock, session: LazySession) {
  const container = document.getElementById(APP_ID)
  if (!container) throw new Error('This is not a page of the site')
  const iconHosts = boot.iconHosts.length > 0 ? boot.iconHosts : [`${boot.base}icons`]
  const app = (
    <StrictMode>
      <BootContext value={boot}>
        <ApiContext value={createApi(boot.base, session)}>
          <SessionContext value={session}>
            <IconContext value={createIconSource(iconHosts, icons)}>
              <RouterProvider router={router} />
            </IconContext>
          </SessionContext>
        </ApiContext>
      </BootContext>
    </StrictMode>
  )
  if (boot.mode === 'hash') createRoot(container).render(app)
  else hydrateRoot(container, app)
}
