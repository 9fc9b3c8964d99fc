import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type pino from 'pino'
import { Refusal, invalidParameters } from '#contract/errors.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { callerOf, isAnonymous } from '#server/platform/api-routes.ts'
import { type Api, type Caller, withoutApiKey } from '#server/platform/api.ts'
import { type Http, type ObservedRequest, UNMATCHED } from '#server/platform/http.ts'
import { nextRequestId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import type { Log } from '#server/platform/log.ts'
import { sendError, toRefusal, setErrorHeaders } from '#server/platform/error-response.ts'
import type { Redirect, SiteHandler, SitePage, SiteRequest } from '#site/site-handler.ts'
import { HTML, JSON_TYPE, type Outcome, type PageAddress, type createCachedPages } from './cached-pages.ts'
import { VARY } from './cached-response.ts'

const PAYLOAD = '/_payload.json'
const MAX_ALIASES = 20_000
const MAX_ALIAS_LENGTH = 300
const PRIVATE = { 'cache-control': 'private, no-store', 'vary': VARY }

type Options = {
  site: SiteHandler
  config: SiteConfig
  api: Api
  limits: RateLimits
  cached: ReturnType<typeof createCachedPages>
  log: Log & Pick<pino.Logger, 'isLevelEnabled'>
  /** Called after a page from the cache that Fastify does not see. */
  onShortcut(request: ObservedRequest): void
}

/** The site over HTTP: pages and payloads, from the cache where possible. */
export function createPages({ site, config, api, limits, cached, log, onShortcut }: Options) {
  // Several URLs can lead to one page. Finding its address costs more than sending the page.
  const aliases = new Map<string, { address: PageAddress; route: string }>()
  const debugs = log.isLevelEnabled('debug')

  /** Sends cached pages before Fastify sees the request. */
  function shortcut(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const known = aliases.get(url)
    if (!known) return false
    const startedAt = performance.now()
    const ready = respondNow(known.address, headers)
    if (!ready) return false
    const { status, headers: pageHeaders, body } = ready
    const reqId = nextRequestId()
    response.writeHead(status, [...pageHeaders, 'x-request-id', reqId])
    response.end(method === 'HEAD' ? undefined : (body ?? undefined))
    // At debug level: logging every cached page would cost a fifth of the throughput.
    if (debugs) log.debug({ reqId, method, path: url.split('?', 1)[0], status, cached: true }, 'request')
    onShortcut({ method, route: known.route, status, seconds: (performance.now() - startedAt) / 1000 })
    return true
  }

  /** Nothing above catches an error here, and it would end the process. */
  function respondNow(address: PageAddress, headers: IncomingMessage['headers']) {
    try {
      return cached.respondNow(address, headers)
    } catch (error) {
      log.error({ err: error }, 'fault')
      return null
    }
  }

  function mount(app: Http) {
    app.get(`${config.base}*`, handle)
    // The base path without its trailing slash.
    if (config.base !== '/') app.get(config.base.slice(0, -1), (_request, reply) => reply.redirect(config.base))
    // In onRequest, so that the body is not read.
    const refuseMethod = async () => {
      throw new Refusal('wrong-method', { allow: ['GET', 'HEAD'] })
    }
    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: `${config.base}*`,
      onRequest: refuseMethod,
      handler: refuseMethod,
    })
    app.setNotFoundHandler(() => {
      throw new Refusal('not-found')
    })
  }

  /** Browsers get an error page for a refusal. Faults and API clients get JSON. */
  function onError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const refusal = toRefusal(error)
    return refusal && acceptsHtml(request) ? sendErrorPage(refusal, request, reply) : sendError(error, request, reply)
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const { path, search, payload } = readAddress(request.url)
    request.work.name = routeOf(path, payload)
    if (path.startsWith('/api/')) throw new Refusal('not-found')
    if (config.mode === 'hash' && !payload) {
      if (path !== '/') return reply.redirect(`${config.base}#${path}${search}`)
      const { request: siteReq } = siteRequest(request, reply, path, search)
      return reply
        .type(HTML)
        .header('cache-control', 'no-store')
        .send((await site.emptyPage(siteReq)).body)
    }
    const key = site.pageKey(path, search)
    const address = key && { ...key, payload }
    if (address && isAnonymous(request.headers)) {
      if (!cached.hasForVisitors(address)) await limits.take('read', callerOf(request, reply, config).address)
      const outcome = await cached.forVisitor(address, request.id, request.headers)
      remember(request, address)
      return send(outcome, reply.header('vary', VARY))
    }
    const { request: siteReq, caller } = siteRequest(request, reply, path, search)
    await api.countPageView(caller)
    const person = address?.members && request.headers.authorization === undefined && (await api.findPerson(caller))
    if (address && person && !person.viewer.impersonation) {
      const outcome = await cached.forMember(address, person, request.id, request.headers)
      remember(request, address)
      return send(outcome, reply.headers(PRIVATE))
    }
    return sendUncached(siteReq, payload, reply.headers(PRIVATE))
  }

  function remember({ url, work }: FastifyRequest, address: PageAddress) {
    if (url.length > MAX_ALIAS_LENGTH) return
    if (aliases.size >= MAX_ALIASES) aliases.clear()
    aliases.set(url, { address, route: work.name })
  }

  function routeOf(path: string, payload: boolean) {
    const pattern = site.pagePattern(path)
    if (pattern === null) return UNMATCHED
    return config.base.slice(0, -1) + (payload ? `${pattern === '/' ? '' : pattern}${PAYLOAD}` : pattern)
  }

  function send(outcome: Outcome, reply: FastifyReply) {
    if (outcome.kind === 'redirect') return redirect(outcome, reply)
    if (outcome.kind === 'fault') return sendFault(outcome.request, outcome.page, outcome.error, reply)
    const { status, headers, body } = outcome.response
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
    return reply.status(status).send(body ?? undefined)
  }

  /** A page for one person, or of a kind that is never cached. */
  async function sendUncached(siteReq: SiteRequest, payload: boolean, reply: FastifyReply) {
    const page = await site.load(siteReq)
    const status = page.kind === 'page' ? page.status : 200
    if (payload) return reply.status(status).type(JSON_TYPE).send(site.payload(page))
    if (page.kind === 'redirect') return redirect(page, reply)
    let html: string
    try {
      html = site.html(page)
    } catch (error) {
      return sendFault(siteReq, page, error, reply)
    }
    return reply.status(status).type(HTML).send(html)
  }

  function sendFault(siteReq: SiteRequest, page: SitePage, error: unknown, reply: FastifyReply) {
    const { status, body } = site.fault(siteReq, page, error)
    return reply.status(status).type(HTML).headers(PRIVATE).send(body)
  }

  function redirect({ to, forGood = false }: Redirect, reply: FastifyReply) {
    const location = to.startsWith('/') ? config.base + to.slice(1) : to
    return reply.redirect(location, forGood ? 301 : 302)
  }

  function siteRequest(request: FastifyRequest, reply: FastifyReply, path: string, search: string) {
    const caller: Caller = { ...withoutApiKey(callerOf(request, reply, config)), counted: true }
    const siteReq: SiteRequest = {
      path,
      search,
      requestId: request.id,
      api: (key, ...[input]) => api.call(key, input ?? {}, caller),
      onFault: (error) => request.log.error({ err: error }, 'fault'),
    }
    return { request: siteReq, caller }
  }

  async function sendErrorPage(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
    setErrorHeaders(reply, refusal)
    const { request: siteReq } = siteRequest(request, reply, '/', '')
    // More queries would only delay the error page.
    if (refusal.code === 'unavailable') siteReq.api = () => Promise.reject(refusal)
    const { status, message, code } = refusal
    const refused = { status, message, code, parameters: invalidParameters(refusal) }
    const { body } = await site.refusal(siteReq, refused)
    return reply.status(status).type(HTML).header('cache-control', 'no-store').send(body)
  }

  /** The path below the base path, the query string, and whether the payload is requested. */
  function readAddress(url: string) {
    const below = url.slice(config.base.length - 1)
    const at = below.indexOf('?')
    const [path, search] = at < 0 ? [below, ''] : [below.slice(0, at), below.slice(at)]
    const payload = path.endsWith(PAYLOAD)
    return { path: payload ? path.slice(0, -PAYLOAD.length) || '/' : path, search, payload }
  }

  return { shortcut, mount, onError }
}

function acceptsHtml({ headers, url }: FastifyRequest) {
  return !url.includes(PAYLOAD) && (headers.accept ?? '').includes('text/html')
}
