import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'
import { API_KEY_PREFIX } from '#contract/api-keys/scopes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import { deviceCookie, readCookie, sessionCookie, viewAsCookie } from './cookies.ts'
import type { SiteConfig } from './site-config.ts'
import type { Caller, Api } from './api.ts'
import type { Http } from './http.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Mounts every endpoint of the contract below the base path. */
export function mountApi(app: Http, api: Api, site: SiteConfig) {
  const methodsByPath = new Map<string, Set<string>>()
  for (const key of api.keys()) {
    const [method = '', path = ''] = key.split(' ')
    const url = site.base + fastifyPath(path).slice(1)
    methodsByPath.set(url, (methodsByPath.get(url) ?? new Set()).add(method))
    const { bodyBytes, bodyAsText }: Endpoint = endpoints[key]
    const handler = (request: FastifyRequest, reply: FastifyReply) => answer(key, request, reply)
    const limit = bodyBytes && { bodyLimit: bodyBytes }
    app.route({ method, url, handler, ...limit, ...(bodyAsText && { config: { bodyAsText } }) })
  }
  for (const [url, methods] of methodsByPath) {
    if (methods.has('GET')) methods.add('HEAD')
    const allow = [...methods]
    const others = METHODS.filter((method) => !methods.has(method))
    // In onRequest, so that the body is not read.
    const onRequest = async () => {
      throw new Refusal('wrong-method', { allow })
    }
    app.route({ method: others, url, onRequest, handler: onRequest })
  }

  async function answer(key: EndpointKey, request: FastifyRequest, reply: FastifyReply) {
    if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigin(request, site.origin)
    const caller = callerOf(request, reply, site)
    const { params, query, body } = request
    const { cacheSeconds }: Endpoint = endpoints[key]
    const cacheable = cacheSeconds !== undefined && isAnonymous(request.headers)
    reply.header('cache-control', cacheable ? `public, max-age=${cacheSeconds}` : 'no-store')
    return api.call(key, { params, query, body }, caller)
  }
}

/** Whether a request carries no credential, valid or not. Only such a request may read or fill a cache. */
export function isAnonymous({ cookie, authorization }: IncomingHttpHeaders) {
  return authorization === undefined && readCookie(cookie, sessionCookie.name) === null
}

/** The API's view of the client that sent the request. */
export function callerOf(request: FastifyRequest, reply: FastifyReply, site: SiteConfig): Caller {
  return {
    address: rateLimitAddress(request.ip),
    log: request.log,
    addCacheTags: () => {},
    session: {
      token: readCookie(request.headers.cookie, sessionCookie.name),
      ...readAuthorization(request.headers.authorization),
      device: (request.headers['user-agent'] ?? '').slice(0, 300),
      languages: (request.headers['accept-language'] ?? '').slice(0, 100),
      address: rateLimitAddress(request.ip),
      requestId: request.id,
      source: 'visitor',
      client: null,
      doNotTrack: request.headers['dnt'] === '1' || request.headers['sec-gpc'] === '1',
      replace: (token) => void reply.header('set-cookie', sessionCookie.set(token, site)),
      devices: readCookie(request.headers.cookie, deviceCookie.name),
      remember: (devices) => void reply.header('set-cookie', deviceCookie.set(devices, site)),
      viewAs: readCookie(request.headers.cookie, viewAsCookie.name),
      replaceViewAs: (token) => void reply.header('set-cookie', viewAsCookie.set(token, site)),
    },
  }
}

function readAuthorization(header: string | undefined) {
  const bearer = /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? null
  return bearer?.startsWith(API_KEY_PREFIX) ? { bearer: null, apiKey: bearer } : { bearer, apiKey: null }
}

/** CSRF protection: refuses writes from pages of other origins. */
function checkOrigin({ headers, host }: FastifyRequest, own: string) {
  const { origin } = headers
  const ours = origin === undefined || origin === own || (URL.canParse(origin) && new URL(origin).host === host)
  const crossSite = headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
  if (!ours || crossSite) throw new Refusal('not-allowed', { reason: 'another origin' })
}

/** Converts the contract's `{id}` to Fastify's `:id`, and escapes literal colons. */
export function fastifyPath(path: string) {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1')
}

/** The address that rate limits count: an IPv4 address, or the /64 network of an IPv6 address. */
export function rateLimitAddress(ip: string) {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [left = '', right = ''] = ip.split('::')
  const [head, tail] = [left, right].map((part) => part.split(':').filter(Boolean))
  const zeros = ip.includes('::') ? Array<string>(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill('0') : []
  return [...(head ?? []), ...zeros, ...(tail ?? [])].slice(0, 4).join(':')
}
