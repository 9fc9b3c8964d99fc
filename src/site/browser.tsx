import '@vitejs/plugin-react/preamble'
import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { type DataRouter, createBrowserRouter, createHashRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createApi } from './api.ts'
import { createAddresses, pathnameOf } from './browser/addresses.ts'
import { applyHead } from './browser/apply-head.ts'
import { createRouteRules, hasUnsavedText, reloadOnce, watchBuilds } from './browser/builds.ts'
import { hydrationState } from './browser/hydration.ts'
import { createIconSource } from './browser/icons.ts'
import { createDataStrategy } from './browser/navigation.ts'
import { createPayloads } from './browser/payloads.ts'
import { startPreloading } from './browser/preload.ts'
import { pageColorMode } from './color-mode.ts'
import { APP_ID, DATA_ID } from './document.tsx'
import { headOf } from './head.ts'
import { ApiContext, BootContext, isShell } from './page.ts'
import { buildRoutes, loadPage, matchedRow } from './router.tsx'
import { rowsFor } from './routes.ts'
import { IconContext } from './ui/icon-source.ts'
import { fromPageJson } from './wire.ts'

const block = fromPageJson(
  document.getElementById(DATA_ID)?.textContent ?? '{}',
  (id) => document.getElementById(id)?.innerHTML ?? '',
)
const { boot } = block
const hashMode = boot.mode === 'hash'
const { pathOf, addressOf, pathOfRequest } = createAddresses(boot)
const rows = rowsFor(boot)
const routes = buildRoutes(rows, { shell: () => null, page: () => () => null })
const payloads = createPayloads(boot.base)
let outdated = false

const options = {
  basename: hashMode ? '/' : boot.base.replace(/(.)\/$/, '$1'),
  dataStrategy: createDataStrategy({
    rows,
    addressOf,
    pathOf: pathOfRequest,
    here: () => {
      const shell: unknown = router.state.loaderData['root']
      return isShell(shell) ? { path: pathOf(location), viewer: shell.viewer } : null
    },
    nextHash: () => router.state.navigation.location?.hash ?? '',
    takePayload: payloads.take,
    findRedirect: createRouteRules(boot.base, boot.build),
    outdated: () => outdated,
    codeMissing: (address) => reloadOnce(address),
  }),
}
const router: DataRouter = hashMode
  ? createHashRouter(routes, options)
  : createBrowserRouter(routes, {
      ...options,
      hydrationData: await hydrationState(block, { routes, rows, path: pathOf(location) }),
    })

router.subscribe(({ navigation, matches, loaderData, errors }) => {
  if (navigation.state !== 'idle') return
  const shell: unknown = loaderData['root']
  const shown = matches.map(({ route }) => ({ handle: route.handle, loaderData: loaderData[route.id] }))
  if (isShell(shell)) applyHead(headOf(shown, Object.values(errors ?? {})[0], shell))
  document.documentElement.dataset['colorMode'] = pageColorMode(matchedRow(rows, matches)?.colorMode)
})

const iconHosts = boot.iconHosts.length > 0 ? boot.iconHosts : [`${boot.base}icons`]
const app = (
  <StrictMode>
    <BootContext value={boot}>
      <ApiContext value={createApi(boot.base)}>
        <IconContext value={createIconSource(iconHosts, block.icons)}>
          <RouterProvider router={router} />
        </IconContext>
      </ApiContext>
    </BootContext>
  </StrictMode>
)
const container = document.getElementById(APP_ID)
if (!container) throw new Error('This is not a page of the site')
if (hashMode) createRoot(container).render(app)
else hydrateRoot(container, app)

addEventListener('vite:preloadError', (event) => {
  const target = router.state.navigation.location
  const address = target ? addressOf(target.pathname + target.search) : location.pathname + location.search
  if (reloadOnce(address)) event.preventDefault()
})

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
    return path !== null && matchedRow(rows, matchRoutes(routes, pathnameOf(path))) ? path : null
  },
  async loadCode(path) {
    const row = matchedRow(rows, matchRoutes(routes, pathnameOf(path)))
    if (row) await loadPage(row)
  },
  loadData: (path) => payloads.preload(path),
})
