import {
  RouterContextProvider,
  type StaticHandlerContext,
  createContext,
  createStaticHandler,
  isRouteErrorResponse,
} from 'react-router'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { withOpenLinks } from './chrome/open-links.ts'
import { describeError } from './errors/describe-error.ts'
import { deniedPage } from './errors/page-not-found.ts'
import { checkGuards } from './guards/run-guards.ts'
import { createMatcher } from './match-route.ts'
import { splitAtGaps, withGaps } from './rendering/gaps.ts'
import { type Marks, subjectsOf, withMarks } from './rendering/marks.ts'
import { runMiddleware } from './middleware/order.ts'
import { type Api, type DataArgs, type Shell, emptyShell } from './page.ts'
import type { CreateSite, SitePage, SiteRequest } from './site-handler.ts'
import { redirectFor, routeRules } from './route-rules.ts'
import { buildRoutes, loadAllPages } from './router.tsx'
import { type PageRow, rowsFor } from './routes.ts'
import { apiForPage, loadList } from './server-api.ts'
import { createRenderer } from './server-render.tsx'
import type { PageState, Payload, WireError } from './page-data.ts'

type DataModule = Record<string, (args: DataArgs) => Promise<unknown>>
const dataModules = import.meta.glob<DataModule>('./**/*-data.ts', { eager: true })

type VisitContext = { api: Api; viewer: Viewer | null; shared: boolean; path: string; query: Record<string, string> }
const visitContext = createContext<VisitContext>()

