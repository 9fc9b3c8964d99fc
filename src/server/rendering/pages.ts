import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '#contract/errors.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { callerOf, isAnonymous } from '#server/platform/api-routes.ts'
import type { Caller, Api } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import { nextRequestId } from '#server/platform/ids.ts'
import type { Limits } from '#server/platform/rate-limits.ts'
import type { Log } from '#server/platform/log.ts'
import type { PageCache, Rendered } from '#server/platform/cache/page-cache.ts'
import { answerError, asRefusal, sayWhen } from '#server/platform/refuse.ts'
import type { SiteHandler, SiteRequest } from '#site/port.ts'
import { VARY, createKeptAnswers } from './cached-response.ts'

const PAYLOAD = '/_payload.json'
const MOST_ALIASES = 20_000
const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

type Options = {
  site: SiteHandler
  config: SiteConfig
  api: Api
  limits: Limits
  cache: PageCache
  log: Log
  headers: Record<string, string>
}

/** The site over HTTP: pages and payloads, cached in memory for requests without credentials. */
export function createPages({ site, config, api, limits, cache, log, headers: everywhere }: Options) {
  // Many addresses can mean one page; finding out which costs more than sending it.
  const aliases = new Map<string, string>()
  const keptAnswers = createKeptAnswers(cache, everywhere)

  /** Answers from memory, before anything else looks at the request. */
  function shortcut(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const key = aliases.get(url)
    if (key === undefined || !isAnonymous(headers)) return false
    const kept = cache.get(key)
    const answered = kept && keptAnswers.atOnce(kept, headers)
    if (!answered) return false
    const { status, headers: own, body } = answered
    const reqId = nextRequestId()
    response.writeHead(status, own.concat('x-request-id', reqId))
    response.end(method === 'HEAD' ? undefined : (body ?? undefined))
    // One line for each would cost a fifth of all that can be sent; whoever wants them asks for them.
    log.debug({ reqId, method, path: url.split('?', 1)[0], status, kept: true }, 'request')
    return true
  }

  function mount(app: Http) {
    app.get(`${config.base}*`, answer)
    // Without the slash at its end, the base is still the base.
    if (config.base !== '/') app.get(config.base.slice(0, -1), (_request, reply) => reply.redirect(config.base))
    // Said before the body is read: what is in it does not matter.
    const onlyRead = async () => {
      throw new Refusal('wrong-method', { allow: ['GET', 'HEAD'] })
    }
    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: `${config.base}*`,
      onRequest: onlyRead,
      handler: onlyRead,
    })
    app.setNotFoundHandler(() => {
      throw new Refusal('not-found')
    })
  }

  /** A person gets a page that says what was wrong; everything else, and a fault so deep that no page can be made, the code. */
  function onError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const refusal = asRefusal(error)
    return refusal && wantsPage(request) ? refusedPage(refusal, request, reply) : answerError(error, request, reply)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
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
      const { request: visit, caller } = siteRequest(request, reply, path, search)
      await api.countPage(caller)
      const answered = await render(visit, payload)
      reply.headers({ 'cache-control': 'private, no-store', 'vary': VARY })
      if (answered.location) return reply.redirect(answered.location, answered.status)
      return reply.status(answered.status).type(answered.type).send(answered.body)
    }
    if (!cache.get(cacheKey)) await limits.take('read', callerOf(request, reply, config).address)
    const kept = await cache.through(cacheKey, async () => {
      // Rendered from the key alone: the rest of the query must not reach the next visitor.
      const { request: visit, shows } = siteRequest(request, reply, key.path, key.search)
      return { ...(await render(visit, payload)), shows }
    })
    if (aliases.size >= MOST_ALIASES) aliases.clear()
    aliases.set(request.url, cacheKey)
    if (kept.headers['location']) return reply.header('vary', VARY).redirect(kept.headers['location'], kept.status)
    const { status, headers, body } = await keptAnswers.answer(kept, request.headers)
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
    return reply.status(status).send(body ?? undefined)
  }

  async function render(
    visit: SiteRequest,
    payload: boolean,
  ): Promise<Omit<Rendered, 'shows'> & { location?: string }> {
    const answered = await (payload ? site.payload(visit) : site.page(visit))
    const type = payload ? JSON_TYPE : HTML
    if (answered.kind === 'content') return { status: answered.status, type, body: answered.body, headers: {} }
    const location = answered.to.startsWith('/') ? config.base + answered.to.slice(1) : answered.to
    return { status: answered.forGood ? 301 : 302, type, body: '', location, headers: { location } }
  }

  function siteRequest(request: FastifyRequest, reply: FastifyReply, path: string, search: string) {
    const shows = new Set<string>()
    const caller: Caller = {
      ...callerOf(request, reply, config),
      counted: true,
      shows: (...names: string[]) => names.forEach((name) => shows.add(name)),
    }
    const visit: SiteRequest = {
      path,
      search,
      requestId: request.id,
      api: (key, ...[input]) => api.enter(key, input ?? {}, caller),
      onFault: (error) => request.log.error({ err: error }, 'fault'),
    }
    return { request: visit, caller, shows }
  }

  async function refusedPage(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
    sayWhen(reply, refusal)
    const { request: visit } = siteRequest(request, reply, '/', '')
    // Asking again would only make the visitor wait longer.
    if (refusal.code === 'unavailable') visit.api = () => Promise.reject(refusal)
    const { status, message } = refusal
    const body = await contentOf(site.refusal(visit, { status, message }))
    return reply.status(status).type(HTML).header('cache-control', 'no-store').send(body)
  }

  /** The path below the base address, the query, and whether only the data is wanted. */
  function readAddress(url: string) {
    const below = url.slice(config.base.length - 1)
    const at = below.indexOf('?')
    const [path, search] = at < 0 ? [below, ''] : [below.slice(0, at), below.slice(at)]
    const payload = path.endsWith(PAYLOAD)
    return { path: payload ? path.slice(0, -PAYLOAD.length) || '/' : path, search, payload }
  }

  return { shortcut, mount, onError }
}

function wantsPage({ headers, url }: FastifyRequest) {
  return !url.includes(PAYLOAD) && (headers.accept ?? '').includes('text/html')
}

async function contentOf(answer: ReturnType<SiteHandler['page']>) {
  const answered = await answer
  return answered.kind === 'content' ? answered.body : ''
}
