import '@vitejs/plugin-react/preamble'
import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { type HydrationState, createBrowserRouter, createHashRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { applyHead } from './browser/apply-head.ts'
import { createRouteRules, hasUnsavedText, reloadOnce, watchBuilds } from './browser/builds.ts'
import { createIconSource } from './browser/icons.ts'
import { createDataStrategy } from './browser/navigation.ts'
import { createPayloads } from './browser/payloads.ts'
import { startPreloading } from './browser/preload.ts'
import { pageColorMode } from './color-mode.ts'
import { APP_ID, DATA_ID } from './document.tsx'
import { deniedPage } from './errors/page-not-found.ts'
import { runGuards } from './guards/run.ts'
import { headOf } from './head.ts'
import { createApi } from './api.ts'
import { ApiContext, BootContext, type Shell, isShell } from './page.ts'
import { buildRoutes, loadPage, matchedRow } from './router.tsx'
import { rowsFor } from './routes.ts'
import { IconContext } from './ui/icon-source.ts'
import { fromPageJson } from './wire.ts'

const { boot, icons, loaderData, errors } = fromPageJson(
  document.getElementById(DATA_ID)?.textContent ?? '{}',
  (id) => document.getElementById(id)?.innerHTML ?? '',
)
const basename = boot.mode === 'hash' ? '/' : boot.base.replace(/(.)\/$/, '$1')
const rows = rowsFor(boot)
const routes = buildRoutes(rows, { shell: () => null, page: () => () => null })
const payloads = createPayloads(boot.base)
let outdated = false

/** The path below the base address that an address of the browser's bar stands for. */
function pathOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }) {
  if (boot.mode === 'hash') return hash.slice(1) || '/'
  const inside = pathname.toLowerCase().startsWith(boot.base.toLowerCase())
  return `/${inside ? pathname.slice(boot.base.length) : ''}${search}`
}

function addressOf(path: string) {
  return boot.mode === 'hash' ? `${boot.base}#${path}` : boot.base + path.slice(1)
}

function shell(): Shell | null {
  const data: Shell | undefined = router.state.loaderData['root']
  return data ?? null
}

const dataStrategy = createDataStrategy({
  rows,
  addressOf,
  // A request's address has no hash: in hash mode it is the path itself.
  pathOf: (url) => (boot.mode === 'hash' ? url.pathname + url.search : pathOf(url)),
  here: () => (shell() ? { path: pathOf(location), viewer: shell()?.viewer ?? null } : null),
  takePayload: payloads.take,
  findRedirect: createRouteRules(boot.base, boot.build),
  outdated: () => outdated,
  codeMissing: (address) => reloadOnce(address),
})

const hydrationData = boot.mode === 'hash' ? undefined : await hydrationState()
const createRouter = boot.mode === 'hash' ? createHashRouter : createBrowserRouter
const router = createRouter(routes, { basename, dataStrategy, ...(hydrationData && { hydrationData }) })

/** What the server rendered, with the code it was rendered by, so that the first render here finds it the same. */
async function hydrationState(): Promise<HydrationState> {
  const path = pathOf(location)
  const matches = matchRoutes(routes, { pathname: path.split('?', 1)[0] ?? '/' }) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  const root = loaderData['root']
  const viewer = isShell(root) ? root.viewer : null
  const guards = errors ? [] : (matchedRow(rows, matches)?.guards ?? [])
  const verdict = await runGuards(guards, { viewer, path })
  return { loaderData, errors: verdict === undefined ? errors : { frame: deniedPage() } }
}

router.subscribe(({ navigation, matches, loaderData: data, errors: failed }) => {
  if (navigation.state !== 'idle') return
  const shown = matches.map(({ route }) => ({ handle: route.handle, loaderData: data[route.id] }))
  const site = shell()
  if (site) applyHead(headOf(shown, Object.values(failed ?? {})[0], site))
  document.documentElement.dataset['colorMode'] = pageColorMode(matchedRow(rows, matches)?.colorMode)
})

const container = document.getElementById(APP_ID)
if (!container) throw new Error('This is not a page of the site')
const ownIcons = [`${boot.base}icons`]
const app = (
  <StrictMode>
    <BootContext value={boot}>
      <ApiContext value={createApi(boot.base)}>
        <IconContext value={createIconSource(boot.iconHosts.length > 0 ? boot.iconHosts : ownIcons, icons)}>
          <RouterProvider router={router} />
        </IconContext>
      </ApiContext>
    </BootContext>
  </StrictMode>
)
if (boot.mode === 'hash') createRoot(container).render(app)
else hydrateRoot(container, app)
document.documentElement.dataset['ready'] = ''

addEventListener('vite:preloadError', (event) => {
  const { location: target } = router.state.navigation
  if (reloadOnce(target ? addressOf(target.pathname + target.search) : location.pathname)) event.preventDefault()
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
    return path !== null && matchedRow(rows, matchRoutes(routes, path.split('?', 1)[0] ?? '/')) ? path : null
  },
  async loadCode(path) {
    const matches = matchRoutes(routes, path.split('?', 1)[0] ?? '/') ?? []
    const row = matchedRow(rows, matches)
    if (row)
      await Promise.all([
        loadPage(row),
        ...matches.map(({ route }) => typeof route.lazy === 'function' && route.lazy()),
      ])
  },
  loadData: (path) => payloads.preload(path),
})
