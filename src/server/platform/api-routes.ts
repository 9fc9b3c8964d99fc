import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import { deviceCookie, readCookie, sessionCookie } from './cookies.ts'
import type { SiteConfig } from './site-config.ts'
import type { Caller, Api } from './api.ts'
import type { Http } from './http.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Puts every endpoint of the table on the wire, below the base address. */
export function mountApi(app: Http, api: Api, site: SiteConfig) {
  const methodsByPath = new Map<string, Set<string>>()
  for (const key of api.keys()) {
    const [method = '', path = ''] = key.split(' ')
    const url = site.base + fastifyPath(path).slice(1)
    methodsByPath.set(url, (methodsByPath.get(url) ?? new Set()).add(method))
    const { bytes }: Endpoint = endpoints[key]
    const handler = (request: FastifyRequest, reply: FastifyReply) => answer(key, request, reply)
    app.route({ method, url, handler, ...(bytes && { bodyLimit: bytes }) })
  }
  for (const [url, methods] of methodsByPath) {
    if (methods.has('GET')) methods.add('HEAD')
    const allow = [...methods]
    const others = METHODS.filter((method) => !methods.has(method))
    // Said before the body is read: what is in it does not matter.
    const onRequest = async () => {
      throw new Refusal('wrong-method', { allow })
    }
    app.route({ method: others, url, onRequest, handler: onRequest })
  }

  async function answer(key: EndpointKey, request: FastifyRequest, reply: FastifyReply) {
    if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigin(request, site.origin)
    const caller = callerOf(request, reply, site)
    const { params, query, body } = request
    const { keep }: Endpoint = endpoints[key]
    const cacheable = keep !== undefined && isAnonymous(request.headers)
    reply.header('cache-control', cacheable ? `public, max-age=${keep}` : 'no-store')
    return api.enter(key, { params, query, body }, caller)
  }
}

/** Whether a request carries no credential of any kind, valid or not. Only such a request may read or fill a cache. */
export function isAnonymous({ cookie, authorization }: IncomingHttpHeaders) {
  return authorization === undefined && readCookie(cookie, sessionCookie.name) === null
}

/** Who sent the request, for the api. */
export function callerOf(request: FastifyRequest, reply: FastifyReply, site: SiteConfig): Caller {
  return {
    address: limitAddress(request.ip),
    log: request.log,
    shows: () => {},
    session: {
      token: readCookie(request.headers.cookie, sessionCookie.name),
      bearer: /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null,
      device: (request.headers['user-agent'] ?? '').slice(0, 300),
      address: limitAddress(request.ip),
      unfollowed: request.headers['dnt'] === '1' || request.headers['sec-gpc'] === '1',
      replace: (token) => void reply.header('set-cookie', sessionCookie.set(token, site)),
      devices: readCookie(request.headers.cookie, deviceCookie.name),
      remember: (devices) => void reply.header('set-cookie', deviceCookie.set(devices, site)),
    },
  }
}

/** A page of another site may not change anything here, whatever cookies the browser adds. */
function checkOrigin({ headers, host }: FastifyRequest, own: string) {
  const { origin } = headers
  const ours = origin === undefined || origin === own || (URL.canParse(origin) && new URL(origin).host === host)
  const crossSite = headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
  if (!ours || crossSite) throw new Refusal('not-allowed', { reason: 'another origin' })
}

/** The contract writes `{id}`, and a colon is just a colon; the framework wants `:id` and doubles the colon. */
export function fastifyPath(path: string) {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1')
}

/** A household has one address of the old kind, or a whole network of the new. */
export function limitAddress(ip: string) {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [left = '', right = ''] = ip.split('::')
  const [head, tail] = [left, right].map((part) => part.split(':').filter(Boolean))
  const zeros = ip.includes('::') ? Array<string>(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill('0') : []
  return [...(head ?? []), ...zeros, ...(tail ?? [])].slice(0, 4).join(':')
}