/** Renders every page of the route table, as HTML or as the payload of a client-side navigation. */
export const createSite: CreateSite = ({ boot, origin, manifest, icon, measurementId }) => {
  const rows = rowsFor(boot)
  checkGuards(rows)
  // For the error page while the database is unavailable.
  let lastSite = emptyShell.site
  const basename = boot.base.replace(/(.)\/$/, '$1')
  const routes = buildRoutes(rows, {
    shell: async ({ context }) => {
      const { api, viewer, shared } = context.get(visitContext)
      // On the page that members share, the gaps have what is personal.
      const [site, notifications, announcements] = await Promise.all([
        api('GET /api/site'),
        viewer && !shared ? api('GET /api/notifications/unread') : undefined,
        shared ? undefined : api('GET /api/announcements'),
      ])
      lastSite = withOpenLinks(site)
      return {
        site: lastSite,
        viewer,
        ...(notifications && { notifications }),
        ...(announcements && { announcements }),
      } satisfies Shell
    },
    page: (row) => {
      const loadData = dataFunction(row)
      return async ({ context, params }) =>
        (loadData && (await loadList(loadData, { params, ...context.get(visitContext) }))) ?? null
    },
  })
  const match = createMatcher(rows)
  const handler = createStaticHandler(routes, { basename })
  const renderer = createRenderer({ boot, home: origin + boot.base, manifest, icon, measurementId })

  /** The row of a path and the query parameters that it declares: together they identify a page. */
  function identify(path: string, search: string) {
    const row = match(path)
    const given = new URLSearchParams(search)
    const names = (row?.query ?? []).filter((name) => given.has(name))
    return { row, query: Object.fromEntries(names.map((name) => [name, given.get(name) ?? ''])) }
  }

  /** Runs the middleware, then loads the data. */
  async function load({ path, search, api, requestId, shared = false, onFault }: SiteRequest) {
    const { row, query } = identify(path, search)
    const full = path + search
    const visit = {
      path: full,
      row,
      from: null,
      hash: '',
      viewer: null,
      findViewer: () => api('GET /api/viewer'),
      findRedirect: async (pathname: string) => redirectFor(routeRules, pathname),
      afterwards: () => {},
    }
    const redirection = await runMiddleware(visit)
    if (redirection && redirection !== 'deny') return { kind: 'redirect' as const, ...redirection }

    const context = new RouterContextProvider()
    context.set(visitContext, { api: apiForPage(api, full), viewer: visit.viewer, shared, path: full, query })
    const request = new Request(
      new URL(`${basename === '/' ? '' : basename}${path}?${new URLSearchParams(query).toString()}`, 'http://site'),
    )
    const result = await handler.query(request, { requestContext: context, ...(redirection === 'deny' && onlyShell) })
    if (result instanceof Response) {
      const to = withoutBase(result.headers.get('location') ?? '/')
      return { kind: 'redirect' as const, to, external: false, forGood: result.status === 301 }
    }
    for (const error of Object.values<unknown>(result.errors ?? {})) if (error instanceof Refusal) throw error
    if (redirection === 'deny') Object.assign(result, { errors: { frame: deniedPage() }, statusCode: 404 })
    const state = hideFaults(result, { path: full, requestId, onFault })
    return { kind: 'page' as const, status: result.statusCode, row, result, state }
  }

  /** Reports faults and replaces them, so that no page shows their details. */
  function hideFaults(
    result: StaticHandlerContext,
    request: Pick<SiteRequest, 'path' | 'requestId' | 'onFault'>,
  ): PageState {
    const { path, requestId, onFault } = request
    if (!result.errors) return { loaderData: result.loaderData, errors: null }
    const errors = Object.entries<unknown>(result.errors).map(([id, error]) => {
      const stack = boot.development && error instanceof Error ? error.stack : undefined
      const description = `If this keeps happening, contact us with this request ID: ${requestId}`
      const wire = toWireError(error, { path, description, ...(stack && { stack }) })
      if (wire.status >= 500) onFault(error)
      result.statusCode = wire.status
      return [id, wire] as const
    })
    result.errors = Object.fromEntries(errors)
    return { loaderData: result.loaderData, errors: Object.fromEntries(errors) }
  }

  function withoutBase(to: string) {
    return basename !== '/' && to.toLowerCase().startsWith(basename.toLowerCase())
      ? to.slice(basename.length) || '/'
      : to
  }

  return {
    warm: () => loadAllPages(rows),
    rules: routeRules,
    pageKey(path, search) {
      const { row, query } = identify(path, search)
      if (!row || row.neverCached) return null
      const read = new URLSearchParams(query).toString()
      return { path, search: read && `?${read}`, members: row.members ?? null }
    },
    pagePattern: (path) => match(path)?.path ?? null,
    load,
    html: renderer.page,
    payload(page) {
      const { kind } = page
      const payload: Payload = kind === 'redirect' ? { redirect: { to: page.to, external: page.external } } : page.state
      return JSON.stringify(payload)
    },
    fault(request, page, error) {
      // A copy, because the page may be cached.
      const result = { ...page.result, errors: { frame: error } }
      const state = hideFaults(result, request)
      return { kind: 'content', status: 500, body: renderer.page({ ...page, result, state }) }
    },
    subjectsOf: ({ state }) => subjectsOf(state),
    membersHtml: (page, marks) => splitAtGaps(renderer.membersPage(withMarksOf(page, marks))),
    membersPayload(page, marks) {
      const { state } = withMarksOf(page, marks)
      return splitAtGaps(JSON.stringify(withGaps(state)))
    },
    gapsFor: renderer.gapsFor,
    async refusal(request, { status, message, ...details }) {
      const context = new RouterContextProvider()
      context.set(visitContext, { api: request.api, viewer: null, shared: false, path: '/', query: {} })
      const result = await handler.query(new Request(`http://site${boot.base}`), {
        requestContext: context,
        ...onlyShell,
      })
      if (result instanceof Response) throw new Error('the shell redirects')
      const error = { status, statusText: message, internal: false, data: details }
      result.loaderData['root'] ??= { site: lastSite, viewer: null } satisfies Shell
      Object.assign(result, { errors: { frame: error }, statusCode: status })
      const state = hideFaults(result, request)
      return { kind: 'content', status, body: renderer.page({ row: null, result, state }) }
    },
    async emptyPage({ api }) {
      return { kind: 'content', status: 200, body: renderer.emptyPage(withOpenLinks(await api('GET /api/site'))) }
    },
  }
}

function withMarksOf(page: SitePage, marks: Marks): SitePage {
  const state = withMarks(page.state, marks)
  return state === page.state ? page : { ...page, state, result: { ...page.result, loaderData: state.loaderData } }
}

const onlyShell = { filterMatchesToLoad: ({ route }: { route: { id: string } }) => route.id === 'root' }

function dataFunction({ data, page }: PageRow) {
  const module = dataModules[`./${data ?? page}-data.ts`]
  return module && Object.values(module)[0]
}

/** A refusal is described and passed on; a fault is replaced by a generic error. */
function toWireError(
  error: unknown,
  { path, ...fault }: { path: string; description: string; stack?: string },
): WireError {
  const passedOn = isRouteErrorResponse(error)
  const { status, statusText, data } = passedOn
    ? error
    : { status: 500, statusText: 'Internal Server Error', data: undefined }
  const details = { ...(passedOn ? data : fault), ...describeError({ status, statusText, data }, path) }
  return { status, statusText, data: details, internal: false }
}
