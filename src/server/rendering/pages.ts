import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal, invalidParameters } from '#contract/errors.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { callerOf, isAnonymous } from '#server/platform/api-routes.ts'
import type { Caller, Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import { nextRequestId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import type { Log } from '#server/platform/log.ts'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import type { PageCache, Rendered } from '#server/platform/cache/page-cache.ts'
import { sendError, toRefusal, setErrorHeaders } from '#server/platform/error-response.ts'
import type { SiteHandler, SiteRequest } from '#site/site-handler.ts'
import { VARY, createCachedResponses } from './cached-response.ts'

const PAYLOAD = '/_payload.json'
const MAX_ALIASES = 20_000
const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

type Options = {
  site: SiteHandler
  config: SiteConfig
  api: Api
  limits: RateLimits
  cache: PageCache
  log: Log
  headers: Record<string, string>
}

/** The site over HTTP: pages and payloads, cached in memory for requests without credentials. */
export function createPages({ site, config, api, limits, cache, log, headers: commonHeaders }: Options) {
  // Several URLs can lead to one cache key. Computing the key costs more than sending the page.
  const aliases = new Map<string, string>()
  const cachedResponses = createCachedResponses(cache, commonHeaders)

  /** Sends cached pages before Fastify sees the request. */
  function shortcut(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const key = aliases.get(url)
    if (key === undefined || !isAnonymous(headers)) return false
    const page = cache.get(key)
    const cached = page && cachedResponses.respondNow(page, headers)
    if (!cached) return false
    const { status, headers: pageHeaders, body } = cached
    const reqId = nextRequestId()
    response.writeHead(status, pageHeaders.concat('x-request-id', reqId))
    response.end(method === 'HEAD' ? undefined : (body ?? undefined))
    // At debug level: logging every cached page would cost a fifth of the throughput.
    log.debug({ reqId, method, path: url.split('?', 1)[0], status, cached: true }, 'request')
    return true
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
    if (path.startsWith('/api/')) throw new Refusal('not-found')
    if (config.mode === 'hash' && !payload) {
      if (path !== '/') return reply.redirect(`${config.base}#${path}${search}`)
      return reply
        .type(HTML)
        .header('cache-control', 'no-store')
        .send(await contentOf(site.emptyPage(siteRequest(request, reply, path, search).request)))
    }
    const key = isAnonymous(request.headers) ? site.pageKey(path, search) : null
    const cacheKey = key && `${payload ? 'payload' : 'page'} ${key.path}${key.search}`
    if (!key || !cacheKey) {
      const { request: siteReq, caller } = siteRequest(request, reply, path, search)
      await api.countPageView(caller)
      const rendered = await render(siteReq, payload)
      reply.headers({ 'cache-control': 'private, no-store', 'vary': VARY })
      if (rendered.location) return reply.redirect(rendered.location, rendered.status)
      return reply.status(rendered.status).type(rendered.type).send(rendered.body)
    }
    if (!cache.get(cacheKey)) await limits.take('read', callerOf(request, reply, config).address)
    const page = await cache.getOrRender(cacheKey, async () => {
      // Rendered from the key alone: the rest of the query string must not end up in a shared page.
      const { request: siteReq, tags } = siteRequest(request, reply, key.path, key.search)
      return { ...(await render(siteReq, payload)), tags }
    })
    if (aliases.size >= MAX_ALIASES) aliases.clear()
    aliases.set(request.url, cacheKey)
    if (page.headers['location']) return reply.header('vary', VARY).redirect(page.headers['location'], page.status)
    const { status, headers, body } = await cachedResponses.respond(page, request.headers)
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
    return reply.status(status).send(body ?? undefined)
  }

  async function render(
    siteReq: SiteRequest,
    payload: boolean,
  ): Promise<Omit<Rendered, 'tags'> & { location?: string }> {
    const result = await (payload ? site.payload(siteReq) : site.page(siteReq))
    const type = payload ? JSON_TYPE : HTML
    if (result.kind === 'content') return { status: result.status, type, body: result.body, headers: {} }
    const location = result.to.startsWith('/') ? config.base + result.to.slice(1) : result.to
    return { status: result.forGood ? 301 : 302, type, body: '', location, headers: { location } }
  }

  function siteRequest(request: FastifyRequest, reply: FastifyReply, path: string, search: string) {
    const tags = new Set<CacheTag>()
    const caller: Caller = {
      ...callerOf(request, reply, config),
      counted: true,
      addCacheTags: (...added) => added.forEach((tag) => tags.add(tag)),
    }
    const siteReq: SiteRequest = {
      path,
      search,
      requestId: request.id,
      api: (key, ...[input]) => api.call(key, input ?? {}, caller),
      onFault: (error) => request.log.error({ err: error }, 'fault'),
    }
    return { request: siteReq, caller, tags }
  }

  async function sendErrorPage(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
    setErrorHeaders(reply, refusal)
    const { request: siteReq } = siteRequest(request, reply, '/', '')
    // More queries would only delay the error page.
    if (refusal.code === 'unavailable') siteReq.api = () => Promise.reject(refusal)
    const { status, message, code } = refusal
    const refused = { status, message, code, parameters: invalidParameters(refusal) }
    const body = await contentOf(site.refusal(siteReq, refused))
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

async function contentOf(answer: ReturnType<SiteHandler['page']>) {
  const answered = await answer
  return answered.kind === 'content' ? answered.body : ''
}
